// Members whom a search at the gate found, a row for each.

import { newNonce } from "./gate-memory.js";
import { day, time } from "./moment.js";

/** @typedef {import("./gate-memory.js").Look} Look */
/** @typedef {{membership: number, name?: string, tier: string, hasEntry: boolean, expiresAt?: string, usedAt?: string, startsAt?: string, endedAt?: string, unpaid?: number, desk?: string, guests?: number, result?: string, gift?: string, giver?: string, others?: Found[]}} Found */

export class FoundRows {
  /** @param {DOMStringMap} words of the page @param {HTMLTemplateElement} guests the buttons that let somebody in with guests
   * @param {(one: Found) => string} called @param {(look: Look) => void} admit */
  constructor(words, guests, called, admit) {
    this.words = words;
    this.guests = guests;
    this.called = called;
    this.admit = admit;
  }

  /** @param {Found[]} members
   * @returns {HTMLLIElement[]} */
  all(members) { return members.map((member) => this.row(member)); }

  /** @param {Found} member
   * @returns {HTMLLIElement} */
  row(member) {
    const row = document.createElement("li"), about = document.createElement("div");
    row.className = "gate-row";
    const name = document.createElement("strong"), tier = document.createElement("p"), until = document.createElement("p");
    name.dir = tier.dir = "auto";
    name.textContent = this.called(member);
    tier.textContent = member.tier;
    const no = this.refusal(member);
    until.textContent = no || (member.usedAt ? this.says("wordUsed", time(Date.parse(member.usedAt), this.words.clockZone)) : this.lasts(member));
    const others = (member.others || []).map((other) => line("gate-besides", other.tier + ": " + ((other.result === "tier" ? this.words.wordNone : this.refusal(other)) || this.lasts(other))));
    tier.className = member.hasEntry ? "gate-lets" : "muted";
    until.className = member.gift ? "gate-used" : no ? "gate-no" : member.usedAt ? "gate-used" : "muted";
    about.append(name);
    // What lets them in is read last, beside the button.
    if (member.hasEntry) about.append(...others);
    about.append(tier);
    if (member.giver) about.append(line("muted", this.says("wordGiver", member.giver)));
    about.append(until);
    if (!member.hasEntry) about.append(...others);
    row.append(about);
    const act = this.action(member);
    if (act) row.append(act);
    return row;
  }

  /** What can be done for somebody who was found; nothing where that is nothing.
   * @param {Found} member
   * @returns {HTMLElement | undefined} */
  action(member) {
    if (member.gift) return linkButton(member.gift, this.words.wordOpen, true);
    if (member.unpaid || ["expired", "refunded", "ended", "tier"].includes(member.result || "")) {
      return linkButton(member.desk || this.words.desk, member.unpaid ? this.words.wordPay : this.words.wordSell, Boolean(member.unpaid));
    }
    if (!member.hasEntry) return undefined;
    const actions = document.createElement("div");
    actions.className = "gate-row-actions";
    this.offerEntry(actions, member);
    return actions;
  }

  /** @param {Element} place @param {Found} member */
  offerEntry(place, member) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = member.usedAt ? "button button-secondary" : "button button-primary";
    button.textContent = (member.usedAt ? this.words.wordAgain : this.words.wordAdmit) || "";
    button.addEventListener("click", () => this.admit({ membership: member.membership, nonce: newNonce(), again: Boolean(member.usedAt) }));
    place.append(button);
    if (member.guests && !member.usedAt) place.append(this.plusButtons(member.membership, member.guests));
  }

  /** Lets somebody in together with so many guests.
   * @param {number} membership @param {number} left */
  plusButtons(membership, left) {
    const box = /** @type {DocumentFragment} */ (this.guests.content.cloneNode(true));
    box.querySelectorAll("[data-guests]").forEach((each) => {
      const button = /** @type {HTMLButtonElement} */ (each), guests = Number(button.dataset.guests);
      button.type = "button";
      if (guests > left) button.remove();
      else button.addEventListener("click", () => this.admit({ membership: membership, nonce: newNonce(), again: false, guests: guests }));
    });
    return box;
  }

  /** Why somebody who was found isn't let in; nothing for those who are.
   * @param {Found} member
   * @returns {string | undefined} */
  refusal(member) {
    const words = this.words;
    const says = { refunded: words.wordRefunded, ended: words.wordEnded, expired: words.wordEnded, upcoming: words.wordBegins, unpaid: words.wordUnpaid, tier: words.wordTier, gift: words.wordGift };
    const text = says[/** @type {keyof typeof says} */ (member.result || "")];
    const end = member.endedAt ? Date.parse(member.endedAt) : member.expiresAt ? Date.parse(member.expiresAt) - 1 : 0;
    return text && text.replace("%1", day(member.startsAt ? Date.parse(member.startsAt) : end, words.clockZone));
  }

  /** @param {Found} member
   * @returns {string} */
  lasts(member) {
    return member.expiresAt ? this.says("wordUntil", day(Date.parse(member.expiresAt) - 1, this.words.clockZone)) : this.words.wordLife || "";
  }

  /** @param {string} word @param {string} value
   * @returns {string} */
  says(word, value) { return (this.words[word] || "").replace("%1", value); }
}

/** @param {string} name @param {string} text */
function line(name, text) {
  const line = document.createElement("p");
  line.className = name;
  line.dir = "auto";
  line.textContent = text;
  return line;
}

/** A link that looks like a button.
 * @param {string | undefined} address @param {string | undefined} text @param {boolean} isMain */
function linkButton(address, text, isMain) {
  const link = document.createElement("a");
  link.className = isMain ? "button button-primary" : "button button-secondary";
  link.href = address || "";
  link.textContent = text || "";
  return link;
}
