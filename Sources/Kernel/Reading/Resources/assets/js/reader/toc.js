// Links inside the publication, from the table of contents or from the text: followed without loading a page.

/**
 * @typedef {{section: number, anchor: string, query: string}} Target
 */

/**
 * Where a link leads inside the publication, or null where it leads elsewhere.
 * @param {string} path the reader's path of the publication
 * @param {HTMLAnchorElement} link
 * @returns {Target | null}
 */
export function targetOf(path, link) {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return null;
  const match = /^\/(\d{1,6})$/.exec(link.pathname.indexOf(path) === 0 ? link.pathname.slice(path.length) : "");
  return match ? { section: Number(match[1]), anchor: decodeURIComponent(link.hash.slice(1)), query: link.search } : null;
}

/**
 * Marks the entry of the contents that is being read, the last one at or before the section.
 * @param {HTMLElement} contents
 * @param {number} section
 */
export function markCurrent(contents, section) {
  const links = /** @type {HTMLAnchorElement[]} */ (Array.prototype.slice.call(contents.querySelectorAll("a[data-section]")));
  const old = contents.querySelector("[aria-current]");
  if (old) old.removeAttribute("aria-current");
  contents.querySelectorAll("[data-sign=here]").forEach((sign) => sign.remove());
  let current = null;
  for (const link of links) if (Number(link.dataset.section) <= section) current = link;
  if (!current) return;
  // The first of several entries that lead into the same section.
  const number = current.dataset.section;
  const first = links.find((link) => link.dataset.section === number);
  const entry = first || current;
  entry.setAttribute("aria-current", "true");
  // Of chapters that are only numbers the colour says it.
  if (!entry.closest(".is-numbers")) entry.append(signOf("here", contents.dataset.here || ""));
  for (let fold = entry.closest("details"); fold; fold = fold.parentElement && fold.parentElement.closest("details")) fold.open = true;
}

/**
 * Marks what is read, and what came since one last read on.
 * @param {HTMLElement} contents
 * @param {{number: number, words: number, wordsBefore: number, changedAt: string}[]} sections
 * @param {{words: number, percent: number, at: number}} read how far, and since when; 0 is nowhere
 */
export function markStanding(contents, sections, read) {
  if (!read.at) return;
  const links = /** @type {HTMLAnchorElement[]} */ (Array.from(contents.querySelectorAll("a[data-section]")));
  for (const link of links) {
    const section = sections[Number(link.dataset.section)];
    if (!section || link.closest(".is-numbers") || link.querySelector("[data-sign]")) continue;
    // As the server counts it.
    const end = read.words ? ((section.wordsBefore + section.words) / read.words) * 100 : 0;
    if (read.percent >= 99 || end <= read.percent + 0.01) link.append(signOf("read", contents.dataset.read || ""));
    else if (Date.parse(section.changedAt) > read.at) link.append(signOf("new", contents.dataset.new || ""));
  }
}

/** @param {string} kind @param {string} words */
function signOf(kind, words) {
  const sign = document.createElement("span");
  sign.className = "reader-sign is-" + kind;
  sign.dataset.sign = kind;
  if (kind === "read") sign.setAttribute("role", "img");
  if (kind === "read") sign.setAttribute("aria-label", words);
  sign.textContent = kind === "read" ? "✓" : words;
  return sign;
}

/**
 * @typedef {{title: string, section?: number, anchor?: string, children: Entry[]}} Entry
 */

/**
 * What the page divides the contents into, in its order; nothing where it doesn't.
 * @param {HTMLElement} reader
 * @returns {{title: string, section: number}[]}
 */
export function partsOf(reader) {
  const rows = /** @type {HTMLElement[]} */ (Array.from(reader.querySelectorAll("[data-parts] > li")));
  return rows.map((row) => ({ title: row.textContent || "", section: Number(row.dataset.section) }));
}

/**
 * Builds the table of contents; what has parts of its own can be folded when the whole is long.
 * @param {HTMLElement} contents
 * @param {string} path the reader's path of the publication
 * @param {Entry[]} entries
 * @param {{title: string, section: number}[]} parts headings, each with the section that it begins with
 */
export function fillContents(contents, path, entries, parts) {
  contents.textContent = "";
  const isFolded = countOf(entries) > 80;
  if (parts.length < 2) {
    contents.appendChild(listOf(path, entries, isFolded, ""));
    return;
  }
  parts.forEach((part, position) => {
    const end = position + 1 < parts.length ? parts[position + 1].section : Infinity;
    const heading = document.createElement("h3");
    heading.textContent = part.title;
    contents.appendChild(heading);
    const list = listOf(path, entries.filter((entry) => Number(entry.section) >= part.section && Number(entry.section) < end), isFolded, "");
    // One is open at a time.
    list.querySelectorAll(":scope > li > details").forEach((fold) => fold.setAttribute("name", "contents-part"));
    contents.appendChild(list);
  });
}

/**
 * @param {string} path
 * @param {Entry[]} entries
 * @param {boolean} isFolded
 * @param {string} above the title of what the entries belong to
 * @returns {HTMLOListElement}
 */
function listOf(path, entries, isFolded, above) {
  const list = document.createElement("ol");
  // Chapters that are only numbers stand side by side: "Mark 3" below "Mark" is 3.
  const numbers = entries.map((entry) => numberOf(entry.title, above));
  const areNumbers = entries.length > 4 && numbers.every((number) => number !== "");
  if (areNumbers) list.className = "is-numbers";
  entries.forEach((entry, position) => {
    const row = document.createElement("li");
    const line = typeof entry.section !== "number" ? document.createElement("span") : linkOf(path, entry, entry.section);
    line.dir = "auto";
    line.textContent = areNumbers ? numbers[position] : entry.title;
    if (areNumbers) line.setAttribute("aria-label", entry.title);
    if (entry.children.length > 0 && isFolded) {
      const fold = document.createElement("details");
      const summary = document.createElement("summary");
      summary.dir = "auto";
      summary.textContent = entry.title;
      fold.appendChild(summary);
      fold.appendChild(listOf(path, entry.children, isFolded, entry.title));
      row.appendChild(fold);
    } else {
      row.appendChild(line);
      if (entry.children.length > 0) row.appendChild(listOf(path, entry.children, isFolded, entry.title));
    }
    list.appendChild(row);
  });
  return list;
}

/**
 * @param {string} path
 * @param {Entry} entry
 * @param {number} section
 */
function linkOf(path, entry, section) {
  const link = document.createElement("a");
  link.href = path + "/" + section + (entry.anchor ? "#" + encodeURIComponent(entry.anchor) : "");
  link.dataset.section = String(section);
  return link;
}

/**
 * The number in a title that says nothing else, or "".
 * @param {string} title
 * @param {string} above
 */
function numberOf(title, above) {
  const rest = above !== "" && title.indexOf(above) === 0 ? title.slice(above.length).trim() : title;
  return /^\d{1,3}$/.test(rest) ? rest : "";
}

/**
 * @param {Entry[]} entries
 * @returns {number}
 */
function countOf(entries) {
  return entries.reduce((sum, entry) => sum + 1 + countOf(entry.children), 0);
}
