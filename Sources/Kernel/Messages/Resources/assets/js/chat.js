// Sends a message without leaving the page: it stands in the conversation at once, and one that does not arrive is back in the field.

const composer = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-chat]"));
const said = document.getElementById("thread");

/** @param {HTMLFormElement} form
 * @param {HTMLElement} thread */
function start(form, thread) {
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("words"));
  // Each waits for the one before: their order is that of the conversation.
  let before = Promise.resolve();

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = field.value.trim();
    if (!words) return;
    const standIn = show(words);
    setWords("");
    thread.scrollTop = 0;
    before = before.then(() => deliver(words)).catch(() => giveBack(words)).then(() => standIn.remove());
  });

  field.addEventListener("keydown", (event) => {
    const isDone = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    // With a finger the key begins a new line, as in every app for messages.
    if (!isDone || !window.matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    event.preventDefault();
    /** @type {HTMLButtonElement} */ (form.querySelector(".composer-send")).click();
  });
  field.addEventListener("input", fit);
  fit();

  /** @param {string} words */
  function deliver(words) {
    const body = new URLSearchParams();
    new FormData(form).forEach((value, name) => body.append(name, name === "words" ? words : String(value)));
    return fetch(form.action, { method: "POST", body: body, headers: { Accept: "text/html" }, credentials: "same-origin" })
      .then((answer) => (answer.status < 500 ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((html) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        const fresh = /** @type {HTMLFormElement | null} */ (page.querySelector("form[data-chat]"));
        const now = page.getElementById("thread");
        if (!fresh || !now) {
          // Not the conversation: the session has ended, say. The page that comes keeps the words as a draft.
          setWords(words);
          HTMLFormElement.prototype.submit.call(form);
          return;
        }
        thread.innerHTML = now.innerHTML;
        take(fresh);
      });
  }

  /** What the server made of the field: empty, or with words that were not delivered and why.
   * @param {HTMLFormElement} fresh */
  function take(fresh) {
    form.querySelectorAll("input[type=hidden]").forEach((input) => input.remove());
    fresh.querySelectorAll("input[type=hidden]").forEach((input) => form.appendChild(document.importNode(input, true)));
    const returned = /** @type {HTMLTextAreaElement} */ (fresh.elements.namedItem("words")).value;
    const note = fresh.querySelector(".composer-note");
    mark(returned !== "", note ? note.innerHTML : "");
    if (returned) setWords(field.value ? returned + "\n" + field.value : returned);
  }

  /** It did not arrive: what was typed since then stays behind it.
   * @param {string} words */
  function giveBack(words) {
    const note = document.createElement("p");
    note.textContent = form.dataset.lost || "";
    mark(true, note.outerHTML);
    setWords(field.value ? words + "\n" + field.value : words);
  }

  /** @param {boolean} isReturned
   * @param {string} why as HTML that the server or this module made */
  function mark(isReturned, why) {
    form.classList.toggle("composer-returned", isReturned);
    field.setAttribute("aria-invalid", String(isReturned));
    const note = form.querySelector(".composer-note");
    if (note) note.innerHTML = why;
  }

  /** @param {string} words */
  function setWords(words) {
    field.value = words;
    // Drafts keep what is in the field; see the house's draft.js.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function fit() {
    field.style.height = "auto";
    field.style.height = field.scrollHeight + 2 + "px";
  }

  /** The message as it will stand there.
   * @param {string} words */
  function show(words) {
    const group = document.createElement("div");
    group.className = "thread-group thread-mine";
    group.innerHTML = '<div class="thread-bubbles"><div class="bubble bubble-sending"><p class="bubble-words" dir="auto"></p></div><p class="thread-time muted"></p></div>';
    /** @type {HTMLElement} */ (group.querySelector(".bubble-words")).textContent = words;
    /** @type {HTMLElement} */ (group.querySelector(".thread-time")).textContent = form.dataset.sending || "";
    /** @type {HTMLElement} */ (thread.querySelector(".thread")).appendChild(group);
    return group;
  }
}

if (composer && said) start(composer, said);

export {};
