/** An amount as the pages of the server write it: whole ones without decimals.
 * @param {number} minor in the smallest unit @param {string} currency */
export function money(minor, currency) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: currency || "KES" });
  return format.format(minor / 100).replace(/[.,]00(?!\d)/, "");
}

/** What a person typed, in the smallest unit, as the server reads it: 1 250, 1,250, 1250.50, 1250,5. NaN for what is no amount.
 * @param {string} text */
export function typed(text) {
  const found = /^(-?)(?:(\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?|(\d{1,12})(?:[.,](\d{0,2}))?)$/.exec(text.replace(/[\s\u00a0]/g, ""));
  if (!found) return NaN;
  return Number(found[1] + (found[2] || found[4]).replace(/,/g, "") + ((found[3] || found[5] || "") + "00").slice(0, 2));
}
