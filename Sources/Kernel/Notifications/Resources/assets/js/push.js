// Turns notices on for this device. The browser asks for permission when the button is touched, and at no other time.

/** @param {string} text
 * @returns {Uint8Array} */
function bytes(text) {
  const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(base64 + "===".slice((base64.length + 3) % 4)), (letter) => letter.charCodeAt(0));
}

/** Whether a subscription was made with this key; with another one nothing arrives any more.
 * @param {PushSubscription} subscription @param {Uint8Array} key */
function isMadeWith(subscription, key) {
  const own = subscription.options && subscription.options.applicationServerKey;
  if (!own) return true;
  const present = new Uint8Array(own);
  return present.length === key.length && present.every((byte, index) => byte === key[index]);
}

/** @param {HTMLElement} panel */
function offer(panel) {
  const address = panel.dataset.push || "";
  const box = /** @type {HTMLElement} */ (panel.querySelector("[data-push-offer]"));
  const button = /** @type {HTMLButtonElement} */ (panel.querySelector("[data-push-on]"));

  /** @param {string} word */
  const say = (word) => {
    panel.querySelectorAll("[data-push-word]").forEach((line) => {
      const element = /** @type {HTMLElement} */ (line);
      element.hidden = element.dataset.pushWord !== word;
    });
    box.hidden = word !== "off" && word !== "failed";
  };
  const subscribe = async () => {
    const known = await fetch(address, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (!known.ok) throw new Error(String(known.status));
    const key = bytes((await known.json()).publicKey);
    const registration = await navigator.serviceWorker.ready;
    let subscription = await registration.pushManager.getSubscription();
    if (subscription && !isMadeWith(subscription, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    if (!subscription) subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await fetch(address, {
      method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(subscription.toJSON()),
    });
    if (!answer.ok) throw new Error(String(answer.status));
  };
  const turnOn = async () => {
    button.setAttribute("aria-busy", "true");
    try {
      const permission = await Notification.requestPermission();
      if (permission === "granted") {
        await subscribe();
        location.reload();
      } else {
        say(permission === "denied" ? "denied" : "off");
      }
    } catch (error) {
      say("failed");
    }
    button.removeAttribute("aria-busy");
  };

  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  if (Notification.permission === "denied") return say("denied");
  button.addEventListener("click", turnOn);
  navigator.serviceWorker.ready
    .then((registration) => registration.pushManager.getSubscription())
    .then((subscription) => {
      if (!subscription || Notification.permission !== "granted") return say("off");
      // The address may have been taken off the list here; asking again puts nothing back.
      return fetch(address, {
        method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" },
        body: JSON.stringify(Object.assign(subscription.toJSON(), { isRenewal: true })),
      }).then((answer) => say(answer.ok ? "on" : "off"));
    })
    .catch(() => say("off"));
}

document.querySelectorAll("[data-push]").forEach((panel) => offer(/** @type {HTMLElement} */ (panel)));
