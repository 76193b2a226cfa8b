/** The pad below the board, for the mouse and for touch: pens, digits, colours. */

import { byId, fill, make } from "./elements.js";
import { COLOURS } from "./marks.js";
import { colour, erase, PENS, takesGivens, write } from "./pens.js";
import { draws, set, store } from "./store.js";

const HELP = {
  given: "Digits are givens of the puzzle (G)", digit: "Digits are your own (Z)", corner: "Corner marks (X, or Shift)",
  centre: "Centre marks (C, or Ctrl)", colour: "Colours (V)",
};

function show() {
  if (store.view?.cells) fill(byId("pad"), [store.pen, store.view.digits, store.view.symbols, takesGivens()], buttons);
}

function buttons() {
  const usable = Object.entries(PENS).filter(([pen]) => pen !== "given" || takesGivens());
  const pens = usable.map(([pen, name]) => make("button",
    { "aria-pressed": store.pen === pen, title: HELP[pen], "data-pen": pen, onclick: () => set({ pen }) }, name));
  const keys = store.pen === "colour" ? COLOURS.slice(1).map(swatch) : store.view.digits.map(digit);
  const rubber = make("button", { title: "Erase (Delete)", "aria-label": "Erase", onclick: erase }, "⌫");
  return [make("span", { class: "switch", role: "group", "aria-label": "Pen" }, ...pens), make("span", { class: "digits" }, ...keys, rubber)];
}

function digit(value, at) {
  return make("button", { "data-digit": value, onclick: () => write(value) }, store.view.symbols[at]);
}

function swatch(fill, at) {
  const button = make("button", { class: "swatch", "aria-label": `Colour ${at + 1}`, onclick: () => colour([...store.selection], at + 1) });
  button.style.background = fill;
  return button;
}

/** Show the pad. */
export function startPad() {
  draws("view pen play", show);
}
