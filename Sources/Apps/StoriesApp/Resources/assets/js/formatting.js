// The buttons above the text: each writes the marks of Markdown around what is selected. The browser's own undo takes them back, by its keys and by buttons.

import { isMarked, toggle } from "./emphasis.js";

/** The marks of the buttons that are on or off.
 * @type {Record<string, string>} */
const toggles = { bold: "**", italic: "*" };

const steps = ["undo", "redo"];

/** Whether the browser has a step to take back, or to take again.
 * @param {string} step */
function can(step) {
  try { return document.queryCommandEnabled(step); } catch (error) { return true; }
}

/** @param {HTMLElement} tools @param {HTMLTextAreaElement} field */
export function use(tools, field) {
  tools.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-tool]");
    if (button) apply(button.getAttribute("data-tool") || "", field);
  });
  // Neither a tap nor a click takes the keyboard from the text.
  tools.addEventListener("mousedown", (event) => event.preventDefault());
  // One stop for the Tab key; the arrows go on inside, as in every toolbar.
  const buttons = Array.from(tools.querySelectorAll("button"));
  buttons.forEach((button, index) => { button.tabIndex = index === 0 ? 0 : -1; });
  tools.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (at < 0 || step === 0) return;
    event.preventDefault();
    const next = buttons[(at + step + buttons.length) % buttons.length];
    buttons.forEach((button) => { button.tabIndex = button === next ? 0 : -1; });
    next.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    const tool = key === "b" ? "bold" : key === "i" ? "italic" : "";
    if (!tool) return;
    event.preventDefault();
    apply(tool, field);
  });
  // On a narrow screen they scroll; a faded edge says that there are more.
  const edges = () => {
    const [gone, left] = [Math.abs(tools.scrollLeft), tools.scrollWidth - tools.clientWidth - Math.abs(tools.scrollLeft)];
    tools.classList.toggle("has-before", gone > 1);
    tools.classList.toggle("has-after", left > 1);
  };
  tools.addEventListener("scroll", edges, { passive: true });
  window.addEventListener("resize", edges);
  edges();
  const show = () => {
    for (const tool of Object.keys(toggles)) {
      const button = tools.querySelector("[data-tool=" + tool + "]");
      if (button) button.setAttribute("aria-pressed", String(isMarked(field.value, field.selectionStart, field.selectionEnd, toggles[tool])));
    }
    for (const tool of steps) {
      const button = tools.querySelector("[data-tool=" + tool + "]");
      if (button) button.setAttribute("aria-disabled", String(!can(tool)));
    }
  };
  document.addEventListener("selectionchange", () => { if (document.activeElement === field) show(); });
  field.addEventListener("input", show);
  show();
}

/** @param {string} tool @param {HTMLTextAreaElement} field */
function apply(tool, field) {
  field.focus();
  if (steps.includes(tool)) return void document.execCommand(tool);
  if (toggles[tool]) return around(field, toggles[tool]);
  if (tool === "heading") return atLine(field, "## ");
  if (tool === "quote") return atLine(field, "> ");
  if (tool === "list") return atLine(field, "- ");
  if (tool === "break") write(field, field.selectionEnd, field.selectionEnd, "\n\n* * *\n\n", 9);
}

/** @param {HTMLTextAreaElement} field @param {string} mark */
function around(field, mark) {
  const change = toggle(field.value, field.selectionStart, field.selectionEnd, mark);
  if (change.from !== change.to || change.text) write(field, change.from, change.to, change.text, 0);
  field.setSelectionRange(change.select[0], change.select[1]);
}

/** Begins the line with a mark, or takes it off.
 * @param {HTMLTextAreaElement} field @param {string} mark */
function atLine(field, mark) {
  const caret = field.selectionStart;
  const line = field.value.lastIndexOf("\n", caret - 1) + 1;
  if (field.value.startsWith(mark, line)) return write(field, line, line + mark.length, "", Math.max(0, caret - line - mark.length));
  write(field, line, line, mark, caret - line + mark.length);
}

/** Whether what changes just now is our own doing: it looks like typing to those who listen. */
let isOurs = false;
export function isWriting() { return isOurs; }

/** Puts a text in place of another, as one step of undo.
 * @param {HTMLTextAreaElement} field @param {number} from @param {number} to @param {string} text
 * @param {number} caret where it is afterwards, counted from `from` */
export function write(field, from, to, text, caret) {
  field.setSelectionRange(from, to);
  // The one way that the browser's undo knows of; browsers without it get the plain one.
  isOurs = true;
  const isDone = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (!isDone) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  isOurs = false;
  field.setSelectionRange(from + caret, from + caret);
}
