// A word after something was done. It goes away by itself, or when one goes on and presses something else: then it would lie over what
// is used next. Who needs longer keeps it by pointing at it or moving the focus into it. What was not done stays its time.

const life = 7000;

/** @param {HTMLElement} toast */
export default function start(toast) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button icon-button-plain";
  button.setAttribute("aria-label", toast.dataset.close || "");
  button.textContent = "×";
  toast.append(button);
  hold();
  // The buttons that stay at the foot of a phone may take several lines.
  const place = document.getElementById("toasts");
  const actions = document.querySelector(".page-actions");
  if (place && actions && getComputedStyle(actions).position === "sticky")
    place.style.setProperty("--foot", innerHeight - actions.getBoundingClientRect().top + "px");
  const going = new AbortController();
  function leave() {
    going.abort();
    toast.classList.add("is-leaving");
    window.setTimeout(() => toast.remove(), 260);
  }
  button.addEventListener("click", leave);
  // Coming back to the page is no second time that it was done.
  window.addEventListener("pageshow", (event) => event.persisted && toast.remove());
  let timer = window.setTimeout(leave, life);
  const stay = () => window.clearTimeout(timer);
  const go = () => {
    stay();
    timer = window.setTimeout(leave, life);
  };
  if (!toast.classList.contains("toast-warning")) {
    document.addEventListener(
      "pointerdown",
      (event) => event.target instanceof Node && !toast.contains(event.target) && leave(),
      { signal: going.signal },
    );
  }
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("pointerleave", go);
  toast.addEventListener("focusin", stay);
  toast.addEventListener("focusout", go);
}

/** Where words have a place of their own in the page, it stays open: what is below must not move under a finger when they go. */
export function hold() {
  const place = document.getElementById("toasts");
  if (!place || getComputedStyle(place).position !== "sticky") return;
  place.style.minHeight = Math.max(parseFloat(place.style.minHeight) || 0, place.offsetHeight) + "px";
}

// What the server said about an upload, carried over by upload.js.
const carried = sessionStorage.getItem("stoa.word");
if (carried) {
  sessionStorage.removeItem("stoa.word");
  const [words, sign] = JSON.parse(carried);
  show(words, undefined, sign);
}

/** Shows a word, already in the reader's language, with the sign of what it says: "done", "note" or "warning".
 * @param {string} words @param {string} [closeLabel] @param {string} [sign] */
export function show(words, closeLabel, sign) {
  const place = document.getElementById("toasts");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "toast toast-" + (sign || "done");
  toast.setAttribute("role", "status");
  toast.dataset.close = closeLabel || "×";
  const parts = /** @type {HTMLTemplateElement | null} */ (document.getElementById("script-parts"));
  const icon = parts && parts.content.querySelector("[data-sign=" + (sign || "done") + "] > svg");
  if (icon) toast.append(icon.cloneNode(true));
  const text = document.createElement("p");
  text.textContent = words;
  toast.append(text);
  place.append(toast);
  start(toast);
}
