// Paragraphs that two devices wrote differently. Both wordings are marked in the text, a bar leads from one place to the next, and the author keeps one
// or both there. Each choice is a change of the text like any other, which the browser's own undo takes back.

import { write } from "./formatting.js";

/** `mine` is the wording that this device wrote; null where it can't tell.
 * @typedef {{id: number, first: string, second: string, mine?: "first" | "second" | null, isSettled?: boolean}} Wordings
 * @typedef {{one: Wordings, first: [number, number], second: [number, number]}} Place */

/** How much of a wording is read out. */
const longest = 240;

/** @param {HTMLElement} editor @param {HTMLTextAreaElement} field
 * @param {(stretches: import("./surface.js").Stretch[], layer: string) => HTMLElement} draw */
export function conflicts(editor, field, draw) {
  const bar = /** @type {HTMLElement} */ (editor.querySelector("[data-conflict-bar]"));
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (bar.querySelector("[data-conflict-" + name + "]"));
  const [said, aloud, acts] = [part("said"), part("aloud"), part("acts")];
  const sentence = said.textContent || "";
  /** @type {Wordings[]} */
  const known = Array.from(bar.querySelectorAll("[data-conflict]")).map((one) => {
    const words = /** @type {HTMLElement} */ (one).dataset;
    return { id: Number(words.conflict), first: words.first || "", second: words.second || "" };
  });
  /** @type {Place[]} */
  let places = [];
  let current = -1;
  let before = field.value;
  /** Those that were settled without a change of the text, in the order of the browser's steps back; and those taken back, which come again.
   * @type {Wordings[]} */
  const done = [];
  /** @type {Wordings[]} */
  const undone = [];
  /** Those that were chosen between on this page.
   * @type {Set<Wordings>} */
  const chosen = new Set();
  /** Whose answer is on its way.
   * @type {Set<number>} */
  const asked = new Set();

  /** Looks where the wordings are now. */
  function look() {
    const [at, old] = [places[current], places];
    const found = known.map((one) => placeOf(one, field.value)).filter((place) => place !== null);
    places = /** @type {Place[]} */ (found).sort((one, two) => start(one) - start(two));
    // A choice that was taken back is asked about again where it was made.
    const back = places.findIndex((place) => chosen.has(place.one) && !old.some((one) => one.one === place.one));
    if (places.length === 0) current = -1;
    else if (back >= 0) current = back;
    else if (at) current = Math.max(0, places.findIndex((place) => start(place) >= Math.min(start(at), start(places[places.length - 1]))));
    show();
  }

  function show() {
    /** @type {import("./surface.js").Stretch[]} */
    const stretches = [];
    places.forEach((place, index) => {
      for (const side of /** @type {const} */ (["first", "second"])) {
        const [from, to] = place[side];
        if (to > from) stretches.push({ from: from, to: to, looks: index === current ? [lookOf(place.one, side), "chosen"] : [lookOf(place.one, side)] });
      }
    });
    draw(stretches, "conflicts");
    const place = places[current];
    const words = bar.dataset;
    bar.hidden = places.length === 0;
    acts.hidden = !place;
    const text = place ? (words.sayPlace || "").replace("%1", String(current + 1)).replace("%2", String(places.length)) : sentence;
    if (said.textContent !== text) said.textContent = text;
    aloud.textContent = "";
    if (!place) return;
    const isKnown = Boolean(place.one.mine);
    const own = place.one.mine || "first";
    bar.querySelectorAll("[data-keep]").forEach((button) => {
      const label = isKnown ? /** @type {HTMLElement} */ (button).dataset.known : /** @type {HTMLElement} */ (button).dataset.unknown;
      const shown = button.querySelector("span:last-child");
      if (label && shown) shown.textContent = label;
    });
    aloud.textContent = ((isKnown ? words.sayKnown : words.sayUnknown) || "").replace("%1", () => short(place.one[own])).replace("%2", () => short(place.one[other(own)]));
  }

  /** @param {number} step */
  function go(step) {
    if (places.length === 0) return;
    current = current < 0 ? 0 : (current + step + places.length) % places.length;
    show();
    reveal();
  }

  function reveal() {
    const mark = editor.querySelector(".editor-copy .is-chosen");
    if (mark) mark.scrollIntoView({ block: "center" });
  }

  /** @param {"mine" | "other" | "both"} wish */
  function keep(wish) {
    const place = places[current];
    if (!place) return;
    const own = place.one.mine || "first";
    const [from, to] = [start(place), Math.max(place.first[1], place.second[1])];
    const side = wish === "both" ? null : wish === "mine" ? own : other(own);
    const was = field.value.slice(from, to);
    const text = side === null || place.one[other(side)] === "" ? was : without(field.value, place, other(side));
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const isByKeys = held !== null && held.matches(":focus-visible");
    chosen.add(place.one);
    if (text === was) settle(place.one, true);
    field.focus({ preventScroll: true });
    write(field, from, to, text, text.length);
    if (text === was) done.push(place.one);
    look();
    // Its last place hides the bar, and the keyboard goes back to the text.
    if (held && (places.length > 0 || !isByKeys)) held === document.body ? field.blur() : held.focus({ preventScroll: true });
    reveal();
  }

  /** Tells the server of what the text doesn't show.
   * @param {Wordings} one @param {boolean} isSettled */
  function settle(one, isSettled) {
    one.isSettled = isSettled;
    asked.add(one.id);
    const address = (bar.dataset.conflictBar || "") + "/" + one.id;
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    fetch(address, { method: "PUT", keepalive: true, credentials: "same-origin", headers: headers, body: JSON.stringify({ isSettled: isSettled }) })
      .then((answer) => { if (!answer.ok) throw new Error("HTTP " + answer.status); })
      .catch(() => {
        one.isSettled = !isSettled;
        document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: bar.dataset.sayFailed, sign: "warning" } }));
      })
      .then(() => {
        asked.delete(one.id);
        look();
      });
  }

  /** A step of the browser's that leaves the text as it was is one of ours.
   * @param {InputEvent} event */
  function stepped(event) {
    const isSame = field.value === before;
    before = field.value;
    const isBack = event.inputType === "historyUndo";
    if (!isSame || (!isBack && event.inputType !== "historyRedo")) return;
    const one = (isBack ? done : undone).pop();
    if (!one) return;
    (isBack ? undone : done).push(one);
    settle(one, !isBack);
  }

  field.addEventListener("input", (event) => stepped(/** @type {InputEvent} */ (event)));
  field.addEventListener("stoa:text", () => { if (known.length > 0) look(); });
  bar.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    if (button.dataset.keep) keep(/** @type {"mine" | "other" | "both"} */ (button.dataset.keep));
    else go(1);
  });
  look();

  return {
    /** What the server says waits for a choice.
     * @param {Wordings[]} now @param {string} own this device's text before it took over the other's */
    took: (now, own) => {
      before = field.value;
      for (const one of now || []) {
        const old = known.find((each) => each.id === one.id);
        if (!old) known.push(Object.assign({ mine: mineOf(one, own) }, one));
        else if (!asked.has(one.id)) old.isSettled = false;
      }
      for (const old of known) if (!asked.has(old.id) && !(now || []).some((one) => one.id === old.id)) old.isSettled = true;
      look();
    },
    /** What this device knew of them.
     * @param {Wordings[]} kept */
    knew: (kept) => {
      for (const one of kept) {
        const now = known.find((each) => each.id === one.id);
        if (now) now.mine = one.mine;
      }
      look();
    },
    known: () => known.filter((one) => !one.isSettled).map(({ id, first, second, mine }) => ({ id, first, second, mine })),
  };
}

/** @param {"first" | "second"} side
 * @returns {"first" | "second"} */
function other(side) { return side === "first" ? "second" : "first"; }

/** @param {Place} place */
function start(place) { return Math.min(place.first[0], place.second[0]); }

/** @param {Wordings} one @param {"first" | "second"} side
 * @returns {"mine" | "other"} */
function lookOf(one, side) { return side === (one.mine || "first") ? "mine" : "other"; }

/** @param {Wordings} one @param {string} own
 * @returns {"first" | "second" | null} */
function mineOf(one, own) {
  const [first, second] = [own.includes(one.first), own.includes(one.second)];
  if (first && second) return one.first === "" ? "second" : one.second === "" ? "first" : null;
  return first ? "first" : second ? "second" : null;
}

/** Where both wordings are; null where one of them is gone.
 * @param {Wordings} one @param {string} text
 * @returns {Place | null} */
function placeOf(one, text) {
  if (one.isSettled) return null;
  for (const gap of one.first && one.second ? ["\n\n", "\n"] : [""]) {
    const at = text.indexOf(one.first + gap + one.second);
    if (at < 0) continue;
    const middle = at + one.first.length;
    return { one: one, first: [at, middle], second: [middle + gap.length, middle + gap.length + one.second.length] };
  }
  const first = text.indexOf(one.first);
  const after = text.indexOf(one.second, first + one.first.length);
  const second = after < 0 ? text.indexOf(one.second) : after;
  if (first < 0 || second < 0) return null;
  return { one: one, first: [first, first + one.first.length], second: [second, second + one.second.length] };
}

/** The stretch of a place without one of its wordings, and without the empty line before it or after it.
 * @param {string} text @param {Place} place @param {"first" | "second"} side */
function without(text, place, side) {
  const [from, to] = [start(place), Math.max(place.first[1], place.second[1])];
  const [gone, stays] = [place[side], place[other(side)]];
  if (place.one[other(side)] === "") return "";
  return gone[0] < stays[0]
    ? text.slice(from, gone[0]) + text.slice(gone[1], to).replace(/^\n{1,2}/, "")
    : text.slice(from, gone[0]).replace(/\n{1,2}$/, "") + text.slice(gone[1], to);
}

/** @param {string} words */
function short(words) {
  const letters = Array.from(words.trim());
  return letters.length > longest ? letters.slice(0, longest).join("") + "…" : letters.join("");
}
