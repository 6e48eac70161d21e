// A game master's own stat blocks: kept in this browser, by game.

export class Presets {
  constructor(desk) {
    this.desk = desk;
    desk.root.addEventListener("click", ({ target }) => {
      const pressed = target.closest("[data-keep]");
      if (pressed) this.keep(pressed.dataset.keep);
    });
  }

  key = (game) => `presets:${game ?? this.desk.course.game}`;

  async own(game) {
    const kept = await this.desk.store.get(this.key(game));
    return Array.isArray(kept) ? kept : [];
  }

  /** The sheet of a combatant becomes a stat block. */
  async keep(who) {
    const one = this.desk.course.fight?.combatants.find(({ id }) => id === who);
    if (!one) return;
    const title = one.name.replace(/ \d+$/, "") || one.name;
    await this.add(undefined, [{ title, side: one.side, sheet: one.sheet }]);
    const place = (await this.own()).length - 1;
    this.desk.toast(`${title} is kept as a stat block: it stands under “Add”.`, () => this.forget(place));
  }

  /** Take stat blocks in, but none that is there already. */
  add(game, presets) {
    const same = (one, other) => JSON.stringify([one.title, one.side, one.sheet]) === JSON.stringify([other.title, other.side, other.sheet]);
    return this.desk.store.set(this.key(game), (kept) => {
      const old = Array.isArray(kept) ? kept : [];
      return [...old, ...presets.filter((each) => !old.some((other) => same(each, other)))];
    });
  }

  /** Take one away, by its place or by its name in the list (`own-2`). */
  async forget(name) {
    const place = Number(String(name).replace("own-", ""));
    const before = await this.own();
    await this.desk.store.set(this.key(), () => before.filter((_, number) => number !== place));
    const { work } = this.desk;
    if (work.open?.name === "add") {
      work.done();
      work.show("add");
    }
    const back = () => this.desk.store.set(this.key(), () => before).then(() => work.open?.name === "add" && (work.done(), work.show("add")));
    this.desk.toast(`${before[place]?.title ?? "The stat block"} is taken away.`, back);
  }
}
