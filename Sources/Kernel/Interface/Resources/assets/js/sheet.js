// A sheet that lies over the page has an entry in the history while it is open: going back closes it before it leads anywhere.

/** @typedef {{isOpen: () => boolean, opened: () => void, closed: () => void}} SheetEntry */

/** Whether a sheet of this page has looked at the entry that the page began with. */
let isUsed = false;

/**
 * @param {() => void} close closes the sheet; it was gone back from
 * @returns {SheetEntry} to be told when the sheet opens, and when it closes by anything else than going back
 */
export function sheetEntry(close) {
  let isOpen = false;
  /** A way back that was begun and hasn't arrived. */
  let isLeaving = false;
  // The page was loaded anew, or come back to, at the entry of a sheet that isn't there any more.
  if (history.state && history.state.sheet && !isUsed) history.back();
  isUsed = true;

  const enter = () => {
    // Going back to the page below the sheet doesn't move it.
    history.scrollRestoration = "manual";
    history.pushState(Object.assign({}, history.state, { sheet: true }), "");
  };
  window.addEventListener("popstate", () => {
    if (isLeaving) {
      isLeaving = false;
      history.scrollRestoration = "auto";
      // Another was opened in the same moment.
      if (isOpen) enter();
      return;
    }
    if (!isOpen) return;
    isOpen = false;
    history.scrollRestoration = "auto";
    close();
  });
  return {
    isOpen: () => isOpen,
    opened() {
      if (isOpen) return;
      isOpen = true;
      if (!isLeaving) enter();
    },
    closed() {
      if (!isOpen) return;
      isOpen = false;
      isLeaving = true;
      history.back();
    },
  };
}
