// Opens a calculator where it stands, and sets it to one of its examples once it is awake.

const root = document.documentElement;

function whenLive(act) {
  if (root.dataset.rbLive === "live") return act();
  const watcher = new MutationObserver(() => {
    if (root.dataset.rbLive !== "live") return;
    watcher.disconnect();
    act();
  });
  watcher.observe(root, { attributeFilter: ["data-rb-live"] });
}

/** Touch a calculator, and choose an example in it ("" for none). */
export function setTo(calculator, example) {
  if (!calculator?.matches(".rb-calc")) return;
  calculator.tabIndex = -1;
  calculator.focus({ preventScroll: true });
  const choice = calculator.querySelector("select.rb-c-example");
  if (!example || choice?.value === example || ![...(choice?.options ?? [])].some(({ value }) => value === example)) return;
  whenLive(() => {
    choice.value = example;
    choice.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
