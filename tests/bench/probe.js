// Runs in each page before anything else: when the text shows, when a calculator answers, how much the page jumps.
(() => {
  const RESOLVER = "new-world/disarm";
  const bench = { text: null, alive: null, touched: null, shift: 0, latencies: [] };
  globalThis.bench = bench;
  const now = () => performance.now();
  new PerformanceObserver((list) => {
    // what moves because a reader clicks is no shift; clicks and presses by script have to be known by their time
    const wanted = ({ startTime }) =>
      bench.alive !== null || (bench.jumped && startTime > bench.jumped && startTime < bench.jumped + 1000);
    for (const entry of list.getEntries()) if (!entry.hadRecentInput && !wanted(entry)) bench.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });

  // The last heading is there and shown; the page is not made to lay itself out for the question.
  const seen = () => {
    const last = [...document.querySelectorAll("h2")].findLast((each) => each.textContent.includes(bench.last));
    return last?.checkVisibility();
  };
  const looking = setInterval(() => {
    if (!bench.last || !seen()) return;
    clearInterval(looking);
    requestAnimationFrame(() => setTimeout(() => (bench.text = now())));
  }, 10);

  const section = () => document.querySelector(`.rb-calc[data-resolver="${RESOLVER}"]`);
  const said = (calculator) => calculator.querySelector(".rb-c-sentence").textContent;
  let first = null;
  const press = (calculator, on) => {
    const box = calculator.querySelector("[data-field=trained] input[type=checkbox]");
    if (on === undefined) on = !box.checked;
    box.checked = on;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A reader first goes to what is to be touched, by the link beside its rule.
  bench.go = () => {
    const link = document.querySelector(`main a[href="#${section()?.id}"]`);
    if (link) bench.jumped = now();
    link?.click();
  };

  // Change one field as soon as it is there, and again if nothing comes of it, until what Python says has changed.
  bench.touch = () => {
    bench.touched = now();
    if (!bench.jumped) bench.go();
    const trying = setInterval(() => {
      const calculator = section();
      if (!calculator) return;
      first ??= { text: said(calculator), on: calculator.querySelector("[data-field=trained] input").checked };
      if (said(calculator) !== first.text) {
        bench.alive = now();
        clearInterval(trying);
        return;
      }
      if (bench.alive === null && now() - (bench.pressed ?? -1000) > 500) {
        bench.pressed = now();
        press(calculator, !first.on);
      }
    }, 10);
  };

  // One change after the other, each timed until its answer stands on the page.
  bench.ask = async (times) => {
    for (let each = 0; each < times; each++) {
      const calculator = section();
      const place = calculator.querySelector(".rb-c-sentence");
      const begin = now();
      const heard = new Promise((resolve) => {
        const watcher = new MutationObserver(() => (watcher.disconnect(), resolve(now() - begin)));
        watcher.observe(place, { childList: true, subtree: true, characterData: true });
      });
      press(calculator);
      bench.latencies.push(await heard);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
})();
