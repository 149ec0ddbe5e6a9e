// One box that ticks all items of the list, and a bar that says how many are ticked and what can be done with them. Without this script each is
// ticked by itself, and the form below the list does the rest.

const all = document.querySelector("[data-select-all]");
/** @type {HTMLInputElement[]} */
const boxes = [];
document.querySelectorAll("input[data-select]").forEach((box) => {
  if (box instanceof HTMLInputElement) boxes.push(box);
});

if (all instanceof HTMLInputElement) {
  const label = all.closest("[hidden]");
  if (label instanceof HTMLElement) label.hidden = false;
  const bar = document.querySelector("[data-selection]");
  const count = document.querySelector("[data-selection-count]");
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    if (bar instanceof HTMLElement) bar.hidden = ticked === 0;
    if (count instanceof HTMLElement) count.textContent = (count.dataset.words || "").replace("%1", String(ticked));
  };
  /** @param {boolean} isTicked */
  const tick = (isTicked) => {
    boxes.forEach((box) => { box.checked = isTicked; });
    show();
  };
  all.addEventListener("change", () => tick(all.checked));
  boxes.forEach((box) => box.addEventListener("change", show));
  const clear = document.querySelector("[data-selection-clear]");
  if (clear) {
    clear.addEventListener("click", () => {
      tick(false);
      all.focus();
    });
  }
  // The browser may have kept what was ticked before.
  show();
}
