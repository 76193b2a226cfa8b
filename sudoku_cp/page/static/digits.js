/** The digits of the overlay: entered and solved ones, the player's marks, and candidates. */

import { draw, fill } from "./elements.js";
import { centre, unit } from "./geometry.js";
import { entries } from "./marks.js";
import { store } from "./store.js";

const symbol = (digit) => store.view.symbols[store.view.digits.indexOf(digit)] ?? String(digit);

/** The groups of the cells, by layer. */
const groups = new WeakMap();

/** Draw all digits into a layer; only the cells that show something else than before are drawn anew. */
export function drawDigits(layer) {
  if (!groups.has(layer)) groups.set(layer, new Map());
  const known = groups.get(layer), wrong = clashes();
  for (const name of Object.keys(store.view.cells)) {
    if (!known.has(name)) {
      known.set(name, draw("g"));
      layer.append(known.get(name));
    }
    const shown = shownIn(name, wrong);
    fill(known.get(name), shown, () => shown.map(shape));
  }
}

/** What a cell shows: texts and strokes, as their attributes. */
function shownIn(name, wrong) {
  if (name in store.view.givens) return [];
  const mark = store.marks[name] ?? {}, solved = isCurrent() && !store.play ? store.answer.solution?.[name] : undefined;
  if (mark.digit !== undefined) return [large(name, mark.digit, wrong.has(name) ? "entry clashing" : "entry")];
  if (store.step?.marks?.[name] && !store.play) return stepMarks(name);
  if (solved !== undefined) return [large(name, solved, "solved")];
  if (store.layer === "true" && !store.step && store.candidates?.values?.[name]) return trueCandidates(name);
  if (store.layer === "logical" && store.logical?.[name]) return little(name, store.logical[name], "logical");
  return ownMarks(name, mark);
}

/** Whether the last answer is about the document as it is. */
const isCurrent = () => store.answer?.about === store.document?.revision && store.answer !== null;

function shape({ text, d, ...attributes }) {
  return d ? draw("path", { d, ...attributes }) : draw("text", attributes, text);
}

function textAt(text, [x, y], size, kind) {
  return { text, x, y, "font-size": size, class: kind };
}

/** A digit as large as a given, on the same baseline. */
function large(name, digit, kind) {
  const text = symbol(digit), [x, y] = centre(name), size = 0.58 * unit() * Math.min(1, 1.3 / text.length);
  return textAt(text, [x, y + 0.39 * size], size, `large ${kind}`);
}

/** The place of a small digit: each digit has its own, in rows; these are closer below the label of a cage. */
function placeOf(name, digit) {
  const count = store.view.digits.length, columns = Math.ceil(Math.sqrt(count)), rows = Math.ceil(count / columns);
  const at = store.view.digits.indexOf(digit), step = (0.86 * unit()) / columns, [x, y] = centre(name);
  const isLabelled = store.view.labelled.includes(name);
  const rise = isLabelled ? (0.66 * unit()) / rows : step, middle = y + (isLabelled ? 0.105 : 0.015) * unit();
  const row = Math.floor(at / columns) - (rows - 1) / 2, column = (at % columns) - (columns - 1) / 2;
  return { point: [x + column * step, middle + row * rise], size: 0.84 * Math.min(step, 1.08 * rise) };
}

/** Small digits of a kind, as one text if each is one character: a browser lays few texts out faster than many. */
function little(name, digits, kind) {
  const places = digits.map((digit) => placeOf(name, digit)), symbols = digits.map(symbol), class_ = `candidate ${kind}`;
  if (symbols.some(({ length }) => length > 1)) {
    return digits.map((_, at) => textAt(symbols[at], places[at].point, places[at].size, class_));
  }
  const [x, y] = [0, 1].map((axis) => places.map(({ point }) => point[axis].toFixed(2)).join(" "));
  return digits.length ? [textAt(symbols.join(""), [x, y], places[0].size, class_)] : [];
}

function trueCandidates(name) {
  const values = store.candidates.values[name], kinds = store.candidates.counts[name].map(kindOf);
  if (values.length === 1) return [large(name, values[0], `candidate only ${kinds[0]}`)];
  if (values.length === store.view.digits.length && kinds.every((kind) => ["any", "many"].includes(kind))) return []; // says nothing
  return [...new Set(kinds)].flatMap((kind) => little(name, values.filter((_, at) => kinds[at] === kind), kind));
}

/** Candidates that are not counted yet get the counts that they had before, so that colours do not flicker. */
export function withFormerCounts(found, former) {
  if (found.final || found.cap < 2 || former?.cap !== found.cap) return found;
  const countOf = (name, digit) => former.counts[name]?.[former.values[name].indexOf(digit)] ?? null;
  const filled = Object.entries(found.values).map(([name, digits]) => [name, digits.map((digit) => countOf(name, digit))]);
  return { ...found, counts: Object.fromEntries(filled) };
}

/** The colour of a true candidate: in one solution, in a few, in at least as many as are counted. */
function kindOf(count) {
  if (count === null || store.candidates.cap < 2) return "any";
  if (count === 1) return "one";
  return count < store.candidates.cap ? "few" : "many";
}

/** The places of corner marks, as parts of the way from the centre to the corner. */
const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];

function ownMarks(name, mark) {
  const [x, y] = centre(name), u = unit(), isLabelled = store.view.labelled.includes(name);
  const shown = (mark.corner ?? []).slice(0, CORNERS.length).map((digit, at) => {
    const [across, down] = CORNERS[at], below = isLabelled && down < 0 ? 0.2 : 0; // the label of a cage
    return textAt(symbol(digit), [x + across * 0.34 * u, y + (down * 0.33 + below) * u], 0.23 * u, "mark");
  });
  if (mark.centre?.length) {
    const text = mark.centre.map(symbol).join("");
    shown.push(textAt(text, [x, y], 0.28 * u * Math.min(1, 5 / text.length), "mark"));
  }
  return shown;
}

function stepMarks(name) {
  const values = store.step.marks[name], gone = store.step.eliminated?.[name] ?? [], placed = store.step.placed?.[name];
  if (values.length === 1 && placed === undefined) return [large(name, values[0], "solved")];
  const digits = [...little(name, values.filter((digit) => digit !== placed), "logical"),
    ...little(name, values.filter((digit) => digit === placed), "one")];
  return [...digits, ...values.filter((digit) => gone.includes(digit)).map((digit) => stroke(name, digit))];
}

function stroke(name, digit) {
  const { point: [x, y], size } = placeOf(name, digit), half = 0.42 * size;
  return { d: `M${x - half},${y + half}L${x + half},${y - half}`, class: "gone" };
}

/** The cells with a digit that another cell of one of their houses has, and those that a check has found wrong. */
export function clashes() {
  const digits = { ...entries(), ...store.view.givens }, found = new Set(store.wrong);
  for (const names of store.view.differ) {
    const seen = new Map();
    for (const name of names) {
      const digit = digits[name];
      if (digit === undefined) continue;
      if (seen.has(digit)) found.add(name).add(seen.get(digit));
      else seen.set(digit, name);
    }
  }
  return found;
}
