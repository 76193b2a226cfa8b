/** The board: the server's picture between an overlay of colours below and one of digits and shapes above. */

import { byId, draw } from "./elements.js";
import { centre, corner, outline, unit } from "./geometry.js";
import { clashes, drawDigits } from "./digits.js";
import { COLOURS } from "./marks.js";
import { editedClue } from "./picking.js";
import { draws, store } from "./store.js";
import { drawRegions } from "./regions.js";
import { collectedCells } from "./tools.js";

const board = byId("board"), stage = byId("stage");
const layers = {};
let picture = null;
let ratio = 1;
let built = "";
let drawnPicture = "";

/** The space for clues beside the board, in cells, while such a clue is being placed. */
const ROOM = 0.72;

/** Show a new picture; the overlays stay as long as the cells are the same, also while the pointer draws. */
function show() {
  const cells = JSON.stringify(store.view.cells);
  if (store.view.svg === drawnPicture && cells === built) return;
  const parsed = new DOMParser().parseFromString(store.view.svg, "image/svg+xml").documentElement;
  const shown = document.importNode(parsed, true);
  shown.setAttribute("class", "picture");
  shown.setAttribute("aria-hidden", "true");
  for (const size of ["width", "height"]) shown.removeAttribute(size);
  shown.querySelector(":scope > rect")?.remove(); // the background is that of the page
  shown.querySelector(":scope > title")?.remove();
  if (cells === built) renew(shown);
  else build(shown);
  built = cells;
  drawnPicture = store.view.svg;
  fit();
}

/** Take over from a new picture what differs: the layers before and behind it are neither laid out nor painted again. */
function renew(shown) {
  const old = [...picture.children], fresh = [...shown.children];
  let behind = null;
  while (old.length && fresh.length && old[0].isEqualNode(fresh[0])) {
    old.shift();
    fresh.shift();
  }
  while (old.length && fresh.length && old.at(-1).isEqualNode(fresh.at(-1))) {
    behind = old.pop();
    fresh.pop();
  }
  for (const layer of old) layer.remove();
  for (const layer of fresh) picture.insertBefore(layer, behind);
}

function build(shown) {
  layers.below = draw("svg", { "aria-hidden": "true" });
  for (const name of ["colours", "lights", "chosen"]) {
    layers[name] = draw("g");
    layers.below.append(layers[name]);
  }
  layers.above = draw("svg", { class: "overlay", role: "grid", "aria-label": "Board" });
  for (const name of ["regions", "drawing", "digits", "selection", "sides", "cells"]) {
    layers[name] = draw("g", { class: `${name}-layer` });
    layers.above.append(layers[name]);
  }
  board.replaceChildren(layers.below, shown, layers.above);
  picture = shown;
  for (const name of Object.keys(store.view.cells)) {
    const [x, y] = corner(name);
    const attributes = { x, y, width: unit(), height: unit(), class: "cell", id: `cell-${name}`, role: "gridcell" };
    layers.cells.append(draw("rect", { ...attributes, "data-cell": name }));
  }
}

const isBeside = (tool) => ["outside", "diagonal"].includes(tool?.rule.tool);

/** Show the whole picture, and room beside the grid where clues go while one is placed there. */
function fit() {
  if (!picture) return;
  let [x, y, width, height] = store.view.svg.match(/viewBox="([^"]+)"/)[1].split(" ").map(Number);
  if (isBeside(store.tool)) {
    const u = unit(), right = Math.max(x + width, (store.view.width + ROOM) * u);
    const bottom = Math.max(y + height, (store.view.height + ROOM) * u);
    x = Math.min(x, -ROOM * u);
    y = Math.min(y, -ROOM * u);
    width = right - x;
    height = bottom - y;
  }
  for (const svg of board.children) setAttribute(svg, "viewBox", `${x} ${y} ${width} ${height}`);
  stage.style.setProperty("--ratio", ratio = width / height);
  resize();
  board.classList.toggle("drawing", store.tool !== null);
  drawSides();
}

/** Fill the stage. Only with a size in pixels does the browser not lay out all texts again when others change. */
function resize() {
  board.style.width = `${Math.floor(Math.min(stage.clientWidth, stage.clientHeight * ratio))}px`;
}

/** The places beside the grid that can be clicked. */
function drawSides() {
  layers.sides.replaceChildren();
  if (!isBeside(store.tool)) return;
  const u = unit(), { width, height } = store.view, depth = ROOM * u;
  const add = (side, index, x, y, w, h) => layers.sides.append(
    draw("rect", { x, y, width: w, height: h, class: "side", "data-side": side, "data-index": index, rx: 6 }),
  );
  const beyond = store.tool.rule.tool === "diagonal" ? 1 : 0; // a diagonal may begin at a corner
  for (let row = 1 - beyond; row <= height + beyond; row++) {
    add("left", row, -depth, (row - 1) * u + 3, depth - 4, u - 6);
    add("right", row, width * u + 4, (row - 1) * u + 3, depth - 4, u - 6);
  }
  for (let column = 1; column <= width; column++) {
    add("top", column, (column - 1) * u + 3, -depth, u - 6, depth - 4);
    add("bottom", column, (column - 1) * u + 3, height * u + 4, u - 6, depth - 4);
  }
}

function square(name, attributes) {
  const [x, y] = corner(name);
  return draw("rect", { x, y, width: unit(), height: unit(), ...attributes });
}

const known = (names) => [...names].filter((name) => name in store.view.cells);

function drawColours() {
  layers.colours.replaceChildren();
  for (const name of known(Object.keys(store.marks))) {
    const shown = (store.marks[name].colours ?? []).map((index) => COLOURS[index]);
    const [x, y] = corner(name), part = unit() / shown.length;
    shown.forEach((fill, at) => layers.colours.append(
      draw("rect", { x: x + at * part, y, width: part, height: unit(), fill, class: "tint" }),
    ));
  }
}

function drawLights() {
  layers.lights.replaceChildren();
  stage.classList.toggle("pinned", Boolean(store.step));
  if (!store.step) layers.lights.append(...known(clashes()).map((name) => square(name, { class: "clash" })));
  const add = (names, kind) => layers.lights.append(...known(names ?? []).map((name) => square(name, { class: kind })));
  const lit = store.lit;
  if (lit) {
    const ofClues = lit.clues.flatMap((number) => store.view.clues[number]?.cells ?? []);
    add(new Set([...lit.cells, ...ofClues]), lit.kind);
  }
  if (store.step) {
    add(store.step.look, "looked");
    add(Object.keys(store.step.placed ?? {}), "found");
  }
  if (store.hovered) add(store.hovered, "hovered");
  else if (store.tool?.isPicked) add(editedClue()?.cells, "hovered");
}

function drawSelection() {
  const names = known(store.selection);
  layers.chosen.replaceChildren(...names.map((name) => square(name, { class: "selected" })));
  layers.selection.replaceChildren(draw("path", { d: outline(names), class: "selection" }));
  const cursor = store.cursor in store.view.cells ? `cell-${store.cursor}` : "";
  board.setAttribute("aria-activedescendant", cursor);
}

function drawDrawn() {
  layers.drawing.replaceChildren();
  const drawn = store.drawn, collected = store.tool ? collectedCells(store.tool) : [];
  layers.drawing.append(...known(collected).map((name) => square(name, { class: "drawn-cell" })));
  if (!drawn) return;
  if (["line", "arrow"].includes(drawn.kind)) {
    const points = drawn.cells.map((name) => centre(name).join(","));
    const data = points.length > 1 ? `M${points.join("L")}` : `M${points[0]}h.1`;
    layers.drawing.append(draw("path", { d: data, class: drawn.kind === "arrow" ? "drawn arrow" : "drawn" }));
    if (drawn.kind === "arrow" && !collected.length) drawCircle(drawn.cells[0]);
  } else if (drawn.kind === "cells") {
    layers.drawing.append(...drawn.cells.map((name) => square(name, { class: "drawn-cell" })));
  } else {
    const points = drawn.cells.map(centre);
    const [cx, cy] = [0, 1].map((at) => points.reduce((sum, point) => sum + point[at], 0) / points.length);
    layers.drawing.append(draw("circle", { cx, cy, r: unit() * 0.16, class: "target" }));
  }
}

/** The circle in which an arrow begins. */
function drawCircle(name) {
  const [cx, cy] = centre(name);
  layers.drawing.append(draw("circle", { cx, cy, r: unit() * 0.38, class: "drawn arrow" }));
}

/** What a screen reader says of each cell. */
function describe() {
  for (const rect of layers.cells.children) {
    const name = rect.dataset.cell, [row, column] = store.view.cells[name];
    setAttribute(rect, "aria-label", `row ${row} column ${column}, ${contents(name)}`);
    setAttribute(rect, "aria-selected", `${store.selection.has(name)}`);
  }
}

/** Set an attribute if its value is another one: even the same value would have the browser look at all again. */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function contents(name) {
  const symbol = (digit) => store.view.symbols[store.view.digits.indexOf(digit)];
  const mark = store.marks[name] ?? {};
  if (name in store.view.givens) return `given ${symbol(store.view.givens[name])}`;
  if (mark.digit !== undefined) return `entered ${symbol(mark.digit)}`;
  const parts = ["empty"];
  if (mark.corner) parts.push(`corner ${mark.corner.map(symbol).join(" ")}`);
  if (mark.centre) parts.push(`centre ${mark.centre.map(symbol).join(" ")}`);
  const values = store.layer === "true" ? store.candidates?.values?.[name] : null;
  if (values) parts.push(`possible ${values.map(symbol).join(" ") || "nothing"}`);
  return parts.join(", ");
}

/** Begin to draw whatever changes. */
export function startBoard() {
  board.tabIndex = 0;
  new ResizeObserver(resize).observe(stage);
  const when = (parts, work) => draws(parts, () => picture && work());
  draws("view", () => {
    if (store.view.svg) show();
    board.classList.toggle("stale", Boolean(store.view.error));
  });
  when("tool", fit);
  when("view marks", drawColours);
  when("view marks lit step hovered wrong tool", drawLights);
  when("view selection cursor", drawSelection);
  when("drawn view tool", drawDrawn);
  when("regions view tool", () => drawRegions(layers.regions));
  when("view document marks candidates logical layer answer step play wrong", () => drawDigits(layers.digits));
  when("view marks candidates layer selection", describe);
}

/** A point of the screen in the units of the picture. */
export function pointOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(layers.above.getScreenCTM().inverse());
  return [point.x, point.y];
}
