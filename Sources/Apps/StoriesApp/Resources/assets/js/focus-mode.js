// Nothing but the text: everything around it goes until Escape. The paragraph that one is in can be clear and the others dim.

/** @typedef {import("./surface.js").Stretch} Stretch */

const plain = "stoa.stories.no-dimming";

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field
 * @param {(stretches: Stretch[] | null) => HTMLElement} draw
 * @param {() => boolean} isTaken whether the copy over the text shows something else */
export function focuses(editor, field, draw, isTaken) {
  const bar = /** @type {HTMLElement} */ (editor.querySelector("[data-focus-bar]"));
  const dimmer = /** @type {HTMLElement} */ (bar.querySelector("[data-focus-dim]"));
  const root = document.documentElement;
  let dims = true;
  try { dims = localStorage.getItem(plain) === null; } catch (error) { dims = true; }

  /** @returns {boolean} */
  function isOn() { return root.classList.contains("is-focus-mode"); }

  function show() {
    if (!isOn() || isTaken()) return;
    editor.classList.toggle("is-dimmed", dims);
    dimmer.setAttribute("aria-pressed", String(dims));
    if (!dims) return void draw(null);
    const [text, caret] = [field.value, field.selectionStart];
    const before = text.lastIndexOf("\n\n", caret - 1);
    const after = text.indexOf("\n\n", Math.max(caret, before + 2));
    draw([{ from: before < 0 ? 0 : before + 2, to: after < 0 ? text.length : after, looks: ["here"] }]);
  }

  function enter() {
    root.classList.add("is-focus-mode");
    bar.hidden = false;
    field.dispatchEvent(new Event("stoa:resize"));
    field.focus();
    show();
  }

  function leave() {
    root.classList.remove("is-focus-mode");
    editor.classList.remove("is-dimmed");
    bar.hidden = true;
    if (!isTaken()) draw(null);
    field.dispatchEvent(new Event("stoa:resize"));
    field.focus();
  }

  dimmer.addEventListener("click", () => {
    dims = !dims;
    try {
      if (dims) localStorage.removeItem(plain);
      else localStorage.setItem(plain, "1");
    } catch (error) {
      // It holds for this page alone.
    }
    show();
  });
  /** @type {HTMLElement} */ (bar.querySelector("[data-focus-leave]")).addEventListener("click", leave);
  field.addEventListener("input", show);
  document.addEventListener("selectionchange", () => { if (document.activeElement === field) show(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOn() && !event.isComposing && !event.defaultPrevented) leave();
  });
  return { enter: enter, show: show };
}
