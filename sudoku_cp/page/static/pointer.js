/** The mouse, the pen and the finger on the board. */

import { pointOf } from "./board.js";
import { byId } from "./elements.js";
import { cellUnder, cornerUnder, edgeUnder, isNearMiddle, touch } from "./geometry.js";
import { addToSelection, removeFromSelection, select, selectEqual } from "./selection.js";
import { set, store } from "./store.js";
import { drawingKind, finishDrawing, outsideClicked } from "./tools.js";

const board = byId("board");
let drag = null;

function begin(event) {
  if (event.button > 0 || !store.view?.cells) return;
  board.focus({ preventScroll: true });
  const point = pointOf(event), side = event.target.dataset?.side;
  board.setPointerCapture(event.pointerId);
  if (side) {
    outsideClicked(side, Number(event.target.dataset.index));
  } else if (store.tool && drawsOnBoard()) {
    drag = { draws: true };
    draw(point);
  } else {
    beginSelection(event, cellUnder(point));
  }
  event.preventDefault();
}

const drawsOnBoard = () => ["line", "arrow", "cells", "edge", "corner", "cell"].includes(store.tool.rule.tool);

function beginSelection(event, name) {
  if (name === null) {
    select([]);
    return;
  }
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  const removes = adds && store.selection.has(name);
  drag = { removes };
  if (removes) removeFromSelection(name);
  else if (adds) addToSelection(name);
  else select([name]);
}

function goOn(event) {
  if (!store.view?.cells) return;
  const point = pointOf(event);
  if (!drag) {
    if (store.tool && ["edge", "corner"].includes(store.tool.rule.tool)) preview(point);
    return;
  }
  if (drag.draws) {
    draw(point);
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
  const kind = drawingKind(store.tool), name = cellUnder(point);
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
  if (drag?.draws && store.drawn) finishDrawing(store.drawn.cells, event.shiftKey);
  drag = null;
}

/** Listen to the pointer. */
export function startPointer() {
  board.addEventListener("pointerdown", begin);
  board.addEventListener("pointermove", goOn);
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", () => {
    drag = null;
    set({ drawn: null });
  });
  board.addEventListener("dblclick", (event) => {
    const name = store.tool ? null : cellUnder(pointOf(event));
    if (name) selectEqual(name);
  });
}
