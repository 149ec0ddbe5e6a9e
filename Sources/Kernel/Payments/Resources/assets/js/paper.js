const millimetre = 96 / 25.4;

/** Makes the printed page as wide as the roll of a counter's printer, and as long as what stands on it.
 * @param {HTMLElement} paper */
export function fitRoll(paper) {
  const sheet = document.styleSheets[0];
  const height = Math.ceil(paper.getBoundingClientRect().height / millimetre) + 10;
  try {
    sheet.insertRule("@page { size: 80mm " + height + "mm; margin: 4mm; }", sheet.cssRules.length);
  } catch (error) {
    // The printer's own paper is used.
  }
}
