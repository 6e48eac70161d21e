// Inside the frame: tells the page around it how high the calculator is, and sets it to the example that is asked for.
// The focus stays where it is, in the page around.

const tell = () => parent.postMessage({ rulebook: { height: document.documentElement.scrollHeight } }, "*");
if (parent !== window) new ResizeObserver(tell).observe(document.body);
for (const link of document.querySelectorAll("a[href]:not([href^='#'])")) link.target = "_blank";

const example = new URLSearchParams(location.search).get("example");
const choice = document.querySelector("select.rb-c-example");
if (example && [...(choice?.options ?? [])].some(({ value }) => value === example)) {
  addEventListener("DOMContentLoaded", () => {
    choice.value = example;
    choice.dispatchEvent(new Event("input", { bubbles: true })); // as a reader's choice does
  });
}
