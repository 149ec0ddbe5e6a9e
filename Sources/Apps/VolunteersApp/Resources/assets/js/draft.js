// What somebody writes outlives the end of their session: it stays in this tab until it is sent or discarded, and is theirs alone.

const place = "volunteers.draft";
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-post-form]"));
const sends = document.querySelector("[data-draft-sends]");
const names = ["title", "body", "category", "area"];

/** @returns {any} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(place) || "null");
  } catch (error) {
    return null;
  }
}

/** @param {any} draft */
function keep(draft) {
  try {
    if (draft) sessionStorage.setItem(place, JSON.stringify(draft));
    else sessionStorage.removeItem(place);
  } catch (error) {
    // A tab that keeps nothing only loses this comfort.
  }
}

/** @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (form).elements.namedItem(name));
}

if (form) {
  const action = form.getAttribute("action");
  const author = form.getAttribute("data-author");
  let draft = kept();
  if (draft && draft.author !== author) {
    // Another person sits at this computer now.
    keep(null);
    draft = null;
  }
  if (draft && draft.action === action && names.every((name) => !field(name).value)) {
    names.forEach((name) => { field(name).value = draft[name] || ""; });
    field("body").dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.addEventListener("input", () => {
    /** @type {any} */
    const written = { action: action, author: author };
    names.forEach((name) => { written[name] = field(name).value; });
    keep(written);
  });
} else if (sends) {
  sends.addEventListener("submit", () => {
    const draft = kept();
    if (draft) keep(Object.assign(draft, { isSent: true }));
  });
} else if ((kept() || {}).isSent) {
  // The page of an own request: it arrived.
  keep(null);
}

document.querySelectorAll("[data-draft-discard]").forEach((link) => link.addEventListener("click", () => keep(null)));

export {};
