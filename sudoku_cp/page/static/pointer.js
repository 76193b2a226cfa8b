/** The mouse, the pen and the finger on the board. */

import { pointOf } from "./board.js";
import { byId } from "./elements.js";
import { cellAt, cellUnder, cornerUnder, edgeUnder, isNearMiddle, touch } from "./geometry.js";
import { clueUnder, clueWith, draggedBy, pick, pickedClue, replaceEdited } from "./picking.js";
import { beginPainting, endPainting, paint } from "./regions.js";
import { addToSelection, isEmpty, removeFromSelection, select, selectEqual } from "./selection.js";
import { holdDrawing, set, store } from "./store.js";
import { isPinched } from "./zoom.js";
import { diagonalDrawn, drawingKind, finishDrawing, leaveTool, outsideClicked, typeNumber } from "./tools.js";

const board = byId("board");
let drag = null;

function begin(event) {
  if (isPinched()) {
    drag = null;
    return;
  }
  if (event.button > 0 || !store.view?.cells) return;
  board.focus({ preventScroll: true });
  const point = pointOf(event), side = event.target.dataset?.side, name = cellUnder(point);
  const under = store.tool && !store.tool.isPicked ? null : clueUnder(point);
  board.setPointerCapture(event.pointerId);
  if (side && !store.tool.isPicked) {
    sideClicked(side, Number(event.target.dataset.index), point);
  } else if (store.tool?.rule.paints) {
    drag = { paints: true };
    beginPainting(name);
  } else if (pickedClue() && (under === pickedClue() || (!under && pickedClue().cells.includes(name)))) {
    drag = { from: point, parameters: null };
  } else if (under && !store.play) {
    pick(under);
    drag = { from: point, parameters: null };
  } else if (store.tool && !store.tool.isPicked && drawsOnBoard()) {
    drag = { draws: true, last: point };
    draw(point);
  } else {
    if (store.tool?.isPicked) leaveTool();
    beginSelection(event, name);
  }
  event.preventDefault();
}

const drawsOnBoard = () => ["line", "arrow", "cells", "edge", "corner", "cell", "diagonal"].includes(store.tool.rule.tool);

/** A click beside the grid; for a diagonal, its half of the place says where the arrow points. */
function sideClicked(side, index, [x, y]) {
  if (store.tool.rule.tool !== "diagonal") return outsideClicked(side, index);
  const { height, width, unit } = store.view, isAcross = ["top", "bottom"].includes(side);
  const along = (isAcross ? x : y) / unit - index + 0.5, last = isAcross ? width : height;
  const step = index < 1 ? 1 : index > last ? -1 : along > 0 ? 1 : -1, inward = ["top", "left"].includes(side) ? 1 : -1;
  const edge = inward > 0 ? 1 : isAcross ? height : width;
  const start = isAcross ? cellAt(edge, index + step) : cellAt(index + step, edge);
  if (start) diagonalDrawn(start, isAcross ? [inward, step] : [step, inward]);
  return undefined;
}

/** Move the clue that is picked by whole cells; one beside the grid goes to the place under the pointer. */
function movePicked(event, point) {
  const { unit } = store.view, [columns, rows] = [0, 1].map((axis) => Math.round((point[axis] - drag.from[axis]) / unit));
  const clue = pickedClue(), side = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.side;
  if (!clue) return;
  if (clue.parameters.side) {
    const index = Number(document.elementFromPoint(event.clientX, event.clientY)?.dataset?.index);
    drag.parameters = side ? { ...clue.parameters, side, index } : null;
    return;
  }
  const parameters = rows || columns ? draggedBy(rows, columns) : null;
  drag.parameters = parameters;
  const to = parameters && clue.cells.map((name) => store.view.cells[name]).map(([row, column]) => cellAt(row + rows, column + columns));
  set({ drawn: to?.every(Boolean) ? { kind: "cells", cells: to } : null });
}

function beginSelection(event, name) {
  if (name === null) {
    select([]);
    return;
  }
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  const removes = adds && store.selection.has(name);
  drag = { removes, last: pointOf(event) };
  if (removes) removeFromSelection(name);
  else if (adds) addToSelection(name);
  else select([name]);
}

/** The points from one to another, close enough that no cell between them is skipped. */
function between([x, y], [toX, toY]) {
  const parts = Math.max(1, Math.ceil((4 * Math.hypot(toX - x, toY - y)) / store.view.unit));
  return Array.from({ length: parts }, (_, at) => [x + ((toX - x) * (at + 1)) / parts, y + ((toY - y) * (at + 1)) / parts]);
}

/** A fast pointer passes cells between two events: those that the browser has merged, and the way between them, count. */
function moved(event) {
  if (!store.view?.cells || isPinched()) return;
  for (const each of event.getCoalescedEvents?.() ?? []) goOn(each);
  goOn(event);
}

function goOn(event) {
  const point = pointOf(event), from = drag?.last ?? point;
  if (drag?.from) return movePicked(event, point);
  if (drag) drag.last = point;
  for (const each of drag ? between(from, point) : [point]) passOver(each);
  return undefined;
}

function passOver(point) {
  if (!drag) {
    if (store.tool && ["edge", "corner"].includes(store.tool.rule.tool)) preview(point);
    return;
  }
  if (drag.draws) {
    draw(point);
    return;
  }
  if (drag.paints) {
    if (isNearMiddle(point)) paint(cellUnder(point));
    return;
  }
  const name = cellUnder(point);
  if (name === null || !isNearMiddle(point)) return;
  if (drag.removes) {
    if (store.selection.has(name)) removeFromSelection(name);
  } else if (!store.selection.has(name)) {
    addToSelection(name);
  }
}

function preview(point) {
  const cells = store.tool.rule.tool === "edge" ? edgeUnder(point) : cornerUnder(point);
  set({ drawn: cells && { kind: "point", cells } });
}

function draw(point) {
  const drawn = drawingKind(store.tool), kind = drawn === "diagonal" ? "line" : drawn, name = cellUnder(point);
  if (kind === "edge" || kind === "corner") {
    preview(point);
  } else if (kind === "cell") {
    set({ drawn: name && { kind: "cells", cells: [name] } });
  } else if (name !== null && (isNearMiddle(point) || store.drawn === null)) {
    extend(kind, name);
  }
}

/** Add a cell to what is being drawn; going back along a line takes its end away. */
function extend(kind, name) {
  const cells = store.drawn?.cells ?? [];
  if (cells.at(-1) === name) return;
  if (["line", "arrow"].includes(kind)) {
    if (cells.length > 1 && cells.at(-2) === name) set({ drawn: { kind, cells: cells.slice(0, -1) } });
    else if (!cells.length || touch(cells.at(-1), name)) set({ drawn: { kind, cells: [...cells, name] } });
  } else if (!cells.includes(name)) {
    set({ drawn: { kind, cells: [...cells, name] } });
  }
}

function end(event) {
  if (drag?.from) {
    set({ drawn: null });
    replaceEdited(drag.parameters);
  }
  if (drag?.draws && store.drawn) finishDrawing(store.drawn.cells, event.shiftKey);
  if (drag?.paints) endPainting();
  drag = null;
}

/** Listen to the pointer. */
export function startPointer() {
  document.addEventListener("pointerdown", (event) => holdDrawing(Boolean(event.target.closest("#clues"))), true);
  for (const ending of ["pointerup", "pointercancel"]) document.addEventListener(ending, () => setTimeout(() => holdDrawing(false)), true);
  board.addEventListener("pointerdown", begin);
  board.addEventListener("pointermove", moved);
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", () => {
    drag = null;
    set({ drawn: null });
  });
  board.addEventListener("dblclick", (event) => {
    const name = store.tool ? null : cellUnder(pointOf(event)), clue = name && isEmpty(name) && !store.play ? clueWith(name) : null;
    if (clue) pick(clue);
    if (pickedClue()) typeNumber();
    else if (name) selectEqual(name);
  });
}
