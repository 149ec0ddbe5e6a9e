// The gate: a code from the camera or from a scanner that types, or a member by name, and one large answer. Online the server decides, so that no
// pass gets in twice; offline this device does, and tells the server later.

import { keep } from "../../interface/js/kept.js";
import { CodeCamera } from "./code-camera.js";
import { parse } from "./entry-code.js";
import { Memory, Refused, ask, gateName, newNonce } from "./gate-memory.js";
import { day, time } from "./moment.js";

/** @typedef {import("./gate-memory.js").Outcome} Outcome */
/** @typedef {import("./gate-memory.js").Look} Look */

/** Whoever waits at a gate waits no longer than this for the server. */
const patience = 2500;
const meetEvery = 30000;
/** A member who is let in goes on; the gate looks for the next one by itself. */
const welcomeFor = 4000;
/** The phone may still be held up after its code was read. */
const sameFor = 8000;
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
  const memory = new Memory({ gate: words.gate || "", batch: words.batch || "", zone: words.clockZone || "UTC" }, gate);
  let isOnline = navigator.onLine, isMeeting = false, timer = 0;
  let last = { text: "", at: 0 };
  /** @type {Look | null} */
  let present = null;

  await memory.load().catch(() => undefined);
  const video = /** @type {HTMLVideoElement} */ (element("video"));
  const eye = new CodeCamera(video, scanned);

  // MARK: Looking

  /** @param {string} text */
  function scanned(text) {
    const code = parse(text);
    const who = code ? code.membership + code.pass : text;
    if (who === last.text && Date.now() - last.at < sameFor) return;
    last = { text: who, at: Date.now() };
    admit({ code: text.slice(0, 400), nonce: newNonce(), again: false });
  }

  /** @param {Look} wanted */
  async function admit(wanted) {
    eye.pause();
    present = wanted;
    try {
      show(await decide(wanted));
    } catch (error) {
      const isMany = error instanceof Refused && error.status === 429;
      warn(isMany ? words.wordSlow : words.wordNever);
      // Whoever isn't signed in any more, or may no longer, learns it from the page.
      if (error instanceof Refused && !isMany) location.reload();
      if (eye.isOpen) eye.look();
    }
  }

  /** @param {Look} wanted
   * @returns {Promise<Outcome>} */
  async function decide(wanted) {
    try {
      const told = await ask(words.scans || "", Object.assign({ gate: gate, place: memory.place }, wanted), isOnline ? patience : 800);
      connected(true);
      const outcome = /** @type {Outcome} */ (told.outcome);
      if (outcome.membership && (outcome.result === "admitted" || outcome.result === "reentry")) memory.admitted(outcome.membership, memory.now()).catch(() => undefined);
      return outcome;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error;
      connected(false);
      if (!memory.snapshot) throw error;
      const outcome = await memory.decide(wanted);
      connected(false);
      return outcome;
    }
  }

  // MARK: The answer

  /** @param {Outcome} outcome */
  function show(outcome) {
    const template = /** @type {HTMLTemplateElement | null} */ (page && page.querySelector('[data-gate-template="' + outcome.result + '"]'));
    if (!template) return;
    answer.replaceChildren(template.content.cloneNode(true));
    const card = /** @type {HTMLElement} */ (answer.firstElementChild);
    fill(card, "name", outcome.name);
    fill(card, "tier", outcome.tier);
    fill(card, "guests", outcome.guests ? String(outcome.guests) : "");
    fill(card, "place", outcome.usedPlace);
    fill(card, "time", outcome.usedAt ? time(Date.parse(outcome.usedAt), words.clockZone) : "");
    look.hidden = true;
    warn(undefined);
    // An altered code may name a member who stands there with a good one.
    if (outcome.result === "invalid") last = { text: "", at: 0 };
    const isLetIn = outcome.result === "admitted" || outcome.result === "reentry";
    signal(isLetIn);
    const next = /** @type {HTMLElement | null} */ (card.querySelector("[data-gate-next]"));
    if (next) {
      next.addEventListener("click", goOn);
      next.focus();
    }
    const again = card.querySelector("[data-gate-again]");
    if (again) again.addEventListener("click", () => { if (present) admit(Object.assign({}, present, { nonce: newNonce(), again: true, code: outcome.membership ? undefined : present.code, membership: outcome.membership })); });
    window.clearTimeout(timer);
    if (isLetIn) timer = window.setTimeout(goOn, welcomeFor);
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
    if (eye.isOpen) eye.look();
    else field.focus();
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

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (typed === "") return;
    if (typed.startsWith("STOA") && typed.length > 40) {
      field.value = "";
      admit({ code: typed, nonce: newNonce(), again: false });
      return;
    }
    search(typed).catch(() => say(words.wordNobody));
  });

  /** @param {string} typed */
  async function search(typed) {
    try {
      const told = await ask((words.members || "") + "?q=" + encodeURIComponent(typed), undefined, patience);
      connected(true);
      list(told.members);
    } catch (error) {
      if (error instanceof Refused && error.status < 500) return location.reload();
      connected(false);
      if (!/^\d+$/.test(typed)) return say(words.wordNumber);
      const member = memory.members && memory.members.get(Number(typed));
      const tier = member && memory.snapshot && memory.snapshot.tiers.find((one) => one.id === member.tier);
      if (!member || !tier) return say(words.wordNobody);
      const used = memory.usedToday(member.id);
      list([{ membership: member.id, name: "", tier: tier.name, hasEntry: tier.hasEntry, expiresAt: member.end ? new Date(member.end).toISOString() : undefined, usedAt: used ? new Date(used).toISOString() : undefined }]);
    }
  }

  /** @param {{membership: number, name?: string, tier: string, hasEntry: boolean, expiresAt?: string, usedAt?: string}[]} members */
  function list(members) {
    if (members.length === 0) return say(words.wordNobody);
    found.replaceChildren(...members.map((member) => {
      const row = document.createElement("li"), about = document.createElement("div");
      row.className = "gate-row";
      const name = document.createElement("strong"), tier = document.createElement("p"), until = document.createElement("p");
      name.dir = tier.dir = "auto";
      name.textContent = member.name || "#" + member.membership;
      tier.textContent = member.tier;
      const end = member.expiresAt && day(Date.parse(member.expiresAt) - 1, words.clockZone);
      until.textContent = member.usedAt ? (words.wordUsed || "").replace("%1", time(Date.parse(member.usedAt), words.clockZone)) : end ? (words.wordUntil || "").replace("%1", end) : words.wordLife || "";
      tier.className = until.className = "muted";
      about.append(name, tier, until);
      row.append(about);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button button-primary";
      button.textContent = words.wordAdmit || "";
      button.addEventListener("click", () => admit({ membership: member.membership, nonce: newNonce(), again: false }));
      row.append(button);
      return row;
    }));
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
    if (is && !wasOnline) meet();
  }

  function meet() {
    if (isMeeting) return;
    isMeeting = true;
    memory.meet().then(() => {
      connected(true);
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
