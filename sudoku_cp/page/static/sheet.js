/** On a phone the tools are a sheet at the lower edge; the board shares the screen with the form of the tool in use. */

import { byId } from "./elements.js";
import { on, store } from "./store.js";

const sheet = document.querySelector(".left"), button = byId("tools"), stage = byId("stage");

function show(isOpen) {
  document.body.classList.toggle("sheet", isOpen);
  button.setAttribute("aria-expanded", isOpen);
  if (isOpen) scrollTo({ top: 0 });
}

/** Leave the board what the form does not need, also while the keyboard of the phone is open. */
function fit() {
  document.body.style.setProperty("--sheet", `${sheet.offsetHeight}px`);
  if (!store.tool || !document.body.classList.contains("sheet")) return;
  const isCovered = stage.getBoundingClientRect().bottom > sheet.getBoundingClientRect().top;
  if (isCovered && getComputedStyle(sheet).position === "fixed") stage.scrollIntoView({ block: "start" });
}

/** Open the sheet by its button; choosing a tool leaves its form, and leaving the tool closes the sheet. */
export function startSheet() {
  button.onclick = () => show(!document.body.classList.contains("sheet"));
  let wasInUse = false;
  on("tool", () => {
    const isInUse = store.tool !== null;
    document.body.classList.toggle("in-use", isInUse);
    if (isInUse !== wasInUse) show(isInUse);
    wasInUse = isInUse;
  });
  document.addEventListener("pointerdown", (event) => {
    const isElsewhere = !sheet.contains(event.target) && event.target !== button;
    if (isElsewhere && !store.tool && document.body.classList.contains("sheet")) show(false);
  });
  new ResizeObserver(fit).observe(sheet);
  addEventListener("resize", fit);
}
