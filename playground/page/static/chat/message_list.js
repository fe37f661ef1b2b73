/** The messages of a channel: stays at the newest, unless one reads what is older. */

import { isNewer } from "../ids.js";
import { atBottom, clearNewLine, isUnread, newLine } from "../said/reading.js";
import { Icon } from "../shell/icons.js";
import { ledTo } from "../shell/roving.js";
import { logOf, me, now } from "../store.js";
import { computed, html, untracked, useLayoutEffect, useMemo, useRef } from "../vendor/vendor.js";
import { anchorOf, standBy } from "./anchor.js";
import { bringBackFocus, currentRow, focusesTable, rowsIn, tableAmong, wantsTable } from "./focus.js";
import { Row } from "./row.js";
import { dayName, rowsOf } from "./rows.js";
import { Beginning } from "./welcome.js";

const AT_THE_END = 40;
const LOADS_BEFORE = 2000;
const FRAMES_UNTIL_DRAWN = 3;

/** Draw with `key` set to the channel's id, so that each channel begins at its end. */
export function MessageList({ channel }) {
  const scroller = useRef(null);
  const list = useRef(null);
  const log = logOf(channel.id);
  const messages = log.messages.value;
  const line = newLine.value?.channel === channel.id ? newLine.value : null;
  const rows = useMemo(() => rowsOf(messages, line), [messages, line]);
  const newest = messages.at(-1)?.id ?? null;
  const current = messages.some(({ id }) => id === currentRow.value) ? currentRow.value : newest;
  const { scrolled, jump } = useScrolling(scroller, log, messages);
  useFocus(list, log, messages);
  const arrive = () => {
    jump();
    rowsIn(list.current).at(-1)?.focus({ preventScroll: true });
  };
  return html`<div
      class="scroller"
      ref=${scroller}
      role="log"
      aria-live="off"
      aria-label=${`Messages in ${channel.name}`}
      aria-busy=${log.state.value === "loading"}
      onScroll=${scrolled}
    >
      <div class="scrolled">
        <${Beginning} channel=${channel} log=${log} />
        <ol class="messages" ref=${list} onKeyDown=${(event) => moved(event, list.current, jump)}>
          ${rows.map((row) => drawn(row, current))}
        </ol>
      </div>
    </div>
    ${!atBottom.value && html`<${JumpButton} channel=${channel} jump=${arrive} />`}`;
}

function drawn(row, current) {
  if (row.message) {
    return html`<${Row} key=${row.key} message=${row.message} grouped=${row.grouped} isCurrent=${row.key === current} />`;
  }
  if (row.isNewLine) return html`<li key=${row.key} class="new-line"><span>New</span></li>`;
  return html`<${Day} key=${row.key} timestamp=${row.day} />`;
}

const today = computed(() => new Date(now.value * 1000).toDateString());

function Day({ timestamp }) {
  return html`<li class="day"><span>${dayName(timestamp, today.value)}</span></li>`;
}

function JumpButton({ channel, jump }) {
  const hasNew = isUnread(channel.id);
  return html`<button type="button" class=${hasNew ? "jump jump-new" : "jump"} onClick=${jump}>
    <span>${hasNew ? "New messages" : "Jump to the newest"}</span><${Icon} name="newest" />
  </button>`;
}

/** Stay at the end, load what is older, and follow what one says oneself. */
function useScrolling(scroller, log, messages) {
  const seen = useRef(messages.at(-1)?.id ?? null);
  const anchor = useRef(null);
  const jump = () => {
    scroller.current.scrollTop = 0;
    atBottom.value = true;
  };
  // The box is a reversed column: its end is at 0, and what is added on either side moves nothing that is read.
  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    atBottom.value = scrollTop > -AT_THE_END;
    anchor.current = atBottom.value ? null : anchorOf(scroller.current);
    if (scrollHeight - clientHeight + scrollTop < LOADS_BEFORE) log.loadOlder();
  };
  useLayoutEffect(() => {
    const last = messages.at(-1);
    const isNew = last && isNewer(last.id, seen.current);
    if (isNew && seen.current !== null && (isMine(last) || untracked(() => atBottom.value))) jump();
    else standBy(anchor.current, scroller.current);
    seen.current = last?.id ?? seen.current;
    scrolled();
  }, [messages]);
  return { scrolled, jump };
}

function isMine(message) {
  const mine = untracked(() => me.value.id);
  return message.author.id === mine || message.used?.by === mine;
}

/** Keep the focus where it is when messages are drawn anew, and show the table where it is wanted. */
function useFocus(list, log, messages) {
  const wants = wantsTable.value && log.state.value === "known";
  useLayoutEffect(() => {
    if (wants) {
      wantsTable.value = false;
      const table = tableAmong(messages);
      const rows = rowsIn(list.current);
      const row = rows.find(({ dataset }) => dataset.message === table) ?? rows.at(-1);
      if (row) show(row, list.current.closest(".scroller"), FRAMES_UNTIL_DRAWN);
      if (focusesTable.value) row?.focus({ preventScroll: true });
      focusesTable.value = false;
    } else bringBackFocus(list.current);
  });
}

/**
 * Scroll to a row that isn't wholly in sight: to its middle, or to the buttons at its end if it is too tall. Rows near it
 * get their true heights when they are drawn for the first time, so look again in the next frames.
 */
function show(row, scroller, frames) {
  const [inner, outer] = [row, scroller].map((element) => element.getBoundingClientRect());
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    row.scrollIntoView({ block: inner.height < outer.height ? "center" : "end" });
  }
  if (frames > 0) requestAnimationFrame(() => show(row, scroller, frames - 1));
}

/** The arrows go from message to message; Escape leaves a message's buttons for it, and the messages for the composer. */
function moved(event, list, jump) {
  const row = event.target.closest("[data-message]");
  if (!row || event.defaultPrevented) return;
  if (event.key === "Escape") {
    if (event.target === row) {
      jump();
      clearNewLine();
      focusComposer();
    } else row.focus();
  } else if (event.target === row && ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) {
    const next = ledTo(event, rowsIn(list));
    if (!next) return;
    next.focus();
  } else return;
  event.preventDefault();
}

/** A command that is filled in is gone on with at its end. */
function focusComposer() {
  [...document.querySelectorAll('[data-region="composer"] [data-place]')].at(-1)?.focus();
}
