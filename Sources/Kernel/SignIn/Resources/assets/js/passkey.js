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

/** @param {HTMLFormElement} form */
async function answer(form) {
  const publicKey = prepared(JSON.parse(form.dataset.options || "{}"));
  const isNew = form.dataset.passkey === "create";
  const credential = /** @type {any} */ (await (isNew ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey })));
  const response = credential.response;
  const common = { id: text(credential.rawId), clientDataJSON: text(response.clientDataJSON) };
  if (isNew) return Object.assign(common, { attestationObject: text(response.attestationObject) });
  return Object.assign(common, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  });
}

/** @param {HTMLFormElement} form */
function begin(form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=credential]"));
  const alert = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  const say = (/** @type {string | undefined} */ words) => {
    alert.textContent = words || "";
    alert.hidden = !words;
  };
  if (!("PublicKeyCredential" in window)) {
    form.querySelectorAll("button").forEach((button) => (button.hidden = true));
    return say(form.dataset.unsupported);
  }
  form.addEventListener("submit", (event) => {
    if (field.value) return;
    event.preventDefault();
    say("");
    answer(form).then(
      (credential) => {
        field.value = JSON.stringify(credential);
        form.submit();
      },
      () => say(form.dataset.failed),
    );
  });
}

document.querySelectorAll("form[data-passkey]").forEach((form) => begin(/** @type {HTMLFormElement} */ (form)));
