/** Where the keyboard is among the messages, also when what it was on is drawn anew or goes away. */

import { byAge } from "../ids.js";
import { form } from "../store.js";
import { effect, signal } from "../vendor/vendor.js";

/** The id of the message that is in the tab order, or null for the newest. */
export const currentRow = signal(null);
/** Set by `focusNewest` until the list has done it. */
export const wantsNewest = signal(false);

/** What had the focus last, and the id of its message; null once the focus was put elsewhere. */
let held = null;

/** Put the focus on the newest message as soon as it is drawn. */
export function focusNewest() {
  wantsNewest.value = true;
}

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
