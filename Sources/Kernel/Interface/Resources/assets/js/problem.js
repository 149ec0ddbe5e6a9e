// A refusal above a form: it is heard first, and its ways lead to the wrong fields in the order in which they stand.

/** @param {HTMLElement} problem */
export default function start(problem) {
  const list = problem.querySelector(".problem-fields");
  if (list) inOrder(Array.from(list.children)).forEach((way) => list.append(way));
  if (!document.querySelector("[autofocus]")) problem.focus({ preventScroll: true });
}

/** @param {Element[]} ways */
function inOrder(ways) {
  /** @param {Element} way */
  const field = (way) => document.querySelector(/** @type {string} */ (/** @type {Element} */ (way.firstElementChild).getAttribute("href")));
  return ways.sort((one, other) => {
    const [first, second] = [field(one), field(other)];
    return first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}
