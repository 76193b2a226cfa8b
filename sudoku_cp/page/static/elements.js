/** Elements of the page and of pictures; all texts are set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with properties, and with children that are elements or texts. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made[key] = value;
    else if (key.startsWith("aria-")) made.setAttribute(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** An SVG element with attributes and perhaps a text. */
export function draw(name, attributes = {}, text = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

const filled = new WeakMap();

/** Replace the children of an element, unless they show the same as before; `shown` is what they show, as JSON. */
export function fill(element, shown, children) {
  const key = JSON.stringify(shown);
  if (filled.get(element) === key) return;
  filled.set(element, key);
  element.replaceChildren(...children());
}

export const byId = (id) => document.getElementById(id);

/** Whether an element takes what is typed and pasted itself. */
export const isField = (element) => Boolean(element.matches?.("input, textarea, select"));

/** Words of a name: `region_sum_line` becomes `region sum line`. */
export const words = (name) => name.replaceAll("_", " ");

/** The words of a name as a title: `Region sum line`. */
export const title = (name) => name.charAt(0).toUpperCase() + words(name.slice(1));
