// The words of a chapter that its readers read, by the rule of ReadWords on the server: without addresses, pictures, tags, numbers of lists and marks of
// footnotes. Each line counts by itself, so only those that changed are counted anew.

const longest = 2000;
/** Lines with anything beside words. */
const marks = /[[\]<&*\\`~]|^[ \t>]*\d/;
/** Runs of letters and digits; each character of scripts that write without spaces. */
const words = /[\p{Ideographic}\u3040-\u30ff]|(?:(?![\p{Ideographic}\u3040-\u30ff])[0-9\p{Alphabetic}\p{Mn}]['’]*)+/gu;

/** @type {Map<string, number>} */
let known = new Map();

/** @param {string} text */
export function counted(text) {
  /** @type {Map<string, number>} */
  const now = new Map();
  let sum = 0;
  for (const line of text.split("\n")) {
    let number = known.get(line);
    if (number === undefined) number = now.get(line);
    if (number === undefined) number = ((marks.test(line) ? visible(line) : line).match(words) || []).length;
    now.set(line, number);
    sum += number;
  }
  known = now;
  return sum;
}

/** A line as its readers see it.
 * @param {string} line */
function visible(line) {
  let at = (/^[ \t>]*/.exec(line) || [""])[0].length;
  if (line.startsWith("```", at) || line.startsWith("~~~", at)) return "";
  const number = /^\d{1,9}[.)](?= )/.exec(line.slice(at, at + 11));
  if (number) at += number[0].length;
  const close = line[at] === "[" ? find(line, "]", at) : -1;
  // Where a footnote or an address is written down.
  if (close >= 0 && line[close + 1] === ":") {
    if (line[at + 1] !== "^") return "";
    at = close + 2;
  }
  let seen = "";
  while (at < line.length) {
    const sign = line[at];
    const end = hiddenFrom(line, at);
    if (end > at) {
      seen += " ";
      at = end;
    } else if (sign === "\\") {
      seen += line[at + 1] || "";
      at += 2;
    } else {
      // Emphasis may be inside a word.
      if (sign !== "*") seen += sign;
      at++;
    }
  }
  return seen;
}

/** Where what readers don't see ends, if it begins at a place.
 * @param {string} line @param {number} at */
function hiddenFrom(line, at) {
  const [sign, next] = [line[at], line[at + 1]];
  if (sign === "!" && next === "[") {
    const close = find(line, "]", at);
    return close < 0 ? at : Math.max(at, target(line, close));
  }
  if (sign === "[" && next === "^") return find(line, "]", at) + 1;
  if (sign === "]") return target(line, at);
  if (sign === "<" && /[a-z/!]/i.test(next || "")) {
    const close = find(line, ">", at);
    // An address in angle brackets is read as it stands.
    return close < 0 || (/[:@]/.test(line.slice(at, close)) && !line.slice(at, close).includes(" ")) ? at : close + 1;
  }
  if (sign === "&") {
    const entity = /^&[a-z0-9#]{1,31};/i.exec(line.slice(at, at + 33));
    return entity ? at + entity[0].length : at;
  }
  return at;
}

/** Where what stands behind a link's words ends: its address in parentheses, or its name in brackets; -1 where there is none.
 * @param {string} line @param {number} close */
function target(line, close) {
  if (line[close + 1] === "[") return find(line, "]", close + 1) + 1 || -1;
  if (line[close + 1] !== "(") return -1;
  let depth = 0;
  for (let at = close + 1; at < Math.min(line.length, close + longest); at++) {
    if (line[at] === "(") depth++;
    if (line[at] === ")") depth--;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** @param {string} line @param {string} sign @param {number} from */
function find(line, sign, from) {
  const at = line.slice(from, from + longest).indexOf(sign);
  return at < 0 ? -1 : from + at;
}
