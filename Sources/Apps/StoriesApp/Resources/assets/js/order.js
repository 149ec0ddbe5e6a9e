// Chapters in another order: a handle is dragged by mouse, pen or finger, or moved by the arrow keys. What happens is said to those who don't see it.

import { fetchFresh } from "../../interface/js/renew.js";

const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-order]"));
if (list) start(list);

/** @param {HTMLElement} list */
function start(list) {
  const said = /** @type {HTMLElement} */ (document.querySelector("[data-order-said]"));
  show();
  // The list is renewed as other devices write.
  new MutationObserver(show).observe(list, { childList: true });

  function show() { list.querySelectorAll("[data-order-handle]").forEach((handle) => { /** @type {HTMLElement} */ (handle).hidden = false; }); }

  /** @returns {HTMLElement[]} */
  function rows() { return /** @type {HTMLElement[]} */ (Array.from(list.children)); }

  list.addEventListener("pointerdown", (event) => {
    const handle = /** @type {HTMLElement} */ (event.target).closest("[data-order-handle]");
    const row = handle && /** @type {HTMLElement | null} */ (handle.closest("[data-place]"));
    if (handle && row && event.isPrimary && event.button === 0) drag(/** @type {HTMLElement} */ (handle), row, event);
  });
  list.addEventListener("keydown", (event) => {
    const handle = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-order-handle]"));
    const row = handle && /** @type {HTMLElement | null} */ (handle.closest("[data-place]"));
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!handle || !row || step === 0) return;
    event.preventDefault();
    const all = rows();
    const other = all[all.indexOf(row) + step];
    // What is next in a long list may be on another page, which the row's own buttons lead to.
    if (!other) return buttons(row)[step < 0 ? 0 : 1].click();
    if (step < 0) other.before(row);
    else other.after(row);
    handle.focus();
    settle(row);
  });

  /** @param {HTMLElement} handle @param {HTMLElement} row @param {PointerEvent} begun */
  function drag(handle, row, begun) {
    begun.preventDefault();
    handle.focus();
    handle.setPointerCapture(begun.pointerId);
    const before = rows().indexOf(row);
    let origin = begun.clientY;
    let pointer = begun.clientY;
    row.classList.add("is-dragged");

    const follow = () => {
      let all = rows();
      let at = all.indexOf(row);
      // Over the middle of its neighbour it takes the neighbour's place.
      for (const step of [-1, 1]) {
        let other = all[at + step];
        while (other && (step < 0 ? pointer < middle(other) : pointer > middle(other))) {
          const top = row.offsetTop;
          if (step < 0) other.before(row);
          else other.after(row);
          origin += row.offsetTop - top;
          all = rows();
          at = all.indexOf(row);
          other = all[at + step];
        }
      }
      row.style.transform = "translateY(" + (pointer - origin) + "px)";
    };
    const move = (/** @type {PointerEvent} */ event) => {
      pointer = event.clientY;
      follow();
    };
    // At the edge of the screen the page comes along.
    const rolling = window.setInterval(() => {
      const edge = 72;
      const way = pointer < edge ? pointer - edge : pointer > window.innerHeight - edge ? pointer - window.innerHeight + edge : 0;
      if (way === 0) return;
      const top = window.scrollY;
      window.scrollBy(0, way / 4);
      origin -= window.scrollY - top;
      follow();
    }, 16);
    const end = (/** @type {PointerEvent} */ event) => {
      window.clearInterval(rolling);
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      row.classList.remove("is-dragged");
      row.style.transform = "";
      if (event.type === "pointercancel") {
        list.insertBefore(row, rows().filter((one) => one !== row)[before] || null);
      } else if (rows().indexOf(row) !== before) settle(row);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  /** A chapter without a title is called by its number, which is another one now.
   * @param {Document} page */
  function rename(page) {
    rows().forEach((row) => {
      const fresh = page.querySelector("[data-place='" + row.dataset.place + "']");
      for (const part of [".row-title", "[data-order-handle]"]) {
        const [now, then] = [row.querySelector(part), fresh && fresh.querySelector(part)];
        if (!now || !then) continue;
        if (part === ".row-title") now.textContent = then.textContent;
        else now.setAttribute("aria-label", then.getAttribute("aria-label") || "");
      }
    });
  }

  /** @param {HTMLElement} row */
  function middle(row) {
    const box = row.getBoundingClientRect();
    return box.top + box.height / 2;
  }

  /** Those by which a row moves up and down without dragging.
   * @param {HTMLElement} row */
  function buttons(row) { return /** @type {HTMLButtonElement[]} */ (Array.from(row.querySelectorAll("[name=direction]"))); }

  /** Says and sends where a row is now.
   * @param {HTMLElement} row */
  function settle(row) {
    const all = rows();
    const first = Number(list.dataset.order) || 1;
    const count = Number(list.dataset.orderCount) || all.length;
    const place = first + all.indexOf(row);
    const name = (/** @type {HTMLElement} */ (row.querySelector(".row-title")).textContent || "").trim();
    all.forEach((one, index) => {
      const [up, down] = buttons(one);
      if (up) up.disabled = first + index === 1;
      if (down) down.disabled = first + index === count;
    });
    said.textContent = (list.dataset.sayMoved || "").replace("%1", name).replace("%2", String(place)).replace("%3", String(count));
    fetch(row.dataset.place || "", {
      method: "PUT", credentials: "same-origin", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ place: place }),
    }).then((answer) => {
      if (!answer.ok) throw new Error("HTTP " + answer.status);
      return fetchFresh(location.href).then(rename).catch(() => undefined);
    }).catch(() => {
      said.textContent = list.dataset.sayFailed || "";
      document.dispatchEvent(new CustomEvent("stoa:toast", { detail: { words: list.dataset.sayFailed } }));
    });
  }
}
