/** The list of requests and events: stays at the latest, unless one reads what is older. */

import { ledTo } from "../shell/roving.js";
import { html, memo, useRef } from "../vendor/vendor.js";
import { chosen, KINDS, shown } from "./trace.js";

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});
const names = new Map(KINDS.map(({ kind, one }) => [kind, one]));

export function EntryList() {
  const list = useRef(null);
  const entries = shown.value;
  const current = entries.includes(chosen.value) ? chosen.value : entries.at(-1);
  const pressed = (event) => {
    const next = ledTo(event, [...list.current.querySelectorAll("button")]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return html`<div class="entries">
    ${entries.length === 0 && html`<p class="entries-none">Nothing matches yet.</p>`}
    <ol ref=${list} aria-label="Requests and events, newest last" onKeyDown=${pressed}>
      ${entries.map(
        (entry) =>
          html`<${Entry}
            key=${entry.n}
            entry=${entry}
            isChosen=${entry === chosen.value}
            isCurrent=${entry === current}
          />`,
      )}
    </ol>
  </div>`;
}

const Entry = memo(function Entry({ entry, isChosen, isCurrent }) {
  const toggled = () => {
    chosen.value = isChosen ? null : entry;
  };
  const isBad = entry.kind === "problem" || entry.status >= 400;
  return html`<li>
    <button
      type="button"
      class="entry"
      aria-expanded=${isChosen}
      tabindex=${isCurrent ? 0 : -1}
      onClick=${toggled}
    >
      <time>${clock.format(entry.at * 1000)}</time>
      <span class=${`entry-kind kind-${entry.kind}`}>${names.get(entry.kind) ?? entry.kind}</span>
      <span class="entry-title">${entry.title}</span>
      ${entry.status !== undefined && html`<span class=${isBad ? "entry-status entry-bad" : "entry-status"}>${entry.status}</span>`}
    </button>
  </li>`;
});
