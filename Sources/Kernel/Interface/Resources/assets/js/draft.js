// What somebody writes outlives the end of their session, a slip of the Back key and a server that does not answer: it stays in this tab
// until it has arrived or is discarded, and is theirs alone. `data-draft` on a form names who writes; `data-draft-sends` marks the form
// that sends it, with the address of the one it was written in if that was another; `data-draft-discard` on a link throws it away.

/** @typedef {{person: string, values: Record<string, string>, sent?: boolean}} Draft */

const place = "stoa.drafts";

/** By the address that the form goes to.
 * @returns {Record<string, Draft>} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(place) || "{}");
  } catch (error) {
    return {};
  }
}

/** @param {Record<string, Draft>} drafts */
function keep(drafts) {
  try {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(place, JSON.stringify(drafts));
    else sessionStorage.removeItem(place);
  } catch (error) {
    // A tab that keeps nothing only loses this comfort.
  }
}

/** @param {string} address */
function forget(address) {
  const drafts = all();
  delete drafts[address];
  keep(drafts);
}

/** @param {HTMLElement} form */
function address(form) { return form.getAttribute("data-draft-sends") || form.getAttribute("action") || ""; }

/** Whether this page says that what was sent did not arrive: it asks who one is, refuses, cannot reach the server, or was gone back to. */
function isReturn() {
  // Conversations are the one thing under /account/ that people write in.
  return /^\/(account\/(?!messages)|terms\/)/.test(location.pathname) || performance.navigation.type === 2
    || document.querySelector(".problem, .alert-danger, [data-unreachable]") !== null;
}

/** What had been sent has arrived when any other page follows. */
function settle() {
  const drafts = all();
  const sent = Object.keys(drafts).filter((one) => drafts[one].sent);
  if (sent.length === 0) return;
  const back = isReturn();
  sent.forEach((one) => {
    if (back) drafts[one].sent = false;
    else delete drafts[one];
  });
  keep(drafts);
}

/** @param {HTMLFormElement} form
 * @returns {(HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]} */
function fields(form) {
  return Array.prototype.filter.call(form.elements, (/** @type {HTMLInputElement} */ field) =>
    field.name && /^(text|search|textarea|select-one)$/.test(field.type));
}

/** Fills a form with what its author had begun, and keeps what they write.
 * @param {HTMLElement} element */
export default function start(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const person = form.getAttribute("data-draft") || "";
  const drafts = all();
  if (Object.keys(drafts).some((one) => drafts[one].person !== person)) {
    // Another person sits at this computer now.
    Object.keys(drafts).forEach((one) => { if (drafts[one].person !== person) delete drafts[one]; });
    keep(drafts);
  }
  const action = form.getAttribute("action") || "";
  const draft = drafts[action];
  // A browser that goes back restores some fields by itself; other words than those of the draft are not touched.
  if (draft && fields(form).every((field) => !field.value || field.value === draft.values[field.name])) {
    fields(form).filter((field) => field.value !== draft.values[field.name]).forEach((field) => {
      field.value = draft.values[field.name] || "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  form.addEventListener("input", () => {
    /** @type {Draft} */
    const written = { person: person, values: {} };
    fields(form).forEach((field) => { written.values[field.name] = field.value; });
    keep(Object.assign(all(), { [action]: written }));
  });
}

settle();
document.querySelectorAll("[data-draft-sends]").forEach((form) => {
  form.addEventListener("submit", () => {
    const drafts = all();
    const draft = drafts[address(/** @type {HTMLElement} */ (form))];
    if (draft) draft.sent = true;
    keep(drafts);
  });
});
document.querySelectorAll("[data-draft-discard]").forEach((link) => {
  link.addEventListener("click", () => forget(link.getAttribute("data-draft-discard") || ""));
});
