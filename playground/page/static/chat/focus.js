/** Where the keyboard is among the messages, also when what it was on is drawn anew or goes away. */

import { byAge } from "../ids.js";
import { form } from "../store.js";
import { effect, signal } from "../vendor/vendor.js";

/** The id of the message that is in the tab order, or null for the newest. */
export const currentRow = signal(null);
/** Whether the list has yet to bring the table into sight: when the page opens, and when a table was tried. */
export const wantsTable = signal(true);
/** Whether the table gets the focus, too. */
export const focusesTable = signal(false);

/** What had the focus last, and the id of its message; null once the focus was put elsewhere. */
let held = null;

/** Bring the channel's table into sight and put the focus on it, as soon as it is drawn. */
export function focusTable() {
  wantsTable.value = true;
  focusesTable.value = true;
}

/** The id of the newest message that shows an open table, or null. */
export function tableAmong(messages) {
  return messages.findLast((message) => isTable(message.components ?? []))?.id ?? null;
}

const isTable = (components) =>
  components.some(({ custom_id: id, components: inner }) => id?.startsWith("more:") || isTable(inner ?? []));

/** The focus came to a message or into it. */
export function holdFocus(element, id) {
  held = { element, name: nameOf(element), id };
  currentRow.value = id;
}

/** The messages in a list, as elements, oldest first. */
export function rowsIn(list) {
  return [...list.querySelectorAll("[data-message]")];
}

/** Focus what had the focus, if it was lost: the control of the same name, else its message, else a neighbour. */
export function bringBackFocus(list) {
  const active = document.activeElement;
  if (!held || (active && active !== document.body && active !== held.element)) return;
  if (active === held.element && !active.disabled) return;
  const rows = rowsIn(list);
  const row = rows.find(({ dataset }) => dataset.message === held.id);
  const next = row ? (sameControl(row) ?? row) : (rows.find(isYounger) ?? rows.at(-1));
  next?.focus({ preventScroll: true });
}

const isYounger = ({ dataset }) => byAge(dataset.message, held.id) > 0;

function sameControl(row) {
  const controls = [...row.querySelectorAll("button:enabled, a[href]")];
  return controls.find((control) => nameOf(control) === held.name) ?? null;
}

const nameOf = (control) => control.ariaLabel ?? control.textContent.trim();

function release({ target }) {
  if (!(target instanceof Element) || !target.closest("[data-message], dialog")) held = null;
}

document.addEventListener("focusin", release);
document.addEventListener("pointerdown", release);

/** A form gives the focus back to the button that opened it, which may be drawn anew by then. */
effect(() => {
  if (form.value !== null) return;
  requestAnimationFrame(() => {
    const list = document.querySelector(".messages");
    if (list) bringBackFocus(list);
  });
});
