// Writing a chapter: every pause is on this device at once and on the server soon after. What is said about where the text is is true.

import { keep } from "../../interface/js/kept.js";
import { fetchFresh, take } from "../../interface/js/renew.js";
import { find, isUnsent, me, put, remove } from "./manuscripts.js";
import { Refusal, randomName, send, splice } from "./save.js";
import { answerEnter } from "./enter.js";
import { footnotes } from "./footnote.js";
import { use } from "./formatting.js";
import { keepInSight } from "./in-sight.js";
import { links } from "./link.js";
import { tools as moreTools } from "./tools.js";
import { counted } from "./words.js";

/** @typedef {import("./manuscripts.js").Manuscript} Manuscript */

// In milliseconds: after a pause the text is kept on the device and then sent; who writes without one is not left unsent for longer than the last.
const keepAfter = 60;
const sendAfter = 1500;
const sendWithin = 6000;
const tryAgainAfter = 15000;
const renewAfter = 250;

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-editor]"));
if (root) start(root);

/** @param {HTMLElement} element */
function start(element) {
  const form = /** @type {HTMLFormElement} */ (element.querySelector("form"));
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));
  const heading = /** @type {HTMLInputElement} */ (form.elements.namedItem("title"));
  const base = /** @type {HTMLInputElement} */ (form.elements.namedItem("base"));
  const notes = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("notes"));
  const notesBefore = /** @type {HTMLInputElement} */ (form.elements.namedItem("notesBefore"));
  const where = /** @type {HTMLElement} */ (element.querySelector("[data-where]"));
  const count = /** @type {HTMLElement} */ (element.querySelector("[data-count]"));
  const tools = /** @type {HTMLElement} */ (element.querySelector("[data-tools]"));
  const words = element.dataset;
  const chapter = words.chapter || "";

  /** @type {Manuscript} */
  let manuscript = {
    key: me() + "/" + chapter, person: me(), chapter: chapter, address: words.editor || "", base: Number(base.value), baseText: field.defaultValue,
    baseTitle: heading.defaultValue, text: field.defaultValue, title: heading.defaultValue, writtenAt: Date.now(),
    notes: notes.defaultValue, baseNotes: notesBefore.defaultValue,
  };
  let keeping = 0;
  let sending = 0;
  let firstUnsent = 0;
  let renewing = 0;
  let isSending = false;
  /** Whether the device has what stands in the fields, as far as it was asked; one without room refuses. */
  let isKept = true;
  /** Whether the device has something that the server lacks. */
  let isWaiting = false;
  /** In which fields somebody wrote on this page, maybe before this script was there. What a browser puts back into a page it returns to is nobody's writing.
   * @type {Set<EventTarget | null>} */
  const typed = new Set([field, heading, notes].filter((one) => one.value !== one.defaultValue));
  /** What waits for the answer to a save.
   * @type {(() => void) | null} */
  let again = null;
  const goal = showGoal(element, words.sayGoal || "", counted(field.value));
  const conflicts = moreTools(element, field);
  /** The last keeping on the device. @type {Promise<void>} */
  let kept = Promise.resolve();

  const begun = find(chapter).then(takeKept, () => undefined).then(() => {
    element.setAttribute("data-ready", "");
    manuscript.isInForm = undefined;
    if (isUnsent(manuscript)) schedule();
  });
  if ("caches" in window && !document.documentElement.hasAttribute("data-kept")) keep(location.pathname).catch(() => undefined);

  [field, heading, notes].forEach((one) => one.addEventListener("input", () => {
    typed.add(one);
    written();
  }));
  tools.hidden = false;
  use(tools, field);
  answerEnter(field, heading);
  links(element, field);
  footnotes(element, field);
  keepInSight(element, field);
  // While this page is open no other one sends what it keeps; see unsent.js.
  const locks = /** @type {any} */ (navigator).locks;
  if (locks) locks.request("stoa-manuscript/" + manuscript.key, () => new Promise(() => undefined)).catch(() => undefined);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    save();
  });
  field.addEventListener("stoa:resize", fit);
  window.addEventListener("resize", fit);
  window.addEventListener("online", () => deliver());
  element.addEventListener("stoa:event", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    const data = (news && news.data) || {};
    if (news && news.kind === "standing") return void renewStanding();
    if (!data.chapter || (String(data.chapter) === chapter && data.head > manuscript.base)) look();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) leaving(); });
  window.addEventListener("pagehide", leaving);
  // What neither the device nor the server has is on this page alone.
  window.addEventListener("beforeunload", (event) => {
    leaving();
    if (!isKept && !manuscript.isInForm && (isTouched() || isUnsent(manuscript))) event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const button = /** @type {SubmitEvent} */ (event).submitter;
    const wish = button && button.getAttribute("value");
    if (button && (wish === "publish" || wish === "schedule" || wish === "draft") && navigator.onLine) {
      // What is published, scheduled or shown to first readers is what is on the screen: the form carries the text itself.
      base.value = String(manuscript.base);
      if (!isSending) return publishing();
      // The same words twice at once would be two devices to the server.
      again = () => form.requestSubmit(button);
    }
    event.preventDefault();
    form.removeAttribute("data-sent");
    form.querySelectorAll("[aria-busy]").forEach((one) => one.removeAttribute("aria-busy"));
    if (button) button.removeAttribute("aria-busy");
    if (wish === "preview") preview();
    else if (!again) save();
  }, true);
  grow();

  /** Somebody asked for it, so it is said even where there is nothing to do. */
  function save() {
    begun.then(remember).then(() => {
      if (isUnsent(manuscript)) return deliver();
      say(words.saySaved);
      document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: words.saySaved, sign: "check" } }));
    });
  }

  /** Readers’ look of what is on the screen: it is made of what the server has. */
  async function preview() {
    await begun.then(remember);
    if (isSending) return void (again = preview);
    if (isUnsent(manuscript)) await deliver();
    if (!isUnsent(manuscript)) location.assign(words.preview || "");
  }

  /** The form takes the text along: a save of its own right after it would be one too many. */
  function publishing() {
    window.clearTimeout(sending);
    manuscript.isInForm = true;
    remember();
    window.clearTimeout(sending);
  }

  /** Whether something stands in a field that `manuscript` doesn't have. */
  function isTouched() { return field.value !== manuscript.text || heading.value !== manuscript.title || notes.value !== manuscript.notes; }

  /** What this device has of the chapter, where it is more or newer than the page.
   * @param {Manuscript | undefined} known */
  function takeKept(known) {
    if (!known || (known.base < manuscript.base && !isUnsent(known))) return;
    // Notes have no revisions: those of the server count, unless this page is an older one that the device kept, or there are unsent ones.
    const isKept = document.documentElement.hasAttribute("data-kept");
    if (known.notes === undefined || (!isKept && known.notes === known.baseNotes)) known.notes = known.baseNotes = notes.defaultValue;
    conflicts.knew(known.wordings || []);
    if (known.base === manuscript.base && !isUnsent(known) && known.baseText === manuscript.baseText && known.notes === manuscript.notes) return;
    manuscript = known;
    isWaiting = isUnsent(known);
    if (!typed.has(field)) field.value = known.text;
    if (!typed.has(heading)) heading.value = known.title;
    if (!typed.has(notes)) notes.value = known.notes || "";
    notesBefore.value = known.baseNotes || "";
    // Somebody was quicker than the database.
    if (isTouched()) return written();
    say(isUnsent(known) ? words.sayKept : words.saySaved);
    tell();
  }

  function written() {
    manuscript.isInForm = undefined;
    if (!firstUnsent) firstUnsent = Date.now();
    window.clearTimeout(keeping);
    keeping = window.setTimeout(() => remember().then(schedule), keepAfter);
    tell();
  }

  /** Keeps the text on the device as it is now. */
  function remember() {
    window.clearTimeout(keeping);
    if (isTouched()) manuscript.writtenAt = Date.now();
    manuscript.text = field.value;
    manuscript.title = heading.value;
    manuscript.notes = notes.value;
    if (!isUnsent(manuscript) && !isWaiting) return Promise.resolve();
    kept = store().then(() => {
      if (!isUnsent(manuscript)) say(words.saySaved);
      else if (!isKept) say(navigator.onLine ? words.sayFailed : words.sayUnsaved);
      else if (!isSending) say(navigator.onLine ? words.sayKept : words.sayOffline);
    });
    return kept;
  }

  /** Puts the manuscript on the device, if it has room. */
  async function store() {
    manuscript.wordings = conflicts.known();
    isWaiting = isUnsent(manuscript);
    isKept = await put(manuscript).then(() => true, () => false);
    // An older text that stayed there would be taken for one that was never sent.
    if (!isKept && !isUnsent(manuscript)) await remove(manuscript.key).catch(() => undefined);
  }

  function schedule() {
    window.clearTimeout(sending);
    if (manuscript.isInForm) return;
    const overdue = firstUnsent ? Math.max(0, firstUnsent + sendWithin - Date.now()) : sendAfter;
    sending = window.setTimeout(deliver, Math.min(sendAfter, overdue));
  }

  async function deliver() {
    window.clearTimeout(sending);
    if (isSending || !isUnsent(manuscript)) return;
    manuscript.isInForm = undefined;
    isSending = true;
    firstUnsent = 0;
    if (!manuscript.sent) manuscript.sent = { name: randomName(), text: manuscript.text, title: manuscript.title, notes: manuscript.notes };
    const sent = manuscript.sent;
    // Under the name it is kept with: a browser that ends here sends the same again.
    await store();
    say(words.saySaving);
    try {
      const answer = await send(manuscript);
      manuscript.base = answer.revision;
      manuscript.baseText = sent.text;
      manuscript.baseTitle = answer.title;
      manuscript.sent = undefined;
      if (manuscript.title === sent.title) manuscript.title = heading.value = answer.title;
      base.value = String(answer.revision);
      if (typeof answer.notes === "string") {
        if (notes.value === sent.notes) notes.value = manuscript.notes = answer.notes;
        manuscript.baseNotes = notesBefore.value = answer.notes;
      }
      goal.took(answer.wordsToday, counted(sent.text), counted(field.value));
      const merged = field.value === sent.text ? answer.text : null;
      if (typeof merged === "string") adopt(merged, answer.head);
      conflicts.took(answer.wordings, sent.text);
      await store();
      // Who wrote on meanwhile is told nothing: it isn't all there yet.
      if (!isTouched() && !isUnsent(manuscript)) say(words.saySaved);
      if (typeof merged === "string" && answer.conflicts === 0) announceMerge();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
        say(error.message);
        // Sent again with whatever is changed next, under a new name.
        if (error.status === 422 || error.status === 413 || error.code === "stories.notes-too-long") manuscript.sent = undefined;
      } else {
        say(!isKept ? words.sayUnsaved : error instanceof Refusal ? words.sayRefused : words.sayOffline);
        sending = window.setTimeout(deliver, tryAgainAfter);
      }
      return;
    } finally {
      isSending = false;
      const waiting = again;
      again = null;
      if (waiting) waiting();
    }
    if (field.value !== manuscript.baseText || heading.value !== manuscript.baseTitle || notes.value !== manuscript.baseNotes) remember().then(schedule);
  }

  /** Takes over what another device saved, where nothing of this one waits to be sent; otherwise the next save brings both together. */
  async function look() {
    if (isSending || isUnsent(manuscript) || isTouched()) return;
    const answer = await fetch(manuscript.address, { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const chapterNow = await answer.json();
    if (isSending || isUnsent(manuscript) || field.value !== manuscript.text || chapterNow.revision <= manuscript.base) return;
    const before = field.value;
    adopt(chapterNow.text, chapterNow.revision);
    conflicts.took(chapterNow.wordings, before);
    manuscript.baseTitle = manuscript.title = heading.value = chapterNow.title;
    await store();
    say(words.saySaved);
    if (chapterNow.conflicts === 0) announceMerge();
  }

  /** What readers see may have changed on another device; the text stays as it is here. */
  function renewStanding() {
    window.clearTimeout(renewing);
    renewing = window.setTimeout(() => {
      fetchFresh(location.href).then((page) => take(page, ["#chapter-standing", "#chapter-publishing", ".page-actions"])).catch(() => undefined);
    }, renewAfter);
  }

  /** Shows the text that the server made of this device's and another's; the caret stays where it was in the words.
   * @param {string} text @param {number} head */
  function adopt(text, head) {
    const change = splice(field.value, text);
    const shift = (/** @type {number} */ at) =>
      at <= change.start ? at : at >= change.start + change.removed.length ? at + change.inserted.length - change.removed.length : change.start + change.inserted.length;
    const [from, to, top] = [shift(field.selectionStart), shift(field.selectionEnd), window.scrollY];
    field.value = text;
    field.setSelectionRange(from, to);
    window.scrollTo(0, top);
    manuscript.base = head;
    manuscript.baseText = manuscript.text = text;
    base.value = String(head);
    tell();
  }

  function announceMerge() {
    document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: words.sayMerged, sign: "check" } }));
  }

  /** The page may not come back. */
  function leaving() {
    if (manuscript.isInForm) return;
    if (!isKept || isTouched()) remember();
    deliver();
  }

  /** @param {string | undefined} text */
  function say(text) { if (text && where.textContent !== text) where.textContent = text; }

  function tell() {
    const number = counted(field.value);
    count.textContent = (words.sayWords || "").replace("%1", number.toLocaleString(document.documentElement.lang));
    goal.show(number);
    field.dispatchEvent(new Event("stoa:text"));
    grow();
  }

  function grow() {
    if (field.scrollHeight > field.clientHeight) field.style.height = field.scrollHeight + 2 + "px";
  }

  /** The same words need another height where the column is another width. */
  function fit() {
    const top = window.scrollY;
    field.style.height = "";
    grow();
    window.scrollTo(0, top);
  }
}

/** How far the author is with the goal for the day: what the server counted, and what was written since.
 * @param {HTMLElement} element @param {string} sentence @param {number} words */
function showGoal(element, sentence, words) {
  const bar = /** @type {HTMLProgressElement | null} */ (element.querySelector("[data-goal]"));
  const said = element.querySelector("[data-goal-words]");
  let today = Number(bar && bar.dataset.today) || 0;
  let since = words;
  const show = (/** @type {number} */ now) => {
    if (!bar || !said) return;
    const number = Math.max(0, today + now - since);
    bar.value = Math.min(number, bar.max);
    said.textContent = sentence.replace("%1", number.toLocaleString(document.documentElement.lang));
  };
  return {
    show: show,
    took: (/** @type {number} */ counted, /** @type {number} */ then, /** @type {number} */ now) => {
      [today, since] = [counted, then];
      show(now);
    },
  };
}
