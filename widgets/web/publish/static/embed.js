// One line in any page: <script src=".../embed.js" data-calculator="new-world/attack"></script>
// A calculator of the book appears in its place, in a frame that grows with it. data-example sets it to an example,
// data-link to the state that a link to a calculator holds.

const place = document.currentScript;
const book = new URL(".", place.src);
const { calculator, example, link } = place.dataset;
const frame = document.createElement("iframe");
const set = example ? `?example=${encodeURIComponent(example)}` : "";
frame.src = new URL(`embed/${calculator}.html${link ? new URL(link, book).search : set}`, book).href;
frame.title = place.dataset.title ?? `Calculator ${calculator}`;
frame.loading = "lazy";
frame.style.cssText = "display: block; width: 100%; height: 40rem; border: 0";
place.after(frame);
addEventListener("message", ({ source, origin, data }) => {
  const height = Number(data?.rulebook?.height);
  if (source === frame.contentWindow && origin === book.origin && height > 0) frame.style.height = `${height}px`;
});
