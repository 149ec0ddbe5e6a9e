/** The facts of an element with data-currency, as the server gives them: the code, and how many decimals people write.
 * @typedef {{currency?: string, decimals?: string}} Facts */

/** Of pages that a device kept from a time before the server said it.
 * @param {Facts} facts */
function decimalsOf(facts) { return facts.decimals === undefined ? 2 : Number(facts.decimals); }

/** An amount as the pages of the server write it: whole ones without decimals.
 * @param {number} minor in the smallest unit @param {Facts} facts */
export function money(minor, facts) {
  const scale = Math.pow(10, decimalsOf(facts));
  const digits = minor % scale === 0 ? 0 : decimalsOf(facts);
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: "currency", currency: facts.currency || "KES", minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
  return format.format(minor / scale);
}

/** What a person typed, in the smallest unit, as the server reads it: 1 250, 1,250, 1250.50, 1250,5. NaN for what is no amount.
 * @param {string} text @param {Facts} facts */
export function typed(text, facts) {
  const found = /^(-?)(?:(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|(\d{1,12})(?:[.,](\d*))?)$/.exec(text.replace(/[\s\u00a0]/g, ""));
  if (!found) return NaN;
  const decimals = decimalsOf(facts);
  const fraction = found[3] || found[5] || "";
  if (fraction.length > decimals) return NaN;
  return Number(found[1] + (found[2] || found[4]).replace(/,/g, "") + (fraction + "00").slice(0, decimals));
}
