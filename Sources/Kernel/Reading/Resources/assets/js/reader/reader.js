// The reader: puts its parts together. Without this script the page is still a readable section with links to the next.

import { Annotations } from "./annotations.js";
import { KeyboardSelection } from "./caret.js";
import { Drawers } from "./drawers.js";
import { Echoes } from "./echoes.js";
import { FindPanel } from "./find.js";
import { watchGestures } from "./gestures.js";
import { decorate, mindWide, stagePicture } from "./images.js";
import { watchKeyboard } from "./keyboard.js";
import { Layout } from "./layout.js";
import { watchLookups } from "./lookup.js";
import { Marking } from "./marking.js";
import { Navigation } from "./navigation.js";
import { Player } from "./audio.js";
import { Position } from "./position.js";
import { armVerses, compareSection, fillVerses } from "./references.js";
import { Remarks } from "./remarks.js";
import { Sections } from "./sections.js";
import { Selecting } from "./selection.js";
import { Settings, showSettings } from "./settings.js";
import { fillContents, markCurrent, markStanding, partsOf } from "./toc.js";
import { send } from "./api.js";
import { mindGuestPlace } from "./guest-place.js";
import { fulfil, watchGuest } from "./signing-in.js";
import { wayBack } from "./way-back.js";
import { timeLeft } from "./time-left.js";
import { part, words } from "./words.js";
import { keepPlace, placeIn, shownPercent } from "../on-device/places.js";
import { renewPage } from "../on-device/keep.js";
import { seen, works } from "../on-device/store.js";

/** The most sections that the panel of contents lists. */
const mostInPanel = 2000;

/** @param {HTMLElement} reader */
function start(reader) {
  const data = reader.dataset;
  const view = part(reader, "[data-view]");
  const flow = part(reader, "[data-flow]");
  const status = part(reader, "[data-status]");
  const api = data.api || "";
  const isMember = data.member === "yes";
  const labels = { enlarge: data.enlarge || "", scroll: data.scroll || "" };
  const drawers = new Drawers(reader, part(reader, "[data-curtain]"));
  /** A recording has its own place and progress. */
  const player = /** @type {HTMLElement | null} */ (reader.querySelector("[data-player]"));
  showChosen(reader);

  /** @type {Annotations} */
  let annotations;
  const sections = new Sections(flow, {
    api: api,
    count: Number(data.count),
    decorate: (section) => {
      decorate(section, labels);
      armVerses(section, reader);
      sections.changed(section);
      annotations.draw(section);
      if (remarks) remarks.draw(section);
      if (echoes) echoes.draw(section);
    },
  });
  const indexOf = (/** @type {HTMLElement} */ section) => sections.index(section);
  const remarks = Remarks.of(reader, { api: api, drawers: drawers, sections: sections, status: status, keepPlace: (change) => layout.keepPlace(change) });
  const echoes = isMember ? new Echoes(reader, api) : null;
  annotations = new Annotations(data.publication || "", api, indexOf, (section) => sections.changed(section));
  const layout = new Layout(view, flow, indexOf);
  mindGuestPlace(reader);
  const position = new Position({ api: api, publication: data.publication || "", isMember: isMember, words: Number(data.words), furthest: Number(data.furthest), furthestAt: Number(data.furthestAt) });
  const back = wayBack(reader, position);
  const selecting = new Selecting(flow, part(reader, "[data-toolbar]"), indexOf);
  const keyboard = new KeyboardSelection(selecting, layout);
  const navigation = new Navigation({ reader, view, layout, sections, drawers, status });
  /** A player has no pages to turn. */
  const arrange = () => (player ? layout.arrange("scroll", "vertical") : layout.arrange(settings.flow.mode, settings.flow.axis));
  const settings = new Settings(reader, /** @type {HTMLFormElement} */ (part(reader, "[data-settings]")), (change) => {
    layout.keepPlace(() => {
      change();
      arrange();
    });
    settled();
  });
  const marking = new Marking({ reader, annotations, sections, selecting, keyboard, layout, navigation, drawers, status, isMember, remarks });
  const wishes = { publication: data.publication || "", path: data.path || "", layout, sections, marking, selecting, annotations, remarks, status };
  if (!isMember) watchGuest(reader, wishes);
  watchLookups(reader, drawers, status);
  const find = new FindPanel(reader, api, (passage) => {
    drawers.close();
    // A whole chapter isn't marked.
    navigation.toPassage(passage, passage.quote.exact !== "" || passage.position.end > passage.position.start);
  });

  // The printed page that holds what is on view; the one that one comes from as long as one hasn't moved.
  /** @type {import("./layout.js").Place | null} */
  let landed = null;
  const pages = /** @type {HTMLAnchorElement | null} */ (reader.querySelector("[data-pages]"));
  if (pages) {
    if (!isMember && goneToPages(data, pages)) return;
    pages.addEventListener("click", (event) => {
      const place = layout.place();
      const isSame = place && pages.search.indexOf("page=") >= 0 && landed && landed.section === place.section && landed.start === place.start;
      if (place && !isSame) pages.search = "?section=" + sections.number(place.section) + "&at=" + indexOf(place.section).position(place.start);
      // As in the printed pages, the history stays short.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      location.replace(pages.href);
    });
  }

  let hasContents = false;
  let isFetchingContents = false;
  // What is shown follows the place on view.
  const progress = /** @type {HTMLProgressElement} */ (part(reader, "[data-progress]"));
  const progressText = part(reader, "[data-progress-text]");
  const pageText = part(reader, "[data-page-text]");
  const bookText = part(reader, "[data-book-text]");
  let isScheduled = false;
  function moved() {
    if (isScheduled) return;
    isScheduled = true;
    window.setTimeout(() => {
      isScheduled = false;
      settled();
    }, 120);
  }
  function settled() {
    const place = layout.place();
    if (!place || layout.isMoving) return place && moved();
    layout.remember(place);
    if (player) return undefined;
    const number = sections.number(place.section);
    const percent = shownPercent(position.note(place, indexOf));
    if (position.look === null) back.end();
    progress.value = percent;
    const furthest = shownPercent(position.furthest);
    progressText.textContent = furthest > percent ? words(progressText, "behind", percent, furthest) : words(progressText, "words", percent);
    const count = layout.pageInSection();
    pageText.textContent = layout.isColumnar ? words(pageText, "words", count.page, count.pages) : timeLeft(pageText, "chapter", position.left.section);
    bookText.textContent = timeLeft(pageText, "book", position.left.all);
    part(reader, "[data-section-title]").textContent = place.section.dataset.title || "";
    compareSection(reader, place.section);
    // Whoever has opened another book of the list keeps it open.
    const isInContents = drawers.open !== null && drawers.open.dataset.drawer === "contents";
    if (hasContents && !isInContents) markCurrent(part(reader, "[data-contents]"), number);
    navigation.arrived(number);
    marking.showBookmark(place);
    navigation.prefetch();
  }
  navigation.onMove = moved;
  position.onRead = moved;
  navigation.onJump = (isLook) => {
    if (isLook) back.offer();
    else back.end();
    position.jump(isLook);
  };
  if (navigation.isLook) position.jump(true);
  window.addEventListener("scroll", moved, { passive: true });
  view.addEventListener("scroll", moved, { passive: true });
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    // Browsers on phones change the height whenever their own bars come and go; a scroll does not care.
    if (!layout.isColumnar && width === window.innerWidth) return;
    width = window.innerWidth;
    layout.sections.forEach((section) => mindWide(section, labels.scroll));
    layout.comeBack();
    moved();
  });

  const toggleBars = () => { reader.classList.toggle("is-quiet"); };
  watchGestures(view, layout, {
    turn: (by) => navigation.turn(by),
    toggleBars: toggleBars,
    tapped: (event) => marking.tapped(event),
  });
  watchKeyboard(view, layout, keyboard, {
    turn: (by) => navigation.turn(by),
    edge: (isEnd) => navigation.toEdge(isEnd),
    bookmark: () => marking.toggleBookmark(),
    open: (name) => drawers.show(name),
    toBar: () => marking.focusBar(),
    isBusy: () => drawers.open !== null,
  });
  reader.addEventListener("focusin", () => reader.classList.remove("is-quiet"));
  drawers.onOpen.find = () => find.input.select();
  // The contents of a Bible are a thousand lines, so they come when they are first wanted.
  drawers.onOpen.contents = () => {
    // Those of a story that goes on for years are too many for one list; the page of their own shows some at a time.
    if (Number(data.count) > mostInPanel && navigator.onLine) {
      // The page that comes takes the place of the open panel.
      drawers.close(true);
      location.assign(data.path + "/contents?section=" + navigation.here);
      return;
    }
    const contents = part(reader, "[data-contents]");
    const verses = fillVerses(part(reader, '[data-drawer="contents"]'), sections.loaded(navigation.here), data.path || "");
    const show = () => {
      markCurrent(contents, navigation.here);
      const current = contents.querySelector("[aria-current]");
      const fold = current && current.closest("details");
      if (!verses || !fold) return current && current.scrollIntoView({ block: "center" });
      fold.append(verses);
      fold.scrollIntoView({ block: "start" });
    };
    if (hasContents) return show();
    if (isFetchingContents) return;
    isFetchingContents = true;
    send("GET", api).then(
      (answer) => {
        hasContents = true;
        fillContents(contents, data.path || "", answer.contents, partsOf(reader));
        // What is looked up by its references isn’t read to where somebody was.
        if (!data.source) markStanding(contents, answer.sections, { words: answer.words, percent: position.before.percent, at: position.before.at });
        show();
      },
      () => { location.href = data.path + "/contents"; });
  };
  flow.addEventListener("click", (event) => {
    const picture = /** @type {Element} */ (event.target).closest(".reader-picture");
    if (!picture) return;
    event.preventDefault();
    stagePicture(part(reader, "[data-stage]"), /** @type {HTMLImageElement} */ (picture.querySelector("img")));
    drawers.show("picture", /** @type {HTMLElement} */ (picture));
  });
  part(reader, "[data-stage]").addEventListener("click", (event) => {
    /** @type {HTMLElement} */ (event.currentTarget).classList.toggle("is-large");
  });

  layout.sections.forEach((section) => {
    decorate(section, labels);
    armVerses(section, reader);
  });
  arrange();
  reader.classList.add("is-ready");
  const fonts = /** @type {any} */ (document).fonts;
  if (fonts && fonts.ready) fonts.ready.then(() => layout.comeBack());
  const kept = navigation.isResuming ? position.kept() : null;
  navigation.land(kept).then(() => {
    settled();
    landed = layout.place();
    if (echoes) layout.sections.forEach((section) => echoes.draw(section));
    return isMember ? marking.begin().then(() => fulfil(wishes)) : undefined;
  });
  window.addEventListener("online", () => position.save());
  // The stars at the end were given anew: what this device keeps shows them too.
  document.addEventListener("stoa:renewed", () => renewPage(data.publication || "").catch(() => undefined));
  if (works) seen(data.publication || "").catch(() => undefined);
  // The server answers again: what it knows takes the place of what was kept.
  document.addEventListener("stoa:reachable", () => {
    position.save();
    if (isMember) marking.begin();
    if (remarks) layout.sections.forEach((section) => remarks.draw(section, true));
  });

  reader.querySelectorAll("[data-recording]").forEach((root) => {
    const stored = isMember || root !== player ? null : kept || position.kept();
    const listening = new Player(/** @type {HTMLElement} */ (root), {
      resume: stored ? stored.position.start : 0,
      show: (percent) => {
        if (root !== player) return;
        progress.value = shownPercent(percent);
        progressText.textContent = words(progressText, "words", shownPercent(percent));
      },
    });
    if (root === player) listening.watchKeys();
  });
}

/** A guest goes on in the printed pages where they read there last; who comes from a printed page has chosen the text.
 * @param {DOMStringMap} data @param {HTMLAnchorElement} pages */
function goneToPages(data, pages) {
  const query = new URLSearchParams(location.search);
  const place = placeIn(data.publication || "");
  if (!place || !place.inPages) return false;
  if (query.has("page")) keepPlace(data.publication || "", Object.assign(place, { inPages: false }));
  else if (query.has("resume") && !document.documentElement.hasAttribute("data-kept")) {
    location.replace(pages.pathname + "?section=" + place.section + "&at=" + place.position.start);
    return true;
  }
  return false;
}

/** A page that was kept shows the settings of that day; what was chosen on this device since then is in its cookie.
 * @param {HTMLElement} reader */
function showChosen(reader) {
  if (document.documentElement.hasAttribute("data-kept")) showSettings(reader, /** @type {HTMLFormElement} */ (part(reader, "[data-settings]")));
}

document.querySelectorAll("[data-reader]").forEach((reader) => start(/** @type {HTMLElement} */ (reader)));
