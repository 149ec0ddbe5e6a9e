// What a gate knows by itself, so that it goes on without a connection: keys, tiers, ends, revocations, and who was here today; no names. Scans wait
// here until they are sent.

import { base64Of, bytesOf } from "./base32.js";
import { put, read, readAll, remove } from "./device-store.js";
import { canCheck, isCurrent, isSigned, parse } from "./entry-code.js";

/** @typedef {{nonce: string, result: string, membership?: number, tier?: string, guests?: number, guestsLeft?: number, brought?: number, desk?: string, name?: string, startsAt?: string, endedAt?: string, expiresAt?: string, gift?: string, giver?: string, usedAt?: string, usedPlace?: string, undoUntil?: string, drift?: number}} Outcome */
/** @typedef {{outcome: Outcome, until: number}} Admission an admission that can be undone, and until when */
/** @typedef {{code?: string, membership?: number, nonce: string, again: boolean, guests?: number}} Look */
/** @typedef {{id: number, number?: number, tier: number, end?: number, used?: number, guests?: number, isCard?: boolean}} Member */
/** @typedef {{now: number, day: string, keys: {id: number, publicKey: string}[], tiers: {id: number, name: string, guests: number, hasEntry: boolean}[],
 * members: Member[], revoked: string[], conflicts: number, offset: number}} Snapshot */

const mostAtOnce = 100;
const patience = 10000;
/** Older admissions were sent before the server was asked what it knows, in milliseconds. */
const settled = 20000;

export class Memory {
  /** @param {{gate: string, batch: string, undo: string, zone: string}} addresses @param {string} gate */
  constructor(addresses, gate) {
    this.addresses = addresses;
    this.gate = gate;
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** When each membership was let in last, by this gate or by another that the server told of.
     * @type {Map<number, number>} */
    this.used = new Map();
    /** How many guests came with each membership, and when the last of them did.
     * @type {Map<number, {at: number, count: number}>} */
    this.guests = new Map();
    this.waiting = 0;
    this.place = "";
    /** The newest last.
     * @type {Admission[]} */
    this.recent = [];
  }

  async load() {
    this.take(await read("gate", "snapshot") || null);
    const used = await read("gate", "used");
    if (used) used.forEach((/** @type {[number, number]} */ [membership, at]) => this.note(membership, at));
    const guests = await read("gate", "guests");
    if (guests) guests.forEach((/** @type {[number, {at: number, count: number}]} */ [membership, some]) => this.guests.set(membership, some));
    this.waiting = (await readAll("queue")).length;
    this.place = await read("gate", "place") || "";
    this.recent = await read("gate", "recent") || [];
  }

  /** Keeps an admission for as long as it can be undone; on the device without the name.
   * @param {Outcome} outcome @param {number} until */
  admittedNow(outcome, until) {
    this.recent = this.recent.filter((one) => one.until >= this.now()).concat({ outcome: outcome, until: until });
    return this.keepRecent().catch(() => undefined);
  }

  /** The last admission that can be undone, of all or of one membership.
   * @param {number} [membership]
   * @returns {Admission | undefined} */
  undoable(membership) {
    const those = this.recent.filter((one) => one.until >= this.now() && (membership === undefined || one.outcome.membership === membership));
    return those[those.length - 1];
  }

  /** Forgets an admission that was undone.
   * @param {string} nonce */
  async took(nonce) {
    this.recent = this.recent.filter((one) => one.outcome.nonce !== nonce);
    await this.keepRecent();
  }

  async keepRecent() {
    const kept = this.recent.map((one) => {
      const { nonce, result, membership, tier, usedAt, brought } = one.outcome;
      return { outcome: { nonce: nonce, result: result, membership: membership, tier: tier, usedAt: usedAt, brought: brought }, until: one.until };
    });
    await put("gate", "recent", kept);
  }

  /** Where this gate is, as its people call it.
   * @param {string} place */
  async name(place) {
    this.place = place;
    await put("gate", "place", place);
  }

  /** @param {Snapshot | null} snapshot */
  take(snapshot) {
    this.snapshot = snapshot;
    if (!snapshot) return;
    this.members = new Map(snapshot.members.map((member) => [member.id, member]));
    this.revoked = new Set(snapshot.revoked);
    snapshot.members.forEach((member) => {
      if (member.used) this.note(member.id, member.used);
      if (member.guests) this.guests.set(member.id, { at: this.now(), count: member.guests });
    });
  }

  /** Who has a number: that of their card, or of what they are a member by.
   * @param {number} number
   * @returns {Member | undefined} */
  numbered(number) {
    const theirs = this.snapshot ? this.snapshot.members.filter((member) => (member.number || member.id) === number) : [];
    return this.best(theirs) || (this.members && this.members.get(number));
  }

  /** The number on the card of whoever has a membership, in groups of three as it stands there.
   * @param {number} membership */
  numberOf(membership) {
    const member = this.members && this.members.get(membership);
    return String(member && member.number || membership).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  }

  /** Whose printed card has a number: that of what it was printed for, or of what that renews. Whoever has an account shows its code instead, and no
   * longer comes in by a card.
   * @param {number} number
   * @returns {Member | undefined} */
  carded(number) {
    const cards = this.snapshot ? this.snapshot.members.filter((member) => member.isCard) : [];
    return this.best(cards.filter((member) => (member.number || member.id) === number)) || cards.find((member) => member.id === number);
  }

  /** What counts for somebody who has several at once: what lets them in, then the highest tier, as the server decides it.
   * @param {Member[]} theirs
   * @returns {Member | undefined} */
  best(theirs) {
    const tiers = this.snapshot ? this.snapshot.tiers : [];
    const rank = (/** @type {Member} */ member) => {
      const place = tiers.findIndex((tier) => tier.id === member.tier);
      return place < 0 ? place : place + (tiers[place].hasEntry ? tiers.length : 0);
    };
    return theirs.reduce((/** @type {Member | undefined} */ best, member) => best && rank(best) >= rank(member) ? best : member, undefined);
  }

  /** The time by the server's clock, as far as this device knows it. */
  now() { return Date.now() + (this.snapshot ? this.snapshot.offset : 0); }

  /** @param {number} membership @param {number} at */
  note(membership, at) {
    this.used.set(membership, at);
  }

  /** The day by the museum's clock.
   * @param {number} moment */
  day(moment) {
    return new Date(moment).toLocaleDateString("en-CA", { timeZone: this.addresses.zone });
  }

  /** When a membership was let in today; nothing where it wasn't.
   * @param {number} membership */
  usedToday(membership) {
    const at = this.used.get(membership);
    return at && this.day(at) === this.day(this.now()) ? at : undefined;
  }

  /** How many guests came with a membership today.
   * @param {number} membership */
  guestsToday(membership) {
    const some = this.guests.get(membership);
    return some && this.day(some.at) === this.day(this.now()) ? some.count : 0;
  }

  /** Keeps how many guests came with a membership today, in all.
   * @param {number} membership @param {number} count */
  async came(membership, count) {
    this.guests.set(membership, { at: this.now(), count: count });
    const today = this.day(this.now());
    await put("gate", "guests", Array.from(this.guests).filter((entry) => this.day(entry[1].at) === today));
  }

  /** Notes how many come along with somebody who was let in; whoever decided that, this is told to the server later.
   * @param {Look} look @param {Outcome} outcome @param {number} guests
   * @returns {Promise<Outcome>} */
  async bring(look, outcome, guests) {
    const membership = outcome.membership || 0;
    const waiting = await read("queue", look.nonce);
    await put("queue", look.nonce, Object.assign(waiting || {
      nonce: look.nonce, code: look.code, membership: look.code ? undefined : look.membership, again: look.again, scannedAt: new Date(this.now()).toISOString(), letIn: true,
    }, { guests: guests }));
    if (!waiting) this.waiting += 1;
    await this.came(membership, Math.max(0, this.guestsToday(membership) - (outcome.brought || 0)) + guests);
    return Object.assign({}, outcome, { brought: guests });
  }

  /** Whether the server hasn't heard of a look yet.
   * @param {string} nonce
   * @returns {Promise<boolean>} */
  async isWaiting(nonce) { return Boolean(await read("queue", nonce)); }

  /** Takes back what this device admitted by itself and hasn't sent yet. The server is told as well: it may have heard of the look, and its answer was lost.
   * @param {Outcome} outcome
   * @returns {Promise<Outcome>} */
  async takeBack(outcome) {
    const usedAt = outcome.result === "reentry" ? outcome.usedAt : undefined;
    await put("gate", "undone", (await read("gate", "undone") || []).concat(outcome.nonce));
    await this.forget(outcome, usedAt);
    return Object.assign({}, outcome, { result: "undone", usedAt: usedAt, guestsLeft: 0 });
  }

  /** Forgets an admission that was undone, so that without a connection nobody is taken for somebody who was here.
   * @param {Outcome} outcome @param {string | undefined} usedAt when they were admitted today all the same */
  async forget(outcome, usedAt) {
    if (await this.isWaiting(outcome.nonce)) {
      await remove("queue", outcome.nonce);
      this.waiting -= 1;
    }
    const membership = outcome.membership || 0, at = usedAt ? Date.parse(usedAt) : undefined;
    const member = this.members && this.members.get(membership);
    const guests = Math.max(0, this.guestsToday(membership) - (outcome.brought || 0));
    if (at) this.note(membership, at);
    else this.used.delete(membership);
    if (member) {
      member.used = at;
      member.guests = guests;
    }
    await put("gate", "used", this.usedOfToday());
    await this.came(membership, guests);
    if (this.snapshot) await put("gate", "snapshot", this.snapshot);
  }

  /** Decides without the server, and keeps what was decided until it can be sent.
   * @param {Look} look
   * @returns {Promise<Outcome>} */
  async decide(look) {
    const outcome = await this.judge(look);
    if (outcome.result === "invalid" || outcome.membership === undefined) return outcome;
    const isLetIn = outcome.result === "admitted" || outcome.result === "reentry";
    const now = this.now();
    await put("queue", look.nonce, {
      nonce: look.nonce, code: look.code, membership: look.code ? undefined : look.membership, again: look.again, scannedAt: new Date(now).toISOString(), letIn: isLetIn,
    });
    this.waiting += 1;
    if (isLetIn) await this.admitted(outcome.membership, now);
    if (isLetIn && look.guests) return this.bring(look, outcome, Math.min(look.guests, outcome.guestsLeft || 0));
    return outcome;
  }

  /** @param {number} membership @param {number} at */
  async admitted(membership, at) {
    if (!this.usedToday(membership)) this.note(membership, at);
    await put("gate", "used", this.usedOfToday());
  }

  /** @returns {[number, number][]} */
  usedOfToday() {
    const today = this.day(this.now());
    return Array.from(this.used).filter((entry) => this.day(entry[1]) === today);
  }

  /** @param {Look} look
   * @returns {Promise<Outcome>} */
  async judge(look) {
    const snapshot = this.snapshot;
    const code = look.code === undefined ? null : parse(look.code);
    if (!snapshot || (look.code !== undefined && !code)) return { nonce: look.nonce, result: "invalid" };
    if (code) {
      const key = snapshot.keys.find((one) => one.id === code.key);
      if (!key || !canCheck() || !await isSigned(code, bytesOf(key.publicKey))) return { nonce: look.nonce, result: "invalid" };
    }
    const membership = code ? code.membership : look.membership || 0;
    const member = this.members && this.members.get(membership);
    const tierID = member ? member.tier : code ? code.tier : 0;
    const tier = snapshot.tiers.find((one) => one.id === tierID);
    const now = this.now();
    const outcome = {
      nonce: look.nonce, membership: membership, tier: tier && tier.name, guests: tier && tier.guests,
      guestsLeft: tier ? Math.max(0, tier.guests - this.guestsToday(membership)) : 0, brought: 0,
    };
    const usedAt = this.usedToday(membership);
    // A pass that came after this gate was connected last is good by its signature.
    if (!member && !code) return Object.assign(outcome, { result: "unknown", membership: undefined });
    if (code && code.pass && this.revoked && this.revoked.has(code.pass)) return Object.assign(outcome, { result: member ? "revoked" : "ended" });
    if (Math.min(code ? code.end : Infinity, member && member.end ? member.end : Infinity) <= now) return Object.assign(outcome, { result: "expired", expiresAt: new Date(Math.min(code ? code.end : Infinity, member && member.end ? member.end : Infinity)).toISOString() });
    if (!tier) return Object.assign(outcome, { result: "unknown" });
    if (!tier.hasEntry) return Object.assign(outcome, { result: "tier" });
    if (code && !isCurrent(code, now)) return Object.assign(outcome, { result: "clock" });
    if (!usedAt) return Object.assign(outcome, { result: "admitted" });
    return Object.assign(outcome, { result: look.again ? "reentry" : "used", usedAt: new Date(usedAt).toISOString() });
  }

  /** Sends what waits, and takes in what has changed.
   * @returns {Promise<void>} */
  async meet() {
    const queue = await readAll("queue");
    for (let start = 0; start < queue.length; start += mostAtOnce) {
      const part = queue.slice(start, start + mostAtOnce);
      await ask(this.addresses.batch, { gate: this.gate, place: this.place, scans: part }, patience);
      for (const scan of part) await remove("queue", scan.nonce);
    }
    this.waiting = (await readAll("queue")).length;
    /** @type {string[]} */
    const undone = await read("gate", "undone") || [];
    for (const nonce of undone) {
      // What the server can't undo any more is done with.
      await ask(this.addresses.undo, { gate: this.gate, nonce: nonce }, patience).catch((error) => {
        if (!(error instanceof Refused) || error.status >= 500) throw error;
      });
    }
    // One that was undone meanwhile is told the next time.
    await put("gate", "undone", (await read("gate", "undone") || []).filter((/** @type {string} */ nonce) => !undone.includes(nonce)));
    const snapshot = await ask(this.addresses.gate, undefined, patience);
    snapshot.offset = snapshot.now - Date.now();
    this.take(snapshot);
    // What another gate undid meanwhile is forgotten here, too. Whoever was admitted while the answer was on its way stays.
    snapshot.members.forEach((/** @type {Member} */ member) => {
      const at = this.used.get(member.id);
      if (!member.used && at && at < snapshot.now - settled) this.used.delete(member.id);
    });
    await put("gate", "used", this.usedOfToday());
    await put("gate", "snapshot", snapshot);
  }
}

/** A name for this device that says nothing about whose it is.
 * @returns {Promise<string>} */
export async function gateName() {
  const known = await read("gate", "name").catch(() => undefined);
  if (known) return known;
  const name = "gate-" + base64Of(crypto.getRandomValues(new Uint8Array(9)));
  await put("gate", "name", name).catch(() => undefined);
  return name;
}

export function newNonce() { return base64Of(crypto.getRandomValues(new Uint8Array(12))); }

/** An answer that isn't one of the server's own. */
export class Refused extends Error {
  /** @param {number} status */
  constructor(status) {
    super(String(status));
    this.status = status;
  }
}

/** @param {string} address @param {unknown} body @param {number} most how long to wait, in milliseconds
 * @returns {Promise<any>} */
export async function ask(address, body, most) {
  const stop = new AbortController();
  const timer = window.setTimeout(() => stop.abort(), most);
  try {
    const answer = await fetch(address, {
      method: body === undefined ? "GET" : "POST", credentials: "same-origin", signal: stop.signal,
      headers: { Accept: "application/json", "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Refused(answer.status);
    return await answer.json();
  } finally {
    window.clearTimeout(timer);
  }
}
