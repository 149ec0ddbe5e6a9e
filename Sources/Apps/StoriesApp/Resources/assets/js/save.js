// Sends what was written to the server: the part that changed, under a name that makes it count once.

/** @typedef {import("./manuscripts.js").Manuscript} Manuscript */
/** @typedef {{revision: number, head: number, text?: string | null, title: string, words: number, notes?: string | null, wordsToday: number, conflicts: number, wordings: import("./conflicts.js").Wordings[]}} Answer */

/** Why the server did not take it, in its own words. */
export class Refusal extends Error {
  /** @param {number} status @param {{code?: string, detail?: string, title?: string}} problem */
  constructor(status, problem) {
    super(problem.detail || problem.title || "HTTP " + status);
    this.status = status;
    this.code = problem.code || "";
  }
}

/** The smallest single change that makes `after` of `before`, in UTF-16 code units and never inside a code point.
 * @param {string} before @param {string} after */
export function splice(before, after) {
  let start = 0;
  const most = Math.min(before.length, after.length);
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (start > 0 && (isHigh(before, start - 1) || isHigh(after, start - 1))) start--;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  if (end > 0 && (isLow(before, before.length - end) || isLow(after, after.length - end))) end--;
  return { start: start, removed: before.slice(start, before.length - end), inserted: after.slice(start, after.length - end) };
}

/** @param {string} text @param {number} at */
function isHigh(text, at) { return (text.charCodeAt(at) & 0xfc00) === 0xd800; }

/** @param {string} text @param {number} at */
function isLow(text, at) { return (text.charCodeAt(at) & 0xfc00) === 0xdc00; }

/** Sends the save that `manuscript.sent` names.
 * @param {Manuscript} manuscript
 * @returns {Promise<Answer>} */
export async function send(manuscript) {
  const sent = manuscript.sent;
  if (!sent) throw new Error("Nothing to send.");
  /** @type {Record<string, unknown>} */
  const body = { base: manuscript.base, name: sent.name, writtenAt: manuscript.writtenAt };
  if (sent.title !== manuscript.baseTitle) body.title = sent.title;
  if ((sent.notes || "") !== (manuscript.baseNotes || "")) Object.assign(body, { notes: sent.notes || "", notesBefore: manuscript.baseNotes || "" });
  try {
    return await call(manuscript.address, Object.assign({}, body, splice(manuscript.baseText, sent.text)));
  } catch (error) {
    // What the server has isn't what this device believes: the whole text settles it. Made of nothing, nothing of either side is left out.
    const code = error instanceof Refusal ? error.code : "";
    if (code !== "stories.change-mismatch" && code !== "stories.unknown-revision") throw error;
    return call(manuscript.address, Object.assign({}, body, { base: code === "stories.unknown-revision" ? 0 : manuscript.base, text: sent.text }));
  }
}

/** @param {string} address @param {unknown} body
 * @returns {Promise<Answer>} */
async function call(address, body) {
  const answer = await fetch(address, {
    method: "PUT", credentials: "same-origin", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const isJSON = (answer.headers.get("Content-Type") || "").indexOf("json") >= 0;
  const value = isJSON ? await answer.json() : {};
  if (!answer.ok) throw new Refusal(answer.status, value);
  return value;
}

/** A name for a save that the device has no room to keep a name with: made of what it says, it is the same whenever it is sent again.
 * @param {Manuscript} one */
export function contentName(one) {
  const said = JSON.stringify([one.base, one.text, one.title, one.notes || ""]);
  // FNV-1a in four lanes: a collision among the saves of one chapter is not to be expected.
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < said.length; at++) {
    const lane = at % lanes.length;
    lanes[lane] = Math.imul(lanes[lane] ^ said.charCodeAt(at) ^ (lanes[(lane + 3) % lanes.length] >>> 15), 0x01000193);
  }
  return lanes.map((lane) => ("0000000" + (lane >>> 0).toString(16)).slice(-8)).join("");
}

/** A name for one save. */
export function randomName() {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  return Array.from(bytes).map((byte) => ("0" + byte.toString(16)).slice(-2)).join("");
}
