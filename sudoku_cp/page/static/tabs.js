/** The tabs beside the board, with the keys that WAI-ARIA names: arrows, Home and End. */

import { byId } from "./elements.js";

const tabs = [...document.querySelectorAll("[data-tab]")];

/** Show a panel; only its tab is reached by the key Tab. */
export function openTab(name) {
  for (const tab of tabs) {
    const isOpen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    byId(tab.dataset.tab).hidden = !isOpen;
  }
}

function moved(event) {
  const last = tabs.length - 1, at = tabs.indexOf(event.currentTarget);
  const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // the arrows of the board are others
  openTab(tabs[to].dataset.tab);
  tabs[to].focus();
}

/** Let clicks and keys open tabs. */
export function startTabs() {
  for (const tab of tabs) {
    tab.onclick = () => openTab(tab.dataset.tab);
    tab.onkeydown = moved;
  }
}
