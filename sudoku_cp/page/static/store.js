/** What the page knows, who wants to hear of it, and what is drawn anew in the next frame. */

export const store = {
  instance: "", file: "", document: null, saved: null, unanswered: 0, isTyping: false, view: null, palette: null,
  status: null, candidates: null, check: null, answer: null, progress: null,
  marks: {}, layer: "true", cap: 8, logical: null, tool: null, lit: null, step: null, combining: null,
  selection: new Set(), cursor: null, hovered: null, drawn: null, pen: "given", play: null, wrong: new Set(), regions: null,
};

const listeners = new Map();
const drawers = new Map();
const due = new Set();

function note(table, parts, function_) {
  for (const part of parts.split(" ")) table.set(part, [...(table.get(part) ?? []), function_]);
}

/** Call a function at once whenever one of these parts of the store has changed. */
export const on = (parts, listener) => note(listeners, parts, listener);

/** Call a function in the next frame after some of these parts have changed. */
export const draws = (parts, drawer) => note(drawers, parts, drawer);

/** Change parts of the store, and tell who listens, each listener once. */
export function set(changes) {
  Object.assign(store, changes);
  const of = (table) => new Set(Object.keys(changes).flatMap((part) => table.get(part) ?? []));
  const further = of(drawers);
  if (further.size && !due.size) requestAnimationFrame(drawDue);
  for (const drawer of further) due.add(drawer);
  for (const listener of of(listeners)) listener();
}

let isHeld = false;

/** Draw nothing while a clue of the list is pressed, as one that is replaced then would miss the click. */
export function holdDrawing(holds) {
  isHeld = holds;
  if (!holds && due.size) requestAnimationFrame(drawDue);
}

/** Draw what is due: first the picture, on which other drawers put theirs. */
function drawDue() {
  if (isHeld) return;
  const now = [...new Set([...drawers.values()].flat())].filter((drawer) => due.has(drawer));
  due.clear();
  for (const drawer of now) drawer();
}
