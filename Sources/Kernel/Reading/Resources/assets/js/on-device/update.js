// Brings what this device keeps up to date while there is a connection, and finishes what an earlier page began.

import { keep, NotKept, versionOfPage } from "./keep.js";
import { all, apiOf, me, remove, setUnfinished, unfinished } from "./store.js";

/** When it was last looked for, in milliseconds. */
const looked = "stoa.on-device-looked";
const every = 15 * 60 * 1000;

/** Looks for what is new, at most four times an hour; after an update of the site at once, for the kept pages ask for its new scripts. */
export async function update() {
  const begun = unfinished();
  if (begun && begun.person === me()) await keep(begun.id, begun.cover).catch(() => undefined);
  else setUnfinished(null);
  const kept = await all();
  for (const one of kept) if (one.person !== "" && me() !== "" && one.person !== me()) await remove(one);
  const own = kept.filter((one) => one.person === "" || one.person === me());
  const isFresh = Date.now() - Number(localStorage.getItem(looked)) < every;
  if (own.length === 0 || (isFresh && own.every((one) => one.version === versionOfPage()))) return;
  localStorage.setItem(looked, String(Date.now()));
  for (const one of own) await bringUp(one);
  document.dispatchEvent(new CustomEvent("stoa:on-device"));
}

/** @param {import("./store.js").Kept} one */
async function bringUp(one) {
  try {
    const answer = await fetch(apiOf(one.id) + "?limit=1", { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (answer.status === 404 || answer.status === 410) return await remove(one);
    if (!answer.ok) return undefined;
    const now = await answer.json();
    const isSame = now.edition === one.edition && now.title === one.title && now.authors === one.authors && one.version === versionOfPage();
    if (!isSame) await keep(one.id, one.cover);
  } catch (failure) {
    if (failure instanceof NotKept && failure.reason === "gone") await remove(one);
  }
  return undefined;
}
