/** Several clues become one: at least one of them holds, exactly two, none … whatever rule takes clues. */

import { make, title } from "./elements.js";
import { change } from "./pens.js";
import { set, store } from "./store.js";

const rules = () => (store.palette?.rules ?? []).filter((rule) => rule.parameters.some(({ kind }) => kind === "clues"));

const keyOf = (path) => JSON.stringify(path);

export const isChosen = (clue) => store.combining?.chosen.has(keyOf(clue.path)) ?? false;

/** Choose a clue, or take it back. */
export function choose(clue) {
  const { rule = rules()[0], chosen = new Set(), values = {} } = store.combining ?? {}, others = new Set(chosen);
  if (!others.delete(keyOf(clue.path))) others.add(keyOf(clue.path));
  set({ combining: { rule, values, chosen: others } });
}

const stop = () => set({ combining: null });

function combine() {
  const { rule, chosen, values } = store.combining;
  stop();
  change({ kind: "combine", rule: rule.name, paths: [...chosen].map((key) => JSON.parse(key)), parameters: values });
}

/** What is shown above the clues: a button, or the choice of what is to hold of the chosen ones. */
export function combiningBar() {
  if (!store.combining) {
    const begin = () => set({ combining: { rule: rules()[0], values: {}, chosen: new Set() } });
    return make("div", { class: "combining" },
      make("button", { id: "combine", title: "Make one clue of several: at least one of them holds, none, two …", onclick: begin }, "Combine …"));
  }
  const { rule, chosen, values } = store.combining;
  const kinds = make("select", { "aria-label": "What holds of the chosen clues" },
    ...rules().map(({ name, text }) => make("option", { value: name, title: text }, text.split(/[.;]/)[0])));
  kinds.value = rule.name;
  kinds.onchange = () => set({ combining: { ...store.combining, rule: rules().find(({ name }) => name === kinds.value), values: {} } });
  const numbers = rule.parameters.filter(({ kind }) => kind === "number").map(({ name }) => numberField(name, values));
  const isReady = chosen.size > 0 && numbers.every(({ control }) => control.value);
  const ready = make("button", { class: "main", disabled: !isReady, onclick: combine }, "Combine");
  for (const { control } of numbers) control.addEventListener("input", () => { ready.disabled = !chosen.size || !control.value; });
  return make("div", { class: "combining open" },
    make("p", {}, chosen.size ? `${chosen.size} chosen.` : "Choose the clues below."), kinds, ...numbers.map(({ label }) => label),
    make("div", { class: "row" }, ready, make("button", { onclick: stop }, "Cancel")));
}

function numberField(name, values) {
  const control = make("input", { name, type: "number", min: 0, value: values[name] ?? "" });
  control.addEventListener("input", () => { values[name] = control.value === "" ? null : Number(control.value); });
  return { control, label: make("label", {}, title(name), control) };
}
