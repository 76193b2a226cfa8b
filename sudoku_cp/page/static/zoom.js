/** The board enlarged and moved: by two fingers, or by the wheel with Ctrl. */

import { byId, make } from "./elements.js";
import { on, set, store } from "./store.js";

const board = byId("board"), stage = byId("stage");

/** The largest scale; 1 shows all of the board. */
const MOST = 5;

let view = { scale: 1, x: 0, y: 0 };
const fingers = new Map();

/** Whether two fingers hold the board, so that neither draws. */
export const isPinched = () => fingers.size > 1;

function show({ scale, x, y }) {
  const bounded = Math.min(MOST, Math.max(1, scale));
  const most = [(board.offsetWidth * (bounded - 1)) / 2, (board.offsetHeight * (bounded - 1)) / 2];
  const [toX, toY] = [x, y].map((value, axis) => Math.min(most[axis], Math.max(-most[axis], value)));
  view = { scale: bounded, x: toX, y: toY };
  board.style.transform = bounded === 1 ? "" : `translate(${toX}px, ${toY}px) scale(${bounded})`;
  stage.classList.toggle("zoomed", bounded > 1);
}

/** Enlarge the board; what is at a point of the screen stays there. */
function enlarge(by, [x, y]) {
  const scale = Math.min(MOST, Math.max(1, view.scale * by)), box = stage.getBoundingClientRect(), factor = scale / view.scale;
  const [fromX, fromY] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
  show({ scale, x: fromX - (fromX - view.x) * factor, y: fromY - (fromY - view.y) * factor });
}

const middle = ([one, other]) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]);
const places = () => [...fingers.values()].slice(0, 2);

function down(event) {
  if (event.pointerType !== "touch") return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (isPinched()) set({ drawn: null });
}

function move(event) {
  if (!fingers.has(event.pointerId)) return;
  const before = places();
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (!isPinched()) return;
  const after = places(), [fromX, fromY] = middle(before), to = middle(after);
  show({ ...view, x: view.x + to[0] - fromX, y: view.y + to[1] - fromY });
  enlarge(apart(after) / apart(before), to);
}

const up = (event) => fingers.delete(event.pointerId);

/** Let fingers and the wheel enlarge the board; a button shows all of it again. */
export function startZoom() {
  const all = make("button", { id: "whole", title: "Show the whole board", onclick: () => show({ scale: 1, x: 0, y: 0 }) }, "1:1");
  stage.append(all);
  board.addEventListener("pointerdown", down, { capture: true });
  board.addEventListener("pointermove", move, { capture: true });
  for (const kind of ["pointerup", "pointercancel"]) board.addEventListener(kind, up);
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    enlarge(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
  }, { passive: false });
  let shown = "";
  on("view", () => {
    const cells = store.view.cells && JSON.stringify([store.view.width, store.view.height]);
    if (cells && cells !== shown) show({ scale: 1, x: 0, y: 0 });
    shown = cells || shown;
  });
}
