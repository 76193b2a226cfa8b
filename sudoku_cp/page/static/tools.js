/**
 * The tool in use: a rule whose clue is being drawn, with the values of its other parameters. `path` is the place of the
 * clue that is edited, null for a new one; `among` are all clues of its rule, null until the server has acted on them;
 * `isTyped` says that the form has something that was not sent, and `base` are the values before that; `isPicked`, that
 * the clue was chosen on the board.
 *
 * What was typed is sent whenever the field or the tool is left. Only Escape discards it.
 */

import { title, words } from "./elements.js";
import { notice } from "./notices.js";
import { change } from "./pens.js";
import { select } from "./selection.js";
import { on, set, store } from "./store.js";

let announce = () => {};

/** Tell the form what has been drawn. */
export function connectForm(function_) {
  announce = function_;
}

/** Go to the value of the clue that is edited. */
export const typeNumber = () => announce();

/** What was typed for clues that were not drawn, by rule: it is there again when the tool is chosen again. */
const early = new Map();

export function chooseTool(rule) {
  leave();
  const values = early.get(rule.name) ?? {};
  early.delete(rule.name);
  const isTyped = Object.keys(values).length > 0;
  set({ tool: { rule, values, path: null, among: null, base: {}, isTyped }, drawn: null, lit: null });
  if (["line", "cells"].includes(rule.tool) && rule.collects.length === 1 && store.selection.size > 1) announce();
}

export function leaveTool() {
  leave();
  set({ tool: null, drawn: null });
}

/** Finish what the tool in use has begun: send what was typed, and say what is not complete. */
function leave() {
  commitTyped();
  const { tool } = store;
  if (!tool) return;
  notice("typed", "");
  if (tool.isTyped && !hasCells(tool)) early.set(tool.rule.name, tool.values);
  else if (!isComplete(tool)) sayUnfinished(tool);
}

const hasCells = ({ rule, values }) => [...rule.collects, "index"].some((name) => values[name]);

function sayUnfinished(tool) {
  const lacking = tool.rule.parameters.filter(({ name, required }) => required && !tool.values[name]);
  if (hasCells(tool)) notice("typed", `${title(tool.rule.name)} was not added: it has no ${lacking.map(({ name }) => words(name)).join(" and no ")}.`);
}

/** Send what was typed, if that makes a whole clue. */
export function commitTyped() {
  if (store.tool?.isTyped && isComplete(store.tool)) submit();
}

/** Forget what was typed and not sent, and say so. */
export function discardTyped() {
  const { tool } = store;
  if (!tool?.isTyped) return;
  const typed = Object.entries(tool.values).filter(([name, value]) => tool.base[name] !== value);
  set({ tool: { ...tool, values: { ...tool.base }, isTyped: false } });
  if (typed.length) notice("typed", `Discarded: ${typed.map(([name, value]) => `${words(name)} ${value}`).join(", ")}.`);
}

/** Begin to edit a clue, which may have been picked on the board. */
export function editClue(clue, isPicked = false) {
  const rule = store.palette.rules.find((each) => each.name === clue.rule);
  if (!rule || !clue.path) return;
  leave();
  const values = { ...clue.parameters };
  set({ tool: { rule, values, path: clue.path, among: store.unanswered ? null : cluesOf(rule), base: values, isPicked }, drawn: null });
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
  if (rule.tool === "diagonal") {
    const [start, next] = cells.map((name) => store.view.cells[name]);
    if (next) diagonalDrawn(cells[0], [next[0] - start[0], next[1] - start[1]]);
    return;
  }
  const same = ["edge", "corner"].includes(rule.tool) ? sameClue(cells) : null;
  if (same) removeDrawn(same);
  else if (rule.tool === "arrow") finishArrow(cells);
  else collect(cells);
}

/** The dot of the rule that is at these cells already; null for none. */
function sameClue(cells) {
  const { rule } = store.tool, wanted = [...cells].sort().join();
  return store.view.clues.find((clue) => clue.rule === rule.name && clue.path && [...clue.cells].sort().join() === wanted) ?? null;
}

/** A second click on a dot removes it. */
function removeDrawn({ path }) {
  set({ tool: { ...store.tool, path: null, among: null } });
  change({ kind: "remove", paths: [path] });
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

/** Add a clue beside the grid, or edit the one that is there. */
export function outsideClicked(side, index) {
  const { rule } = store.tool;
  const there = store.view.clues.find(({ path, parameters, rule: name }) => path && name === rule.name
    && parameters.side === side && parameters.index === index);
  if (there) editClue(there);
  else place({ side, index });
  if (there) announce();
}

/** Add a clue along a diagonal, of which the first cell and one further are known, or a step towards it. */
export function diagonalDrawn(start, [down, right]) {
  place({ start, direction: `${down > 0 ? "down" : "up"}-${right > 0 ? "right" : "left"}` });
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

/** The parameter that is typed after a clue has been drawn, if there is one. */
export const typedParameter = ({ parameters }) => parameters.find(({ kind, name }) => kind === "number" && name !== "index")
  ?? parameters.find(({ kind }) => ["numbers", "text"].includes(kind));

const isDrawn = ({ rule, values }) => rule.collects.every((name) => values[name]);

const isComplete = (tool) => isDrawn(tool) && tool.rule.parameters.every(({ name, required }) => !required || name in tool.values);

/**
 * Put the clue at a place; add it at once if nothing is missing. What was typed for the clue before is sent first; the
 * next clue has another number, unless that was typed before it was drawn.
 */
function place(where) {
  const { rule, isTyped } = store.tool, typed = typedParameter(rule), wasComplete = isComplete(store.tool);
  if (isTyped && wasComplete) submit();
  const values = { ...store.tool.values, ...where };
  if (typed && typed.default === null && rule.tool !== "edge" && (wasComplete || !isTyped)) delete values[typed.name];
  notice("typed", "");
  set({ tool: { rule, values, path: null, among: null, base: { ...store.tool.base, ...where }, isTyped: isTyped && !wasComplete } });
  if (!isDrawn(store.tool)) return;
  if (isComplete(store.tool)) submit();
  announce();
}

/** How many clues of a rule there will be, while the server has yet to act on some that were added. */
const coming = new Map();

/** Add the clue, or change the one that is edited. */
export function submit() {
  const { rule, values, path } = store.tool;
  if (path) {
    change({ kind: "change", path, parameters: values });
    Object.assign(store.tool, { among: null, isTyped: false, base: values });
    return;
  }
  const number = Math.max(cluesOf(rule).length, coming.get(rule.name) ?? 0);
  coming.set(rule.name, number + 1);
  change({ kind: "add", rule: rule.name, parameters: values });
  set({ tool: { rule, values, path: [rule.name, number], among: null, base: values } });
}

const cluesOf = (rule) => store.view.clues.filter((clue) => clue.path?.[0] === rule.name).map((clue) => clue.name);

/** Follow the clue that is edited when others come and go; once it is gone, the form is for a new one. */
function follow() {
  if (store.unanswered || !store.view?.clues) return;
  coming.clear();
  const { tool } = store;
  if (!tool?.path) return;
  const [name, former] = tool.path, clues = cluesOf(tool.rule), { among } = tool;
  const number = among === null || among.length === clues.length ? former : clues.indexOf(among[former]);
  tool.among = clues;
  if (!(number in clues)) set({ tool: { ...tool, path: null } });
  else if (number !== former) set({ tool: { ...tool, path: [name, number] } });
}

on("view unanswered", follow);

/** Set a value of the form. */
export function setValue(name, value) {
  const values = { ...store.tool.values };
  if (value === "" || value === null) delete values[name];
  else values[name] = value;
  store.tool.values = values;
}
