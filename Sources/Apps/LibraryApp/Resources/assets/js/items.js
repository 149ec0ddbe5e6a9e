// One box that ticks all items of the list. Without this script each is ticked by itself.

const all = document.querySelector("[data-select-all]");
/** @type {HTMLInputElement[]} */
const boxes = [];
document.querySelectorAll("input[data-select]").forEach((box) => {
  if (box instanceof HTMLInputElement) boxes.push(box);
});

if (all instanceof HTMLInputElement) {
  const label = all.closest("[hidden]");
  if (label instanceof HTMLElement) label.hidden = false;
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  };
  all.addEventListener("change", () => {
    boxes.forEach((box) => { box.checked = all.checked; });
    show();
  });
  boxes.forEach((box) => box.addEventListener("change", show));
  // The browser may have kept what was ticked before.
  show();
}
