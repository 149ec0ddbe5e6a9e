// While somebody writes a request: how many characters there are, which open requests say the same, and what the filter would stop.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-post-form]"));
const pause = 500;

if (form) {
  countCharacters(form);
  showSimilar(form);
  checkWords(form);
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

/** @param {HTMLFormElement} form */
function checkWords(form) {
  const place = /** @type {HTMLElement | null} */ (form.querySelector("[data-writing]"));
  const title = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=title]"));
  const body = /** @type {HTMLTextAreaElement | null} */ (form.querySelector("[name=body]"));
  if (!place || !title || !body) return;
  let timer = 0;
  let asked = 0;
  const ask = () => {
    const mine = ++asked;
    const words = new URLSearchParams({ title: title.value, body: body.value });
    fetch(place.dataset.writing || "", { method: "POST", body: words, credentials: "same-origin", headers: { Accept: "text/html" } })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((page) => {
        if (mine !== asked) return;
        const found = new DOMParser().parseFromString(page, "text/html").querySelector("[data-writing-check]");
        const shown = place.firstElementChild;
        if (found && shown && found.outerHTML === shown.outerHTML) return;
        place.replaceChildren(...(found ? [document.importNode(found, true)] : []));
      })
      .catch(() => undefined);
  };
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, pause);
  };
  form.addEventListener("input", later);
  place.addEventListener("click", (event) => {
    const choice = /** @type {Element} */ (event.target).closest("[data-use-body]");
    if (!choice) return;
    title.value = choice.getAttribute("data-use-title") || "";
    body.value = choice.getAttribute("data-use-body") || "";
    [title, body].forEach((field) => field.dispatchEvent(new Event("input", { bubbles: true })));
    body.focus();
  });
  if (title.value || body.value) ask();
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
