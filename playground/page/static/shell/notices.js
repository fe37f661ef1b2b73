/** Passing sentences: refusals and news that belong to no message, and what only a screen reader is told. */

import { Refused } from "../connection.js";
import { told } from "../said/spoken.js";
import { notice } from "../store.js";
import { effect, html, signal, untracked, useEffect, useState } from "../vendor/vendor.js";
import { Icon } from "./icons.js";

const SHOWN_AT_MOST = 3;
const SHOWN_FOR = 8_000;

const toasts = signal([]);
let made = 0;

effect(() => {
  const text = notice.value;
  if (text === null) return;
  untracked(() => {
    made += 1;
    const others = toasts.value.filter((toast) => toast.text !== text);
    toasts.value = [...others, { n: made, text }].slice(-SHOWN_AT_MOST);
    notice.value = null;
  });
});

addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Refused)) return;
  event.preventDefault();
  notice.value = event.reason.message;
});

function dismiss(n) {
  toasts.value = toasts.value.filter((toast) => toast.n !== n);
}

export function Toasts() {
  return html`<section class="toasts" aria-label="Notices">
    <ol aria-live="assertive" aria-relevant="additions">
      ${toasts.value.map((toast) => html`<${Toast} key=${toast.n} ...${toast} />`)}
    </ol>
  </section>`;
}

function Toast({ n, text }) {
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(n), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return html`<li
    class="toast"
    onPointerEnter=${() => hold(true)}
    onPointerLeave=${() => hold(false)}
    onFocusIn=${() => hold(true)}
    onFocusOut=${() => hold(false)}
  >
    <span>${text}</span>
    <button type="button" class="icon-button" aria-label="Dismiss notice" onClick=${() => dismiss(n)}>
      <${Icon} name="close" />
    </button>
  </li>`;
}

/** Heard, not seen: what happens in the channel one looks at. */
export function Announcer() {
  return html`<div class="unseen" aria-live="polite" aria-relevant="additions">
    ${told.value.map(({ n, text }) => html`<p key=${n}>${text}</p>`)}
  </div>`;
}
