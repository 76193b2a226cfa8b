/** Where cells are on the board, and what of it is under the pointer. */

import { store } from "./store.js";

/** The size of a cell in the units of the picture. */
export const unit = () => store.view.unit;

/** The upper left corner of a cell. */
export function corner(name) {
  const [row, column] = store.view.cells[name];
  return [(column - 1) * unit(), (row - 1) * unit()];
}

export function centre(name) {
  const [x, y] = corner(name);
  return [x + unit() / 2, y + unit() / 2];
}

export const nameAt = (row, column) => `r${row}c${column}`;

/** The name of the cell at a place, or null. */
export function cellAt(row, column) {
  const name = nameAt(row, column);
  return name in store.view.cells ? name : null;
}

/** The cell under a point of the picture, or null. */
export const cellUnder = ([x, y]) => cellAt(Math.floor(y / unit()) + 1, Math.floor(x / unit()) + 1);

/** Whether a point is near the middle of its cell, so that a drag along a diagonal misses the cells beside it. */
export function isNearMiddle([x, y]) {
  const offset = (value) => Math.abs((value / unit()) % 1 - 0.5);
  return Math.hypot(offset(x), offset(y)) < 0.4;
}

/** The two cells at the border that is nearest to a point, or null. */
export function edgeUnder([x, y]) {
  const across = x / unit(), down = y / unit();
  const column = Math.round(across), row = Math.round(down);
  const pairs = Math.abs(across - column) < Math.abs(down - row)
    ? [cellAt(Math.floor(down) + 1, column), cellAt(Math.floor(down) + 1, column + 1)]
    : [cellAt(row, Math.floor(across) + 1), cellAt(row + 1, Math.floor(across) + 1)];
  return pairs.every(Boolean) ? pairs : null;
}

/** The four cells around the corner that is nearest to a point, or null. */
export function cornerUnder([x, y]) {
  const row = Math.round(y / unit()), column = Math.round(x / unit());
  const four = [cellAt(row, column), cellAt(row, column + 1), cellAt(row + 1, column), cellAt(row + 1, column + 1)];
  return four.every(Boolean) ? four : null;
}

/** Whether two cells touch, at least at a corner. */
export function touch(one, other) {
  const [row, column] = store.view.cells[one], [otherRow, otherColumn] = store.view.cells[other];
  return one !== other && Math.abs(row - otherRow) <= 1 && Math.abs(column - otherColumn) <= 1;
}

/** The outline of cells as the data of a path. */
export function outline(names) {
  const inside = new Set(names);
  let data = "";
  for (const name of inside) {
    const [row, column] = store.view.cells[name], [x, y] = corner(name), u = unit();
    if (!inside.has(nameAt(row - 1, column))) data += `M${x},${y}h${u}`;
    if (!inside.has(nameAt(row + 1, column))) data += `M${x},${y + u}h${u}`;
    if (!inside.has(nameAt(row, column - 1))) data += `M${x},${y}v${u}`;
    if (!inside.has(nameAt(row, column + 1))) data += `M${x + u},${y}v${u}`;
  }
  return data;
}
