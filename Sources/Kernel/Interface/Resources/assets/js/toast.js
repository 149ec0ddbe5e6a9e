// A word after something was done. On a small screen what came with the page stands in it and stays, so that it covers nothing;
// every other one goes away by itself, and who needs longer keeps it by pointing at it or moving the focus into it.

const life = 7000;

/** @param {HTMLElement} toast */
export default function start(toast) {
  const place = toast.parentElement;
  const hasRoom = place !== null && getComputedStyle(place).position === "static";
  // An address with a place in the page opens there, where the top is out of sight.
  const stays = hasRoom && toast.hasAttribute("data-toast") && !location.hash;
  if (hasRoom && !stays) toast.classList.add("is-floating");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button icon-button-plain";
  button.setAttribute("aria-label", toast.dataset.close || "");
  button.textContent = "×";
  toast.append(button);
  function leave() {
    toast.classList.add("is-leaving");
    window.setTimeout(() => toast.remove(), 260);
  }
  button.addEventListener("click", leave);
  // Coming back to the page is no second time that it was done.
  window.addEventListener("pageshow", (event) => event.persisted && toast.remove());
  if (stays) return;
  let timer = window.setTimeout(leave, life);
  const stay = () => window.clearTimeout(timer);
  const go = () => {
    stay();
    timer = window.setTimeout(leave, life);
  };
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
  place.querySelectorAll(".is-floating").forEach((earlier) => earlier.remove());
  place.append(toast);
  start(toast);
}
