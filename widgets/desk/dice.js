// Throws of any dice notation (`3d6`, `2d20kh1+4`, `4d6!`): by the library's own parser, from chance or from real dice.

const [MOST_THROWS, MOST_DICE, LONGEST] = [12, 200, 120];
const WORDS = {
  drop: "dropped", explode: "thrown on", "re-roll": "thrown again", "re-roll-once": "thrown again", max: "at most",
  min: "at least", compound: "added up", penetrate: "one less", unique: "thrown again", "unique-once": "thrown again",
  "target-success": "a success", "target-failure": "a failure",
};

/** What a notation means to a reader who mistyped it. */
export class NotationError extends Error {}

/** The library, asked for when the first die is thrown: it is larger than all else on the page. */
let library;
export function ready(load) {
  return (library ??= load().catch((error) => {
    library = undefined;
    throw error;
  }));
}

/** The parts of what was typed: several throws stand between semicolons. */
function parts(text) {
  const found = text.split(";").map((part) => part.trim()).filter(Boolean);
  if (!found.length) throw new NotationError("Dice: nothing was given; accepted is a notation such as 3d6 or 2d20kh1+4.");
  if (found.length > MOST_THROWS || text.length > LONGEST) {
    throw new NotationError(`Dice: accepted are at most ${MOST_THROWS} throws and ${LONGEST} signs at once.`);
  }
  for (const [, count] of text.matchAll(/(\d{3,})\s*[dwDW]/g)) {
    if (Number(count) > MOST_DICE) throw new NotationError(`Dice: ${count} were given; accepted are 1 to ${MOST_DICE} of one kind.`);
  }
  return found.map((part) => part.replaceAll("−", "-").replaceAll("×", "*").replace(/(\d|^|[^a-z])[wW](?=\d|%)/g, "$1d"));
}

const span = (low, high) => `${low} to ${high}`.replace("-", "−");

/** Hands out the faces of real dice in the order in which the notation throws them. */
function handing(faces) {
  let next = 0;
  const integer = (low, high) => {
    const face = faces[next]?.replace("−", "-");
    next += 1;
    if (face === undefined) throw new NotationError(`Dice on the table: one more die is needed: ${span(low, high)}.`);
    if (!/^[+-]?\d{1,4}$/.test(face) || Number(face) < low || Number(face) > high) {
      throw new NotationError(`Dice on the table: "${face}" was given; accepted is a whole number from ${span(low, high)}.`);
    }
    return Number(face);
  };
  const finish = () => {
    if (next < faces.length) {
      throw new NotationError(`Dice on the table: ${faces.length} were given; this notation throws ${next}.`);
    }
  };
  return { integer, finish };
}

/**
 * One throw of what was typed: `[{notation, total, tokens}]`, a part each. `tokens` are what stands in the sum: a text,
 * or a die `{value, kept, words}`. `faces` are those of real dice, as typed. Throws a NotationError in words.
 */
export function thrown({ Dice, DiceRoll, NumberGenerator, Results }, text, faces = null) {
  const hand = faces && handing(faces);
  const { generator } = NumberGenerator;
  const fudge = Dice.FudgeDice.prototype; // thrown as a number that stands for a face; on the table one reads the face
  const { rollOnce } = fudge;
  if (hand) {
    generator.integer = hand.integer;
    fudge.rollOnce = () => new Results.RollResult(hand.integer(-1, 1));
  }
  try {
    const found = parts(text).map((notation) => one(DiceRoll, notation));
    hand?.finish();
    return found;
  } finally {
    delete generator.integer;
    fudge.rollOnce = rollOnce;
  }
}

function one(DiceRoll, notation) {
  let roll;
  try {
    roll = new DiceRoll(notation);
  } catch (error) {
    if (error instanceof NotationError) throw error;
    throw new NotationError(told(notation, error));
  }
  const total = roll.total;
  if (!Number.isFinite(total)) throw new NotationError(`Dice: "${notation}" was given; it comes to no number.`);
  return { notation: roll.notation, total, tokens: roll.rolls.flatMap(tokens) };
}

function told(notation, error) {
  if (error.name === "RangeError") return `Dice: "${notation}" was given; accepted are 1 to ${MOST_DICE} dice of one kind.`;
  const place = error.location?.start?.offset;
  const at = place >= notation.length ? " It ends too early." : place > 0 ? ` It goes wrong at "${notation.slice(place)}".` : "";
  return `Dice: "${notation}" was given; accepted is a notation such as 3d6, 2d20kh1+4, d% or 4d6!.${at}`;
}

/** What stands in the sum, one after the other: operators and numbers as text, dice as dice. */
function tokens(part) {
  if (typeof part !== "object") return [String(part).replace("-", "−").replace("*", "×")];
  const { rolls, results } = part;
  if (rolls) return ["[", ...rolls.map(die), "]"];
  const inner = results.flatMap((each, n) => [...(n && part.isRollGroup ? [","] : []), ...tokens(each)]);
  return part.isRollGroup ? ["{", ...inner, "}"] : inner;
}

function die({ value, useInTotal, modifiers }) {
  return { value, kept: useInTotal, words: [...modifiers].map((name) => WORDS[name]).filter(Boolean) };
}

/** A throw as one line of text, for the log and for a reader who hears it. */
export function line(found) {
  const word = (token) =>
    typeof token === "string" ? token : `${String(token.value).replace("-", "−")}${token.kept ? "" : " (dropped)"}`;
  const sum = (each) => each.tokens.map(word).join(" ").replaceAll("[ ", "[").replaceAll(" ]", "]");
  return found.map((each) => `${each.notation}: ${sum(each)} = ${String(each.total).replace("-", "−")}`).join("; ");
}
