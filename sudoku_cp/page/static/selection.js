/** The selected cells, and how they move. */

import { cellAt } from "./geometry.js";
import { set, store } from "./store.js";

export function select(names, cursor = names.at(-1) ?? null) {
  set({ selection: new Set(names), cursor });
}

export function addToSelection(name) {
  set({ selection: new Set([...store.selection, name]), cursor: name });
}

export function removeFromSelection(name) {
  const rest = new Set(store.selection);
  rest.delete(name);
  set({ selection: rest, cursor: name });
}

/** Select all cells with the same digit, or with the same marks if there is none. */
export function selectEqual(name) {
  const wanted = contentOf(name);
  const equal = Object.keys(store.view.cells).filter((other) => contentOf(other) === wanted);
  select(wanted === "" ? [name] : equal, name);
}

/** Whether a cell has neither a digit nor a mark. */
export const isEmpty = (name) => contentOf(name) === "";

function contentOf(name) {
  const mark = store.marks[name] ?? {}, digit = store.view.givens[name] ?? mark.digit;
  if (digit !== undefined) return `digit ${digit}`;
  const small = [mark.corner, mark.centre, mark.colours];
  return small.some(Boolean) ? JSON.stringify(small) : "";
}

/** Move the cursor; at the border it goes on at the other side. */
export function move(rows, columns, extends_) {
  const names = Object.keys(store.view.cells);
  let [row, column] = store.view.cells[store.cursor ?? names[0]];
  if (store.cursor === null) return select([names[0]]);
  const { height, width } = store.view;
  do {
    row = ((row - 1 + rows + height) % height) + 1;
    column = ((column - 1 + columns + width) % width) + 1;
  } while (cellAt(row, column) === null);
  const name = cellAt(row, column);
  return extends_ ? addToSelection(name) : select([name]);
}

export const selectAll = () => select(Object.keys(store.view.cells));
