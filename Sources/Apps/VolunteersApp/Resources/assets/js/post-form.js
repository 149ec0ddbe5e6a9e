// While somebody writes a request: how many characters there are, and which open requests say the same.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-post-form]"));
const pause = 500;

if (form) {
  countCharacters(form);
  showSimilar(form);
}

/** @param {HTMLFormElement} form */
function countCharacters(form) {
  form.querySelectorAll("[data-count]").forEach((element) => {
    const area = /** @type {HTMLTextAreaElement} */ (element);
    // The hint says how many there may be; with scripts it also says how many there are.
    const hint = document.getElementById(area.id + "-hint");
    if (!hint) return;
    const update = () => { hint.textContent = (area.dataset.count || "").replace("%1", String(Array.from(area.value).length)); };
    area.addEventListener("input", update);
    update();
  });
}

/** @param {HTMLFormElement} form */
function showSimilar(form) {
  const section = /** @type {HTMLElement | null} */ (document.querySelector("[data-similar]"));
  const list = section && section.querySelector("ul");
  if (!section || !list) return;
  let timer = 0;
  let asked = 0;
  const ask = () => {
    const fields = new FormData(form);
    const query = new URLSearchParams();
    // An address has no room for a thousand emoji.
    ["title", "body", "category"].forEach((name) => query.set(name, Array.from(String(fields.get(name) || "")).slice(0, 400).join("")));
    if (!query.get("title")) {
      section.hidden = true;
      return;
    }
    const mine = ++asked;
    fetch(form.dataset.postForm + "?" + query, { headers: { Accept: "application/json" }, credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((found) => { if (mine === asked) draw(section, list, found); })
      .catch(() => undefined);
  };
  form.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, pause);
  });
  ask();
}

/** @param {HTMLElement} section @param {Element} list @param {{title: string, area: string, page: string}[]} found */
function draw(section, list, found) {
  section.hidden = found.length === 0;
  list.textContent = "";
  found.forEach((post) => {
    const row = document.createElement("li");
    row.className = "row";
    const link = document.createElement("a");
    link.href = post.page;
    link.target = "_blank";
    link.rel = "noopener";
    link.dir = "auto";
    link.textContent = post.title;
    const area = document.createElement("span");
    area.className = "muted";
    area.textContent = post.area;
    row.append(link, area);
    list.append(row);
  });
}

export {};
