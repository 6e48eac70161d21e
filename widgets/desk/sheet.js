// The reference sheet of the chosen game: shown on the screen, and printed alone on one page.

const [LARGEST, SMALLEST, STEP] = [13, 4, 0.25]; // pixels of its letters

/** Prints one part of the page alone; `name` tells the style sheet which. */
export function printAlone(part, name) {
  const root = document.documentElement;
  const before = document.title;
  const over = () => {
    delete root.dataset.print;
    delete part.dataset.printed;
    document.title = before;
    removeEventListener("afterprint", over);
  };
  Object.assign(root.dataset, { print: name });
  part.dataset.printed = "";
  addEventListener("afterprint", over);
  print();
}

/** The largest letters with which the sheet fits one page, in pixels. */
export function fitted(sheet) {
  const paper = document.createElement("div");
  paper.className = "rb-d-paper";
  const copy = sheet.cloneNode(true);
  paper.append(copy);
  sheet.parentElement.append(paper);
  const parts = copy.querySelector(".rb-d-parts");
  let size = LARGEST;
  const fits = () => {
    copy.style.setProperty("--printed", `${size}px`);
    return parts.scrollWidth <= parts.clientWidth + 1 && copy.scrollHeight <= paper.clientHeight + 1;
  };
  while (size > SMALLEST && !fits()) size -= STEP;
  paper.remove();
  return size;
}

/** The part of the desk that shows the sheet. */
export class Sheet {
  constructor(desk) {
    this.desk = desk;
    this.place = desk.root.querySelector("[data-part=sheet]");
    this.place.addEventListener("click", ({ target }) => target.closest(".rb-d-print-sheet") && this.print());
    addEventListener("beforeprint", () => this.fit());
  }

  /** Shows the sheet of the game; asked for once a game. */
  async open() {
    const { game } = this.desk;
    if (this.shown === game) return;
    const answer = await this.desk.ask({ ask: "sheet", game });
    if (!answer.ok) return this.desk.toast(answer.problems.map(({ text }) => text).join(" "));
    this.place.querySelector(".rb-d-sheet-place").innerHTML = answer.html.sheet;
    this.shown = game;
    this.fit();
  }

  chosen() {
    if (!this.place.hidden) this.open();
  }

  get sheet() {
    return this.place.querySelector(".rb-d-sheet");
  }

  fit() {
    if (this.sheet?.querySelector(".rb-d-parts")) this.sheet.style.setProperty("--printed", `${fitted(this.sheet)}px`);
  }

  print() {
    if (this.sheet) printAlone(this.sheet, "sheet");
  }
}
