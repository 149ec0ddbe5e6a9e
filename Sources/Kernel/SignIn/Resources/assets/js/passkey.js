// Forms with a passkey button: asks the browser for a passkey (Web Authentication) and sends the answer with the form.

/** @param {string} text base64url @returns {ArrayBuffer} */
function buffer(text) {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const result = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) result[i] = letters.charCodeAt(i);
  return result.buffer;
}

/** @param {ArrayBuffer | null | undefined} buffer @returns {string} base64url */
function text(buffer) {
  if (!buffer) return "";
  let letters = "";
  new Uint8Array(buffer).forEach((byte) => (letters += String.fromCharCode(byte)));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The server's options with bytes where the browser wants bytes.
 * @param {any} options */
function prepared(options) {
  const withBytes = (/** @type {any} */ it) => Object.assign({}, it, { id: buffer(it.id) });
  const result = Object.assign({}, options, { challenge: buffer(options.challenge) });
  if (options.user) result.user = withBytes(options.user);
  if (options.excludeCredentials) result.excludeCredentials = options.excludeCredentials.map(withBytes);
  if (options.allowCredentials) result.allowCredentials = options.allowCredentials.map(withBytes);
  return result;
}

/** @param {HTMLFormElement} form @param {AbortSignal} signal */
async function answer(form, signal) {
  const publicKey = prepared(JSON.parse(form.dataset.options || "{}"));
  const isNew = form.dataset.passkey === "create";
  const credential = /** @type {any} */ (await (isNew ? navigator.credentials.create({ publicKey, signal }) : navigator.credentials.get({ publicKey, signal })));
  const response = credential.response;
  const common = { id: text(credential.rawId), clientDataJSON: text(response.clientDataJSON) };
  if (isNew) return Object.assign(common, { attestationObject: text(response.attestationObject) });
  return Object.assign(common, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  });
}

/** What the device is asked for now. It answers one question at a time, and a page that waits for it sends no other form.
 * @type {AbortController | null} */
let question = null;

function stop() {
  if (question) question.abort();
  question = null;
}

/** @param {HTMLFormElement} form */
function begin(form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=credential]"));
  const alert = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  const waiting = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  const start = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));
  const cancel = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=button]"));
  const say = (/** @type {string | undefined} */ words) => {
    alert.textContent = words || "";
    alert.hidden = !words;
  };
  const wait = (/** @type {boolean} */ isOn) => {
    const hadFocus = form.contains(document.activeElement);
    waiting.hidden = cancel.hidden = !isOn;
    start.hidden = isOn;
    if (hadFocus) (isOn ? cancel : start).focus();
  };
  if (!("PublicKeyCredential" in window)) {
    start.hidden = true;
    return say(form.dataset.unsupported);
  }
  form.addEventListener("submit", (event) => {
    if (field.value) return;
    event.preventDefault();
    say("");
    stop();
    const asked = (question = new AbortController());
    wait(true);
    answer(form, asked.signal).then(
      (credential) => {
        wait(false);
        field.value = JSON.stringify(credential);
        form.submit();
      },
      () => {
        wait(false);
        if (!asked.signal.aborted) say(form.dataset.failed);
      },
    );
  });
  cancel.addEventListener("click", stop);
}

// Another way was chosen after all.
document.addEventListener("submit", (event) => {
  if (!(/** @type {HTMLFormElement} */ (event.target).dataset.passkey)) stop();
});

document.querySelectorAll("form[data-passkey]").forEach((form) => begin(/** @type {HTMLFormElement} */ (form)));
