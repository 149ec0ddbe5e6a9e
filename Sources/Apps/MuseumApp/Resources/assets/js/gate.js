// The gate: a code from the camera or from a scanner that types, or a member by name, and one large answer. Online the server decides, so that no
// pass gets in twice; offline this device does, and tells the server later.

import { keep } from "../../interface/js/kept.js";
import { CodeCamera } from "./code-camera.js";
import "./desk.js";
import { parse } from "./entry-code.js";
import { FoundRows } from "./gate-found.js";
import { Memory, Refused, ask, gateName, newNonce } from "./gate-memory.js";
import { day, time } from "./moment.js";

/** @typedef {import("./gate-memory.js").Outcome} Outcome */
/** @typedef {import("./gate-memory.js").Look} Look */
/** @typedef {import("./gate-found.js").Found} Found */

/** Whoever waits at a gate waits no longer than this for the server. */
const patience = 2500;
const meetEvery = 30000;
/** A member who is let in goes on; the gate looks for the next one by itself, once the name could be read. Guests are asked about until somebody answers. */
const welcomeFor = 7000;
/** After a letter was typed, in milliseconds. */
const pause = 250;
/** The phone may still be held up after its code was read. */
const sameFor = 8000;
/** As long as the server takes an admission back. */
const undoFor = 15 * 60000;
const oldAfter = 12 * 3600000;
const mostDrift = 20000;

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-gate]"));
if (page && "indexedDB" in window && window.crypto) start(page).catch(() => undefined);

/** @param {HTMLElement} page */
async function start(page) {
  const element = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector("[data-gate-" + name + "]"));
  const [answer, look, camera, opener, form, found, state, warning] = ["answer", "look", "camera", "start", "find", "found", "state", "warning"].map(element);
  const field = /** @type {HTMLInputElement} */ (element("words"));
  const words = page.dataset;
  const gate = await gateName();
  const memory = new Memory({ gate: words.gate || "", batch: words.batch || "", undo: words.undo || "", zone: words.clockZone || "UTC" }, gate);
  let isOnline = navigator.onLine, isMeeting = false, timer = 0;
  let last = { text: "", at: 0 };
  /** The code that was typed last. */
  let unread = "";
  /** @type {Look | null} */
  let present = null;

  await memory.load().catch(() => undefined);
  const video = /** @type {HTMLVideoElement} */ (element("video"));
  const eye = new CodeCamera(video, scanned);
  const rows = new FoundRows(words, /** @type {HTMLTemplateElement} */ (element("with")), called, admit);

  // MARK: Looking

  /** @param {string} text */
  function scanned(text) {
    const code = parse(text);
    const who = code ? code.membership + code.pass : text;
    if (who === last.text && Date.now() - last.at < sameFor) return;
    last = { text: who, at: Date.now() };
    unread = "";
    admit({ code: text.slice(0, 400), nonce: newNonce(), again: false });
  }

  /** @param {Look} wanted */
  async function admit(wanted) {
    eye.pause();
    present = wanted;
    try {
      const outcome = await decide(wanted);
      if (outcome) show(outcome);
      else cardOffline(wanted.code || "");
    } catch (error) {
      const isMany = error instanceof Refused && error.status === 429;
      warn(isMany ? words.wordSlow : words.wordNever);
      // Whoever isn't signed in any more, or may no longer, learns it from the page.
      if (error instanceof Refused && !isMany) location.reload();
      if (eye.isOpen) eye.look();
    }
  }

  /** @param {Look} wanted
   * @returns {Promise<Outcome | null>} null for a printed card, which only the server can check */
  async function decide(wanted) {
    try {
      const told = await ask(words.scans || "", Object.assign({ gate: gate, place: memory.place }, wanted), isOnline ? patience : 800);
      connected(true);
      const outcome = /** @type {Outcome} */ (told.outcome);
      if (outcome.membership && isIn(outcome)) remember(outcome, outcome.membership);
      return outcome;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error;
      connected(false);
      if (wanted.code !== undefined && isPrinted(wanted.code)) return null;
      if (!memory.snapshot) throw error;
      const outcome = await memory.decide(wanted);
      connected(false);
      return outcome;
    }
  }

  /** What the server knows, for when it can't be asked.
   * @param {Outcome} outcome @param {number} membership */
  function remember(outcome, membership) {
    memory.admitted(membership, memory.now()).catch(() => undefined);
    if (outcome.guests) memory.came(membership, outcome.guests - (outcome.guestsLeft || 0) + (outcome.brought || 0)).catch(() => undefined);
  }

  /** @param {Outcome} outcome */
  function isIn(outcome) { return outcome.result === "admitted" || outcome.result === "reentry"; }

  // MARK: Guests

  /** A button for each number of guests that may come along.
   * @param {HTMLElement} card @param {Outcome} outcome */
  function offerGuests(card, outcome) {
    const box = /** @type {HTMLElement | null} */ (card.querySelector("[data-gate-guests]"));
    const left = outcome.guestsLeft || 0;
    if (!box || left === 0) return;
    box.hidden = false;
    // Who was counted beside the name isn't asked for again; a wrong number can still be changed.
    const isAsked = Boolean(present && present.guests !== undefined);
    const change = /** @type {HTMLDetailsElement} */ (box.querySelector("[data-gate-change]"));
    change.open = !isAsked;
    /** @type {HTMLElement} */ (change.firstElementChild).hidden = !isAsked;
    fill(box, "guests", isAsked ? "" : String(left));
    fill(box, "brought", isAsked ? String(outcome.brought || 0) : "");
    box.querySelectorAll("[data-guests]").forEach((each) => {
      const button = /** @type {HTMLButtonElement} */ (each), guests = Number(button.dataset.guests);
      button.type = "button";
      if (guests > left) return button.remove();
      button.setAttribute("aria-pressed", String(guests === outcome.brought && guests > 0));
      button.addEventListener("click", () => { if (present) bring(present, outcome, guests); });
    });
  }

  /** @param {Look} wanted @param {Outcome} outcome @param {number} guests */
  async function bring(wanted, outcome, guests) {
    window.clearTimeout(timer);
    const asked = Object.assign({}, wanted, { guests: guests });
    try {
      let told = outcome;
      try {
        told = /** @type {Outcome} */ ((await ask(words.scans || "", Object.assign({ gate: gate, place: memory.place }, asked), isOnline ? patience : 800)).outcome);
        connected(true);
        if (told.membership) remember(told, told.membership);
      } catch (error) {
        if (error instanceof Refused && error.status < 500) throw error;
        connected(false);
        told = await memory.bring(wanted, outcome, guests);
        connected(false);
      }
      if (present !== wanted) return;
      present = wanted;
      outcome.brought = told.brought;
      if (wanted.guests !== undefined) fill(answer, "brought", String(told.brought || 0));
      answer.querySelectorAll("[data-guests]").forEach((each) => each.setAttribute("aria-pressed", String(Number(/** @type {HTMLElement} */ (each).dataset.guests) === told.brought)));
      timer = window.setTimeout(goOn, welcomeFor);
    } catch (error) {
      warn(words.wordGuests);
    }
  }

  // MARK: Undoing

  /** Takes back an admission of the wrong person.
   * @param {Outcome} outcome */
  async function undo(outcome) {
    window.clearTimeout(timer);
    try {
      const undone = await takeBack(outcome);
      await memory.took(outcome.nonce);
      last = { text: "", at: 0 };
      show(undone);
    } catch (error) {
      warn(error instanceof Refused && error.status < 500 ? words.wordLate : words.wordUndo);
    }
  }

  /** @param {number} [membership] whose admission, where it isn't the last of all */
  function undoLatest(membership) {
    const one = memory.undoable(membership);
    if (one) undo(one.outcome);
  }

  /** @param {Outcome} outcome
   * @returns {Promise<Outcome>} */
  async function takeBack(outcome) {
    try {
      const told = /** @type {Outcome} */ ((await ask(words.undo || "", { gate: gate, nonce: outcome.nonce }, patience)).outcome);
      connected(true);
      // It was decided here, and never sent.
      if (told.result === "unknown") return await memory.takeBack(outcome);
      await memory.forget(outcome, told.usedAt);
      return told;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error;
      if (!(error instanceof Refused)) connected(false);
      if (!await memory.isWaiting(outcome.nonce)) throw error;
      const undone = await memory.takeBack(outcome);
      connected(isOnline);
      return undone;
    }
  }

  /** A wrong admission is seen at once, or when whoever has that membership comes; until then a line above names the last one. Without a connection
   * only what the server hasn't heard of can be undone. */
  function offerUndo() {
    const button = /** @type {HTMLElement | null} */ (answer.querySelector("[data-gate-undo]")), line = element("last");
    const shown = button ? memory.undoable(Number(button.dataset.gateUndo)) : undefined, latest = memory.undoable();
    fill(line, "last", latest ? called(latest.outcome) : "");
    mayUndo(shown).then((can) => { if (button) button.hidden = !can; });
    // Meanwhile somebody else may have been admitted.
    mayUndo(latest).then((can) => { if (memory.undoable() === latest) line.hidden = !can || look.hidden; });
  }

  /** @param {import("./gate-memory.js").Admission | undefined} one
   * @returns {Promise<boolean>} */
  async function mayUndo(one) {
    return Boolean(one && (isOnline || await memory.isWaiting(one.outcome.nonce).catch(() => false)));
  }

  // MARK: The answer

  /** @param {Outcome} outcome */
  function show(outcome) {
    const template = /** @type {HTMLTemplateElement | null} */ (page && page.querySelector('[data-gate-template="' + outcome.result + '"]'));
    if (!template) return;
    answer.replaceChildren(template.content.cloneNode(true));
    const card = /** @type {HTMLElement} */ (answer.firstElementChild);
    fill(card, "name", called(outcome));
    fill(card, "tier", outcome.tier);
    fill(card, "place", outcome.usedPlace);
    fill(card, "giver", outcome.giver);
    const end = outcome.endedAt ? Date.parse(outcome.endedAt) : outcome.expiresAt ? Date.parse(outcome.expiresAt) - 1 : 0;
    fill(card, "ended", end ? day(end, words.clockZone) : "");
    fill(card, "starts", outcome.startsAt ? day(Date.parse(outcome.startsAt), words.clockZone) : "");
    fill(card, "time", outcome.usedAt ? time(Date.parse(outcome.usedAt), words.clockZone) : "");
    look.hidden = true;
    warn(undefined);
    // An altered code may name a member who stands there with a good one.
    if (outcome.result === "invalid") last = { text: "", at: 0 };
    const isLetIn = isIn(outcome);
    if (outcome.result !== "undone") signal(isLetIn);
    offerGuests(card, outcome);
    if (isLetIn) memory.admittedNow(outcome, outcome.undoUntil ? Date.parse(outcome.undoUntil) : memory.now() + undoFor);
    const undoing = /** @type {HTMLElement | null} */ (card.querySelector("[data-gate-undo]"));
    if (undoing) {
      undoing.dataset.gateUndo = String(outcome.membership || 0);
      undoing.addEventListener("click", () => undoLatest(outcome.membership));
    }
    offerUndo();
    offerSale(card, outcome.gift || outcome.desk);
    const next = /** @type {HTMLElement | null} */ (card.querySelector("[data-gate-next]"));
    if (next) {
      // What can't be read is corrected, and not typed again.
      next.addEventListener("click", outcome.result === "invalid" ? goBack : goOn);
      next.focus();
    }
    const again = card.querySelector("[data-gate-again]");
    if (again) again.addEventListener("click", () => { if (present) admit(Object.assign({}, present, { nonce: newNonce(), again: true, code: outcome.membership ? undefined : present.code, membership: outcome.membership })); });
    window.clearTimeout(timer);
    if (isLetIn && !outcome.guestsLeft) timer = window.setTimeout(goOn, welcomeFor);
  }

  /** Whom an answer is about: without a connection this device knows no names, and says the number on the card.
   * @param {{name?: string, membership?: number}} one */
  function called(one) {
    return one.name || (one.membership ? (words.wordMember || "").replace("%1", memory.numberOf(one.membership)) : "");
  }

  /** Leads to the desk, which sells nothing without a connection.
   * @param {HTMLElement} card @param {string | undefined} way */
  function offerSale(card, way) {
    const sale = /** @type {HTMLAnchorElement | null} */ (card.querySelector("[data-gate-sale]"));
    if (!sale) return;
    sale.hidden = !isOnline;
    if (way) sale.href = way;
  }

  /** @param {HTMLElement} card @param {string} name @param {string | undefined} value */
  function fill(card, name, value) {
    const slot = /** @type {HTMLElement | null} */ (card.querySelector('[data-slot="' + name + '"]'));
    if (!slot) return;
    slot.hidden = !value;
    slot.textContent = slot.dataset.says ? slot.dataset.says.replace("%1", value || "") : value || "";
  }

  function goOn() {
    window.clearTimeout(timer);
    answer.replaceChildren();
    found.replaceChildren();
    look.hidden = false;
    field.value = "";
    present = null;
    offerUndo();
    if (eye.isOpen) eye.look();
    else field.focus();
  }

  /** Looks for the same person again. */
  function goBack() {
    const typed = field.value || unread;
    goOn();
    // Whoever scans with the camera typed nothing, and wants no keyboard.
    if (typed === "") return;
    field.value = typed;
    field.select();
  }

  // MARK: Sound

  /** @type {AudioContext | undefined} */
  let audio;

  /** @param {boolean} isGood */
  function signal(isGood) {
    if ("vibrate" in navigator) navigator.vibrate(isGood ? 80 : [200, 100, 200]);
    if (!audio) return;
    const start = audio.currentTime;
    (isGood ? [880, 1320] : [220, 180]).forEach((frequency, turn) => {
      if (!audio) return;
      const tone = audio.createOscillator(), volume = audio.createGain(), length = isGood ? 0.12 : 0.25;
      tone.frequency.value = frequency;
      volume.gain.value = 0.25;
      tone.connect(volume).connect(audio.destination);
      tone.start(start + turn * length);
      tone.stop(start + (turn + 1) * length);
    });
  }

  // MARK: Members by name or number

  let typing = 0;
  field.addEventListener("input", () => {
    window.clearTimeout(typing);
    typing = window.setTimeout(() => suggest(field.value.trim()), pause);
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    window.clearTimeout(typing);
    const typed = field.value.trim();
    if (typed === "") return;
    // A scanner on a cable may put a sign of its own before a code.
    const code = /STOA[A-Z2-7]{40,}/.exec(typed);
    const isCard = isPrinted(typed);
    if (code || isCard || typed.length > 100) {
      // The next code may come before the answer.
      field.value = "";
      unread = typed;
      admit({ code: (code ? code[0] : typed).slice(0, 400), nonce: newNonce(), again: false });
      return;
    }
    search(typed).catch(() => panel());
  });

  /** Whether it is from a printed card: the address in its picture, or its code, with the spaces that somebody hears in it.
   * @param {string} text */
  function isPrinted(text) { return /\/gifts\/\d+\/\S+$/.test(text) || /^\d+[-\s]?([A-Z0-9]{4}[-\s]?){3}$/i.test(text); }

  /** A printed card can't be checked without the server. Where its number is that of a card which counts, whoever is at the gate decides; a gift is
   * accepted at the desk.
   * @param {string} text */
  function cardOffline(text) {
    const number = /\/gifts\/(\d+)\//.exec(text) || /^(\d+?)[-\s]?(?:[A-Z0-9]{4}[-\s]?){3}$/i.exec(text);
    if (!number || !offer(memory.carded(Number(number[1])))) return panel(undefined, "card-offline");
    const card = answer.querySelector("[data-result=found], [data-result=used]"), place = card && card.querySelector(".gate-actions");
    if (!card || !place) return;
    card.classList.replace("is-found", "is-known");
    const note = document.createElement("p");
    note.className = "gate-unchecked";
    note.textContent = words.wordUnchecked || "";
    place.before(note);
  }

  /** Offers to let somebody in whom this device knows without a name.
   * @param {import("./gate-memory.js").Member | undefined} member
   * @returns {boolean} whether it does */
  function offer(member) {
    const tier = member && memory.snapshot && memory.snapshot.tiers.find((one) => one.id === member.tier);
    if (!member || !tier) return false;
    const used = memory.usedToday(member.id);
    list([{ membership: member.id, name: "", tier: tier.name, hasEntry: tier.hasEntry, result: tier.hasEntry ? undefined : "tier", expiresAt: member.end ? new Date(member.end).toISOString() : undefined, guests: Math.max(0, tier.guests - memory.guestsToday(member.id)), usedAt: used ? new Date(used).toISOString() : undefined }]);
    return true;
  }

  /** @param {string} typed */
  async function search(typed) {
    const digits = typed.replace(/\s/g, "");
    try {
      const told = await ask((words.members || "") + "?q=" + encodeURIComponent(typed), undefined, patience);
      connected(true);
      list(told.members);
    } catch (error) {
      if (error instanceof Refused && error.status < 500) return location.reload();
      connected(false);
      if (!/^\d+$/.test(digits)) return say(words.wordNumber);
      if (!offer(memory.numbered(Number(digits)))) panel(undefined, "number-offline");
    }
  }

  /** Whoever types a name sees who has it before it is whole.
   * @param {string} typed */
  async function suggest(typed) {
    const told = isOnline && isName(typed) ? await ask((words.members || "") + "?q=" + encodeURIComponent(typed), undefined, patience).catch(() => undefined) : undefined;
    if (look.hidden || field.value.trim() !== typed) return;
    found.replaceChildren(...rows.all(told ? told.members : []));
  }

  /** Codes are read whole, and a number names somebody only when it is.
   * @param {string} typed */
  function isName(typed) { return typed.length > 1 && typed.length <= 40 && !/[\d/]/.test(typed) && !typed.startsWith("STOA"); }

  /** @param {Found[]} members */
  function list(members) {
    if (members.length === 0) return panel();
    const only = members.length === 1 ? members[0] : undefined;
    if (only && only.result) {
      // One who isn't let in is answered in large, as somebody with a code is.
      return show({ nonce: newNonce(), result: only.result, tier: only.tier, name: only.name, desk: only.desk, gift: only.gift, giver: only.giver, startsAt: only.startsAt, endedAt: only.endedAt, expiresAt: only.expiresAt });
    }
    if (only && only.hasEntry && only.usedAt) {
      present = { membership: only.membership, nonce: newNonce(), again: false };
      return show({ nonce: present.nonce, result: "used", membership: only.membership, tier: only.tier, name: only.name, usedAt: only.usedAt });
    }
    if (only && only.hasEntry) return panel(only);
    found.replaceChildren(...rows.all(members));
  }

  /** The only member who was found, or that nobody was: as large as the answer to a code.
   * @param {Found} [member] @param {string} [kind] the template, where it is another one */
  function panel(member, kind) {
    const template = /** @type {HTMLTemplateElement | null} */ (page && page.querySelector('[data-gate-template="' + (kind || (member ? "found" : "nobody")) + '"]'));
    if (!template) return;
    answer.replaceChildren(template.content.cloneNode(true));
    const card = /** @type {HTMLElement} */ (answer.firstElementChild);
    const place = card.querySelector("[data-gate-let]");
    if (member && place) {
      fill(card, "name", called(member));
      fill(card, "tier", member.tier);
      fill(card, "until", rows.lasts(member));
      rows.offerEntry(place, member);
    }
    // Whoever isn't found is sold a membership under the name that was typed.
    offerSale(card, (words.desk || "") + "?q=" + encodeURIComponent(field.value.trim()));
    found.replaceChildren();
    look.hidden = true;
    offerUndo();
    warn(undefined);
    window.clearTimeout(timer);
    const next = /** @type {HTMLElement} */ (card.querySelector("[data-gate-next]"));
    next.addEventListener("click", member ? goOn : goBack);
    /** @type {HTMLElement} */ (card.querySelector("[data-gate-let] button") || next).focus();
  }

  /** @param {string | undefined} text */
  function say(text) {
    const row = document.createElement("li");
    row.className = "muted";
    row.textContent = text || "";
    found.replaceChildren(row);
  }

  // A scanner on a cable types wherever one is.
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.altKey || event.metaKey || target.matches("input")) return;
    if (look.hidden) goOn();
    field.focus();
  });

  // MARK: With and without a connection

  /** @param {boolean} is */
  function connected(is) {
    const wasOnline = isOnline;
    isOnline = is;
    const text = is ? words.wordOnline : memory.waiting > 0 ? (words.wordWaiting || "").replace("%1", String(memory.waiting)) : words.wordOffline;
    state.classList.toggle("is-offline", !is);
    if (state.textContent !== text) state.textContent = text || "";
    /** @type {HTMLElement} */ (form.querySelector("label")).textContent = (is ? words.wordLabel : words.wordLabelOffline) || "";
    element("offline").hidden = is || !memory.snapshot;
    offerUndo();
    if (is && !wasOnline) meet();
  }

  function meet() {
    if (isMeeting) return;
    isMeeting = true;
    const unsent = memory.waiting;
    memory.meet().then(() => {
      // What was said for want of a connection is true no longer.
      if (!isOnline) found.replaceChildren();
      connected(true);
      if (unsent > 0) state.textContent = (words.wordSent || "").replace("%1", String(unsent));
      // From now on it goes on without a connection.
      if (page) page.dataset.ready = "";
      conflicts(memory.snapshot ? memory.snapshot.conflicts : 0);
      warn(memory.snapshot && Math.abs(memory.snapshot.offset) > mostDrift ? words.wordClock : undefined);
    }).catch((error) => {
      if (error instanceof Refused && error.status < 500) return;
      connected(false);
      const age = memory.snapshot ? memory.now() - memory.snapshot.now : 0;
      warn(!memory.snapshot ? words.wordNever : age > oldAfter ? (words.wordOld || "").replace("%1", String(Math.floor(age / 3600000))) : undefined);
    }).then(() => { isMeeting = false; });
  }

  /** @param {number} count */
  function conflicts(count) {
    const link = element("conflicts");
    link.hidden = count === 0;
    link.textContent = (words.wordConflicts || "").replace("%1", String(count));
  }

  /** @param {string | undefined} text */
  function warn(text) {
    warning.hidden = !text;
    warning.textContent = text || "";
  }

  const place = /** @type {HTMLInputElement} */ (element("place-name"));
  element("place").hidden = false;
  place.value = memory.place;
  place.addEventListener("change", () => memory.name(place.value.trim().slice(0, 40)).catch(() => undefined));
  opener.hidden = false;
  opener.addEventListener("click", () => {
    audio = audio || ("AudioContext" in window ? new AudioContext() : undefined);
    camera.hidden = false;
    opener.hidden = true;
    stayAwake();
    eye.open().catch(() => {
      camera.hidden = true;
      opener.hidden = false;
      warn(words.wordCamera);
      field.focus();
    });
  });
  element("undo-last").addEventListener("click", () => undoLatest());
  element("close").addEventListener("click", () => {
    eye.close();
    camera.hidden = true;
    opener.hidden = false;
    field.focus();
  });
  window.addEventListener("online", meet);
  window.addEventListener("offline", () => connected(false));
  window.setInterval(meet, meetEvery);
  connected(isOnline);
  meet();
  if (!document.documentElement.hasAttribute("data-kept") && "caches" in window) keep(location.pathname).catch(() => undefined);
}

function stayAwake() {
  const lock = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (navigator).wakeLock;
  if (!lock) return;
  const ask = () => { if (!document.hidden) lock.request("screen").catch(() => undefined); };
  document.addEventListener("visibilitychange", ask);
  ask();
}
