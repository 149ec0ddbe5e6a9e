// @ts-check
// Opens a folded part where there is room for it: <details data-open-when="(min-width: 1000px)">.

/** @type {NodeListOf<HTMLDetailsElement>} */
const parts = document.querySelectorAll("details[data-open-when]");
Array.prototype.forEach.call(parts, function (/** @type {HTMLDetailsElement} */ part) {
  const wanted = part.getAttribute("data-open-when") || "";
  if (window.matchMedia(wanted).matches) part.open = true;
});
export {};
