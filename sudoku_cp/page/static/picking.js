/**
 * Clues on the board: a click picks one, a drag moves it, and it is copied, mirrored, turned or removed. What is picked is
 * the clue that the tool in use edits, with `isPicked`.
 */

import { centre, nameAt } from "./geometry.js";
import { change } from "./pens.js";
import { set, store } from "./store.js";
import { editClue, leaveTool } from "./tools.js";

/** The greatest distance in cells from the middle of a dot, and of a clue beside the grid, at which a click picks it. */
const DOT = 0.2, BESIDE = 0.5;

const ruleOf = (clue) => store.palette?.rules.find(({ name }) => name === clue.rule);

const samePath = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

/** The clue that the tool in use edits, or null. */
export const editedClue = () => store.view?.clues?.find(({ path }) => samePath(path, store.tool?.path)) ?? null;

export const pickedClue = () => (store.tool?.isPicked ? editedClue() : null);

/** The distance of a point from the middle of some points, in cells. */
function distance([x, y], points) {
  const [across, down] = [0, 1].map((axis) => points.reduce((sum, each) => sum + each[axis], 0) / points.length);
  return Math.hypot(x - across, y - down) / store.view.unit;
}

const besideAt = ([row, column]) => [(column - 0.5) * store.view.unit, (row - 0.5) * store.view.unit];

/** The dot, or the clue beside the grid, under a point of the picture; null for none. */
export function clueUnder(point) {
  return store.view.clues.findLast((clue) => {
    if (!clue.path) return false;
    if (["edge", "corner"].includes(ruleOf(clue)?.tool)) return distance(point, clue.cells.map(centre)) < DOT;
    return clue.places.some((place) => distance(point, [besideAt(place)]) < BESIDE);
  }) ?? null;
}

/** The smallest clue that has a cell among its own, and is not about the whole grid. */
export function clueWith(name) {
  const found = store.view.clues.filter(({ path, cells, inner }) => path && !inner.length && cells.includes(name));
  return found.sort((one, other) => one.cells.length - other.cells.length)[0] ?? null;
}

export const pick = (clue) => editClue(clue, true);

/** Remove the clue that is picked. */
export function removePicked() {
  const { path } = pickedClue();
  leaveTool();
  set({ hovered: null });
  change({ kind: "remove", paths: [path] });
}

const cellsOf = (text) => text.split(/[\s,]+/).filter(Boolean).map((name) => store.view.cells[name]);

/** The names of the parameters of a clue that hold cells. */
const cellParameters = (clue) => (ruleOf(clue)?.parameters ?? []).filter(({ kind, name }) => kind === "cells" && clue.parameters[name]);

/** The parameters of a clue after its cells have gone elsewhere; null if one would leave the grid. */
function moved(clue, place) {
  const parameters = { ...clue.parameters };
  for (const { name } of cellParameters(clue)) {
    const names = cellsOf(parameters[name]).map((cell) => nameAt(...place(cell)));
    if (!names.every((each) => each in store.view.cells)) return null;
    parameters[name] = names.join(" ");
  }
  return parameters;
}

const shiftedBy = (rows, columns) => ([row, column]) => [row + rows, column + columns];

/** The parameters of the clue that is picked after a drag; null if it would leave the grid. */
export const draggedBy = (rows, columns) => moved(pickedClue(), shiftedBy(rows, columns));

/** Whether a clue is beside the grid, so that it is turned and mirrored with the whole of it. */
const isBeside = (clue) => clue.places.length > 0;

/** The first row and column of the cells of a clue, and the last ones: of the whole grid for one that is beside it. */
function extent(clue) {
  if (isBeside(clue)) return [1, 1, store.view.height, store.view.width];
  const cells = cellParameters(clue).flatMap(({ name }) => cellsOf(clue.parameters[name]));
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  return [Math.min(...rows), Math.min(...columns), Math.max(...rows), Math.max(...columns)];
}

const SIDES = {
  mirror: { left: ["right", false], right: ["left", false], top: ["top", true], bottom: ["bottom", true] },
  turn: { top: ["right", false], right: ["bottom", true], bottom: ["left", false], left: ["top", true] },
};
const DIAGONALS = {
  mirror: { "down-right": "down-left", "down-left": "down-right", "up-right": "up-left", "up-left": "up-right" },
  turn: { "down-right": "down-left", "down-left": "up-left", "up-left": "up-right", "up-right": "down-right" },
};

/** The parameters of a clue that is mirrored from left to right, or turned by a quarter; null if there is no room for it. */
function transformed(clue, how) {
  const [top, left, bottom, right] = extent(clue);
  const place = how === "mirror" ? ([row, column]) => [row, left + right - column]
    : ([row, column]) => [top + column - left, left + bottom - row];
  const steps = [[0, 0], ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((by) => [[-by, 0], [0, -by], [-by, -by], [by, 0], [0, by]])];
  for (const [rows, columns] of isBeside(clue) ? [[0, 0]] : steps) {
    const parameters = moved(clue, (cell) => shiftedBy(rows, columns)(place(cell)));
    if (parameters) return { ...parameters, ...besideAfter(clue.parameters, how) };
  }
  return null;
}

/** The side and the index, or the diagonal, of a clue beside the grid. */
function besideAfter({ side, index, direction }, how) {
  if (side in SIDES[how]) {
    const [to, isReversed] = SIDES[how][side], length = ["top", "bottom"].includes(side) ? store.view.width : store.view.height;
    return { side: to, index: isReversed ? length + 1 - index : index };
  }
  return direction in DIAGONALS[how] ? { direction: DIAGONALS[how][direction] } : {};
}

/** Give the clue that is edited other parameters. */
export function replaceEdited(parameters) {
  if (!parameters) return;
  const { tool } = store;
  set({ tool: { ...tool, values: parameters, among: null, base: parameters, isTyped: false } });
  change({ kind: "change", path: tool.path, parameters });
}

const mirror = () => replaceEdited(transformed(editedClue(), "mirror"));
const turn = () => replaceEdited(transformed(editedClue(), "turn"));

/** Add the same clue beside the one that is edited. */
function copy() {
  const clue = editedClue(), length = clue.parameters.side && store.view.height;
  const places = [[1, 1], [1, 0], [0, 1], [-1, 0], [0, -1], [-1, -1]].map(([rows, columns]) => moved(clue, shiftedBy(rows, columns)));
  const beside = length && { ...clue.parameters, index: (clue.parameters.index % length) + 1 };
  const parameters = beside || places.find(Boolean);
  if (parameters) change({ kind: "add", rule: clue.rule, parameters });
}

/** What can be done with the clue that is edited, as the words and the function of buttons. */
export function actions() {
  const clue = editedClue();
  if (!clue || !(cellParameters(clue).length || clue.parameters.side)) return [];
  return [["Copy", copy], ["Mirror", mirror], ["Turn", turn]];
}
