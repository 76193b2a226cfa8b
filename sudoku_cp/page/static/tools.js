/** The tool in use: a rule whose clue is being drawn, with the values of its other parameters. */

import { change } from "./pens.js";
import { select } from "./selection.js";
import { set, store } from "./store.js";

let announce = () => {};

/** Tell the form what has been drawn. */
export function connectForm(function_) {
  announce = function_;
}

export function chooseTool(rule) {
  set({ tool: { rule, values: {}, path: null }, drawn: null, lit: null });
  if (["line", "cells"].includes(rule.tool) && rule.collects.length === 1 && store.selection.size > 1) announce(false);
}

export function leaveTool() {
  set({ tool: null, drawn: null });
}

/** Begin to edit a clue. */
export function editClue(clue) {
  const rule = store.palette.rules.find((each) => each.name === clue.rule);
  if (!rule || !clue.path) return;
  set({ tool: { rule, values: { ...clue.parameters }, path: clue.path } });
}

/** The parameter whose cells are drawn next; after the last one, the first one of a new clue. */
export function nextParameter({ rule, values }) {
  const name = rule.collects.find((each) => !values[each]) ?? rule.collects[0];
  return rule.parameters.find((parameter) => parameter.name === name);
}

/** How the next cells are drawn: `line`, `arrow`, `cells`, `cell`, `edge` or `corner`; anything else is not drawn. */
export function drawingKind(tool) {
  const { tool: kind, collects } = tool.rule;
  return kind === "cells" && collects.length > 1 && nextParameter(tool).wanted === 1 ? "cell" : kind;
}

/** The cells of the clue that is not complete yet. */
export function collectedCells(tool) {
  const { rule, values } = tool;
  if (rule.collects.every((name) => values[name])) return [];
  return rule.collects.flatMap((name) => (values[name] ?? "").split(/[\s,]+/)).filter(Boolean);
}

/** Take cells that were drawn on the board. */
export function finishDrawing(cells) {
  const { rule } = store.tool, least = ["line", "arrow"].includes(rule.tool) ? 2 : 1;
  set({ drawn: null });
  if (cells.length < least) return;
  if (rule.tool === "arrow") finishArrow(cells);
  else collect(cells);
}

/** The first cell is the circle, unless a longer circle was collected before. */
function finishArrow([first, ...rest]) {
  const [circle, line] = store.tool.rule.collects, collected = collectedCells(store.tool);
  if (!collected.length) place({ [circle]: first, [line]: rest.join(" ") });
  else collect(collected.includes(first) ? rest : [first, ...rest]);
}

/** Take the cells of the next parameter. */
function collect(cells) {
  const { rule, values } = store.tool, isNew = rule.collects.every((name) => values[name]);
  const emptied = isNew ? Object.fromEntries(rule.collects.map((name) => [name, ""])) : {};
  place({ ...emptied, [nextParameter(store.tool).name]: cells.join(" ") });
}

export function outsideClicked(side, index) {
  place({ side, index });
}

/** Take the selected cells, in reading order. */
export function addSelection() {
  const { collects } = store.tool.rule;
  if (!collects.length) return submit();
  const cells = Object.keys(store.view.cells).filter((name) => store.selection.has(name));
  if (!cells.length) return undefined;
  if (collects.length > 1) select([]);
  return collect(cells);
}

/** Put the clue at a place; add it at once if nothing is missing. */
function place(where) {
  const values = { ...store.tool.values, ...where };
  set({ tool: { ...store.tool, values, path: null } });
  const { rule } = store.tool;
  if (!rule.collects.every((name) => values[name])) return;
  const missing = rule.parameters.some(({ name, required }) => required && !(name in values));
  if (!missing) submit();
  announce(missing);
}

/** Add the clue, or change the one that is edited. */
export function submit() {
  const { rule, values, path } = store.tool;
  if (path) {
    change({ kind: "change", path, parameters: values });
    return;
  }
  const number = store.view.clues.filter((clue) => clue.path?.[0] === rule.name).length;
  change({ kind: "add", rule: rule.name, parameters: values });
  set({ tool: { ...store.tool, path: [rule.name, number] } });
}

/** Set a value of the form. */
export function setValue(name, value) {
  const values = { ...store.tool.values };
  if (value === "" || value === null) delete values[name];
  else values[name] = value;
  store.tool.values = values;
}
