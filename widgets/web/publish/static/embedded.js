// Inside the frame: tells the page around it how high the calculator is, and sets it to the example that is asked for.
// The focus stays where it is, in the page around.

const tell = () => parent.postMessage({ rulebook: { height: document.documentElement.scrollHeight } }, "*");
if (parent !== window) new ResizeObserver(tell).observe(document.body);
for (const link of document.querySelectorAll("a[href]:not([href^='#'])")) link.target = "_blank";

// A link may be to the second of a page's calculators of one kind; here it is the only one.
const [, name] = document.querySelector(".rb-calc").dataset.resolver.split("/");
const [, number] = location.search.match(new RegExp(`[?&](?:[\\w-]+(?:/|%2F))?${name}(-[1-9]\\d{0,2})?(?=[.=])`)) ?? [];
if (number) history.replaceState(history.state, "", location.search.replaceAll(`${name}${number}`, name) + location.hash);

const example = new URLSearchParams(location.search).get("example");
const choice = document.querySelector("select.rb-c-example");
if (example && [...(choice?.options ?? [])].some(({ value }) => value === example)) {
  addEventListener("DOMContentLoaded", () => {
    choice.value = example;
    choice.dispatchEvent(new Event("input", { bubbles: true })); // as a reader's choice does
  });
}
