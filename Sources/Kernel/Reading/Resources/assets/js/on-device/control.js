// The button that keeps a publication on this device, and takes it off again.

import { forget, keep, NotKept, renewPage } from "./keep.js";
import { find, works } from "./store.js";

/** @param {HTMLElement} control */
export async function start(control) {
  const id = control.dataset.keep || "";
  const button = /** @type {HTMLButtonElement | null} */ (control.querySelector("[data-keep-button]"));
  const words = control.querySelector("[data-keep-words]");
  const cover = /** @type {HTMLTemplateElement | null} */ (control.querySelector("[data-keep-cover]"));
  const list = /** @type {HTMLElement | null} */ (control.querySelector("[data-keep-list]"));
  if (!works || !button || !words || !cover || !list) return;
  let isBusy = false;
  const show = async () => {
    const isKept = (await find(id)) !== null;
    control.classList.toggle("is-kept", isKept);
    list.hidden = !isKept;
    button.removeAttribute("aria-busy");
    words.textContent = (isKept ? control.dataset.removeText : control.dataset.keepText) || "";
    return isKept;
  };
  /** @param {number} done @param {number} of */
  const progress = (done, of) => {
    words.textContent = (control.dataset.keepingText || "").replace("%1", String(done)).replace("%2", String(of));
  };
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    try {
      if (await find(id)) {
        await forget(id);
        say(control.dataset.removedText, "done");
      } else {
        await keep(id, cover.innerHTML, progress);
        say(control.dataset.keptText, "done");
      }
    } catch (failure) {
      const reason = failure instanceof NotKept ? failure.reason : "lost";
      say(control.dataset[reason + "Text"] || control.dataset.lostText, "warning");
    }
    isBusy = false;
    await show();
  });
  const isKept = await show();
  control.hidden = false;
  // Whoever looks at it with a connection may have changed something since it was kept.
  if (isKept) window.setTimeout(() => renewPage(id).catch(() => undefined), 2000);
}

/** @param {string | undefined} words @param {string} sign */
export function say(words, sign) {
  document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: words || "", sign: sign } }));
}
