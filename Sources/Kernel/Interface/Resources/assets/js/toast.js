// A word that goes away by itself; who needs longer keeps it by pointing at it or moving the focus into it.

const life = 7000;

/** @param {HTMLElement} toast */
export default function start(toast) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button icon-button-plain";
  button.setAttribute("aria-label", toast.dataset.close || "");
  button.textContent = "×";
  toast.append(button);
  let timer = window.setTimeout(leave, life);
  function leave() {
    toast.classList.add("is-leaving");
    window.setTimeout(() => toast.remove(), 260);
  }
  const stay = () => window.clearTimeout(timer);
  const go = () => {
    stay();
    timer = window.setTimeout(leave, life);
  };
  button.addEventListener("click", leave);
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("pointerleave", go);
  toast.addEventListener("focusin", stay);
  toast.addEventListener("focusout", go);
}

// What the server said about an upload, carried over by upload.js.
const carried = sessionStorage.getItem("stoa.word");
if (carried) {
  sessionStorage.removeItem("stoa.word");
  show(carried);
}

/** Shows a word, already in the reader's language.
 * @param {string} words @param {string} [closeLabel] */
export function show(words, closeLabel) {
  const place = document.getElementById("toasts");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  toast.dataset.close = closeLabel || "×";
  const text = document.createElement("p");
  text.textContent = words;
  toast.append(text);
  place.append(toast);
  start(toast);
}
