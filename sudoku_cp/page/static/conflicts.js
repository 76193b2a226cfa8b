/** Two texts of which one has to go on: both are shown, and undo brings back the one that was not chosen. */

import { byId, make } from "./elements.js";
import { on, store } from "./store.js";

const dialog = byId("choice");

/** The texts that the dialog has shown, so that it does not open again after it was closed. */
let shown = null;

function side([mine, theirs]) {
  const cell = (text, kind) => make("td", { class: text === null ? "none" : mine === theirs ? "" : kind }, text ?? "");
  return make("tr", {}, cell(mine, "mine"), cell(theirs, "theirs"));
}

/**
 * Ask which text shall go on.
 *
 * @param {{title: string, words: string, rows: string[][]}} content What has happened, and the two texts line by line.
 * @param {string[]} names What the two are called.
 * @param {Array} choices For each button its words, and what it does; the first is the one that is proposed.
 */
export function askWhich({ title, words, rows }, names, choices) {
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...rows.map(side)));
  const buttons = choices.map(([label, choose], at) => make("button", {
    class: at ? "" : "main",
    autofocus: !at,
    onclick: () => {
      dialog.close();
      choose();
    },
  }, label));
  const later = make("button", { class: "close", onclick: () => dialog.close() }, "Decide later");
  dialog.replaceChildren(make("h2", { id: "choice-title" }, title), make("p", {}, words),
    make("div", { class: "sides", tabindex: 0 }, table), make("div", { class: "row" }, ...buttons, later));
  if (!dialog.open) dialog.showModal();
  table.querySelector(".mine, .theirs, .none")?.scrollIntoView({ block: "center" });
}

function compare(send) {
  const { text, rows, both, words } = store.saved.conflict, name = store.file.split("/").at(-1);
  const take = (choice) => () => send("decide", { take: choice, seen: text });
  const choices = [["Keep mine", take("mine")], ["Take the file’s", take("theirs")]];
  if (both) choices.unshift(["Keep both changes", take("both")]);
  shown = JSON.stringify(rows);
  askWhich({ title: words, words: "Nothing is lost: choose which text goes on, and Undo brings the other one back.", rows },
    ["On this page", `In ${name}`], choices);
}

/** Ask about the file, if another program has changed what the page has changed as well. */
export function startConflicts(send) {
  const button = byId("decide");
  on("saved", () => {
    const conflict = store.saved.conflict;
    button.hidden = !conflict?.rows && !conflict?.is_gone;
    if (!conflict?.rows) {
      if (dialog.open && shown !== null) dialog.close();
      shown = null;
    }
    if (button.hidden) return;
    button.textContent = conflict.rows ? "Compare …" : "Save it again";
    button.onclick = conflict.rows ? () => compare(send) : () => send("decide", { take: "mine", seen: null });
    if (conflict.rows && shown !== JSON.stringify(conflict.rows)) compare(send);
  });
}
