// Links in a chapter's Markdown: which one is at a place, and what is written for one.

/** A link, or what is to become one; `isBare` is an address that is its own words.
 * @typedef {{from: number, to: number, source: string, words: string, address: string, title: string, isLink: boolean, isBare: boolean}} Link */

const links = /(!?)\[((?:\\.|[^[\]\\\n])*)\]\([ \t]*(<[^>\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)([ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)|<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>|(?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,:;!?)"'”’]/gi;

/** The link that the selection touches, or the words that it would be made of.
 * @param {string} text @param {number} from @param {number} to
 * @returns {Link} */
export function linkAt(text, from, to) {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", from);
  const line = text.slice(start, next < 0 ? text.length : next);
  // A link is in one paragraph.
  const end = Math.min(to, start + line.length);
  links.lastIndex = 0;
  for (let found = links.exec(line); found; found = links.exec(line)) {
    const begins = start + found.index;
    const ends = begins + found[0].length;
    const touches = from === to ? from > begins && from < ends : from < ends && end > begins;
    if (!touches || found[1]) continue;
    const isBare = found[2] === undefined;
    const address = isBare ? found[5] || found[0] : (found[3] || "").replace(/^<|>$/g, "");
    const source = isBare ? address : found[2];
    return { from: begins, to: ends, source: source, words: plain(source), address: address, title: found[4] || "", isLink: true, isBare: isBare };
  }
  const [first, last] = from === end ? wordAt(text, from) : [from, end];
  const picked = text.slice(first, last);
  const source = picked.trim();
  const lead = source ? picked.indexOf(source) : 0;
  return {
    from: first + lead, to: first + lead + source.length, source: source, words: plain(source), address: addressOf(source) && /[/@]|^www\./i.test(source) ? source : "",
    title: "", isLink: false, isBare: false,
  };
}

/** The word around a caret in the middle of it.
 * @param {string} text @param {number} at
 * @returns {[number, number]} */
function wordAt(text, at) {
  const before = (/[\p{L}\p{N}'’-]{1,100}$/u.exec(text.slice(Math.max(0, at - 100), at)) || [""])[0].length;
  const after = (/^[\p{L}\p{N}'’-]{1,100}/u.exec(text.slice(at, at + 100)) || [""])[0].length;
  return before && after ? [at - before, at + after] : [at, at];
}

/** Brackets as they are shown.
 * @param {string} source */
function plain(source) { return source.replace(/\\([[\]])/g, "$1"); }

/** What stands in the text for a link.
 * @param {Link} link as it was found @param {string} words @param {string} address what `addressOf` made of what was entered */
export function written(link, words, address) {
  const said = words.trim();
  const bare = address.replace(/^mailto:/i, "");
  if (!said || said === address || said === bare) return "<" + bare + ">";
  const source = said === link.words ? link.source : said.replace(/\\?([[\]])/g, "\\$1");
  return "[" + source + "](" + address + link.title + ")";
}

/** An address as it is written into a link: whole, and without signs that would end it; empty for what is none.
 * @param {string} entered */
export function addressOf(entered) {
  let address = entered.trim();
  if (address.startsWith("/") && !address.startsWith("//")) address = location.origin + address;
  if (!/^(https?:\/\/|mailto:)/i.test(address)) {
    if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(address)) address = "mailto:" + address;
    else if (/^[^\s/:@]+\.[^\s/:@.]{2,}(:\d+)?([/?#].*)?$/.test(address)) address = "https://" + address;
    else return "";
  }
  try {
    // Only whether it is one: as it was entered it is easier to know again.
    if (new URL(address).protocol !== "mailto:" && !new URL(address).hostname) return "";
  } catch (error) {
    return "";
  }
  return address.replace(/[\s()<>]/g, (sign) => "%" + ("0" + sign.charCodeAt(0).toString(16).toUpperCase()).slice(-2));
}
