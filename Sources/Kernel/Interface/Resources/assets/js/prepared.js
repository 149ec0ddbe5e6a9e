// A link to a file that is made when it is asked for: the browser shows nothing until its first byte, so a word does.

import { show } from "./toast.js";

/** @param {HTMLElement} element */
export default function start(element) {
  element.addEventListener("click", () => show(element.dataset.prepared || "", undefined, "note"));
}
