// Reading by keyboard. Letters act only while the text itself has the focus, so they never collide with typing.

/**
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./caret.js").KeyboardSelection} KeyboardSelection
 * @typedef {{turn: (by: number) => void, edge: (isEnd: boolean) => void, bookmark: () => void,
 *   open: (name: string) => void, toBar: () => void, isBusy: () => boolean}} Actions
 */

/**
 * @param {HTMLElement} view
 * @param {Layout} layout
 * @param {KeyboardSelection} selection
 * @param {Actions} actions
 */
export function watchKeyboard(view, layout, selection, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || actions.isBusy()) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.nodeName) || target.isContentEditable) return;
    const isOnControl = target.closest("a[href], button, summary, audio, [role='toolbar'], [tabindex='0']") !== null;
    if (event.key === "Escape" && selection.selecting.chosen) {
      event.preventDefault();
      selection.end();
      view.focus({ preventScroll: true });
      return;
    }
    if (selection.key(event)) return event.preventDefault();
    if (event.key === "Enter" && selection.selecting.chosen && !isOnControl) {
      event.preventDefault();
      actions.toBar();
      return;
    }
    if (isOnControl && (event.key === " " || event.key === "Enter" || target.closest("[role='toolbar'], .reader-wide"))) return;
    if (act(event)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event */
  function act(event) {
    const isForwardArrow = layout.isRightToLeft ? "ArrowLeft" : "ArrowRight";
    const isBackArrow = layout.isRightToLeft ? "ArrowRight" : "ArrowLeft";
    switch (event.key) {
      case isForwardArrow: return event.shiftKey ? false : done(actions.turn(1));
      case isBackArrow: return event.shiftKey ? false : done(actions.turn(-1));
      case "ArrowDown": return layout.isColumnar && !event.shiftKey ? done(actions.turn(1)) : false;
      case "ArrowUp": return layout.isColumnar && !event.shiftKey ? done(actions.turn(-1)) : false;
      case " ": return done(actions.turn(event.shiftKey ? -1 : 1));
      case "PageDown": return done(actions.turn(1));
      case "PageUp": return done(actions.turn(-1));
      case "Home": return event.shiftKey ? false : done(actions.edge(false));
      case "End": return event.shiftKey ? false : done(actions.edge(true));
      default: return letter(event.key);
    }
  }

  /** @param {string} key */
  function letter(key) {
    const active = document.activeElement;
    if (active !== view && active !== document.body) return false;
    switch (key.toLowerCase()) {
      case "h": return done(selection.begin());
      case "b": return done(actions.bookmark());
      case "c": return done(actions.open("contents"));
      case "n": return done(actions.open("notebook"));
      case "/": return done(actions.open("find"));
      case "?": return done(actions.open("settings"));
      default: return false;
    }
  }

  /** @param {void} _ */
  function done(_) {
    return true;
  }
}
