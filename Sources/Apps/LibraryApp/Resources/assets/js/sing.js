// @ts-check
// A hymn in large type: one stanza at a time, as large as the screen allows, by keys and taps. Leaving is a step back, to the hymn.

/** What the device keeps; nothing where it keeps nothing.
 * @param {string} name @param {string} [value] */
function keep(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch (error) {
    return null;
  }
}

/** @param {HTMLElement} page */
function start(page) {
  const words = /** @type {HTMLElement} */ (page.querySelector("[data-sing-words]"));
  const stanzas = /** @type {HTMLElement[]} */ (Array.from(page.querySelectorAll("[data-stanza]")));
  const place = /** @type {HTMLElement} */ (page.querySelector("[data-sing-place]"));
  const full = /** @type {HTMLElement} */ (page.querySelector("[data-sing-full]"));
  const steps = /** @type {HTMLButtonElement[]} */ (Array.from(page.querySelectorAll("[data-sing-step]")));
  const sizes = /** @type {HTMLButtonElement[]} */ (Array.from(page.querySelectorAll("[data-sing-size]")));
  /** How many steps larger than usual somebody wants the letters, kept for the hymns to come. */
  let wish = Number(keep("stoa.sing-size")) || 0;
  const back = /** @type {HTMLAnchorElement} */ (page.querySelector("[data-sing-back]"));
  // “Back” of the page that one came from leads to where it led before.
  const isFromHymn = document.referrer.startsWith(location.origin + back.pathname) && history.length > 1;
  if (stanzas.length === 0) return;
  /** Without the refrains between them, by their places. */
  const counted = stanzas.map((_, place) => place).filter((place) => !stanzas[place].classList.contains("is-refrain"));
  let here = Math.max(0, stanzas.findIndex((stanza) => "#" + stanza.id === location.hash));

  /** @param {number} number */
  function show(number) {
    here = Math.max(0, Math.min(number, stanzas.length - 1));
    stanzas.forEach((stanza, position) => { stanza.hidden = position !== here; });
    // A refrain belongs to the stanza before it.
    const stanza = Math.max(1, counted.filter((one) => one <= here).length);
    place.textContent = (place.dataset.words || "").replace("%1", String(stanza)).replace("%2", String(Math.max(1, counted.length)));
    steps[0].disabled = here === 0;
    steps[1].disabled = here === stanzas.length - 1;
    history.replaceState(history.state, "", "#" + stanzas[here].id);
    fit();
  }

  /** Lines stay whole, unless the letters are much larger with lines that break, as on a phone that is held upright.
   * Somebody may want them smaller, or larger, than that. */
  function fit() {
    page.classList.remove("breaks-lines");
    const whole = largest();
    page.classList.add("breaks-lines");
    const broken = largest();
    /** @type {{ size: number, breaks: boolean }[]} */
    const choices = [0.7, 0.85, 1].map((share) => ({ size: Math.max(16, Math.round(share * whole)), breaks: false }));
    if (broken > whole) choices.push({ size: Math.round((whole + broken) / 2), breaks: true }, { size: broken, breaks: true });
    const usual = broken >= 1.2 * whole ? choices.length - 1 : 2;
    const at = Math.max(0, Math.min(usual + wish, choices.length - 1));
    wish = at - usual;
    page.classList.toggle("breaks-lines", choices[at].breaks);
    words.style.fontSize = choices[at].size + "px";
    sizes.forEach((button) => { button.disabled = !choices[at + Number(button.dataset.singSize)]; });
  }

  /** Sets the largest letters with which no word breaks and nothing is cut. */
  function largest() {
    const stanza = stanzas[here];
    let [small, large] = [16, 160];
    while (large - small > 1) {
      const size = Math.floor((small + large) / 2);
      words.style.fontSize = size + "px";
      const isTooLarge = stanza.scrollWidth > words.clientWidth || stanza.offsetHeight > words.clientHeight;
      if (isTooLarge) large = size;
      else small = size;
    }
    words.style.fontSize = small + "px";
    return small;
  }

  function leave() {
    if (isFromHymn) history.back();
    else back.click();
  }

  page.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (isFromHymn && target.closest("[data-sing-back]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      return leave();
    }
    const step = /** @type {HTMLElement | null} */ (target.closest("[data-sing-step]"));
    if (step) return show(here + Number(step.dataset.singStep));
    const size = /** @type {HTMLElement | null} */ (target.closest("[data-sing-size]"));
    if (size) {
      wish += Number(size.dataset.singSize);
      fit();
      keep("stoa.sing-size", String(wish));
      return;
    }
    if (target.closest("[data-sing-colours]")) {
      const isDark = getComputedStyle(page).getPropertyValue("--sing-dark").trim() === "1";
      page.dataset.colours = isDark ? "light" : "dark";
    } else if (target.closest("[data-sing-full]")) {
      if (document.fullscreenElement) document.exitFullscreen();
      else page.requestFullscreen().catch(() => undefined);
    } else if (target.closest("[data-sing-words]")) {
      show(here + (event.clientX < window.innerWidth / 3 ? -1 : 1));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest("a, button") && [" ", "Enter"].includes(event.key)) return;
    const by = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
    if (by) show(here + by);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(stanzas.length - 1);
    else if (/^[1-9]$/.test(event.key)) show(counted[Math.min(Number(event.key), counted.length) - 1] || 0);
    // The browser itself leaves the full screen by it first.
    else if (event.key === "Escape" && !document.fullscreenElement) leave();
    else if (event.key === "f" && full) full.click();
    else if ("+-".includes(event.key)) sizes[event.key === "+" ? 1 : 0].click();
    else return;
    event.preventDefault();
  });
  window.addEventListener("resize", fit);
  if (!document.fullscreenEnabled) full.hidden = true;
  page.classList.add("is-ready");
  const fonts = /** @type {any} */ (document).fonts;
  if (fonts && fonts.ready) fonts.ready.then(fit);
  show(here);
  words.focus({ preventScroll: true });
}

document.querySelectorAll("[data-sing]").forEach((page) => start(/** @type {HTMLElement} */ (page)));
export {};
