/** Where one types: the box for messages, the field of each option, and the end of a command. Pure. */

import { nextEmpty } from "./filling.js";

export const TEXT = "text";
export const TAIL = "tail";

export function placeOf(name) {
  return `option:${name}`;
}

/** The option whose field a place is; undefined for the others. */
export function optionAt(place) {
  return place?.startsWith("option:") ? place.slice("option:".length) : undefined;
}

export function placeAfter(filling, name) {
  const next = filling.fields[indexOf(filling, name) + 1];
  return next ? placeOf(next.name) : TAIL;
}

/** The field before this one; before the first there is only the one behind it. */
export function placeBefore(filling, name) {
  const previous = filling.fields[indexOf(filling, name) - 1];
  return previous ? placeOf(previous.name) : placeAfter(filling, name);
}

/** Where the filling in goes on: the next empty field behind `name`, else the first empty one, else the end. */
export function placeToFill(filling, name = null) {
  const empty = nextEmpty(filling, name) ?? nextEmpty(filling, null);
  return empty === null ? TAIL : placeOf(empty);
}

function indexOf(filling, name) {
  return filling.fields.findIndex((field) => field.name === name);
}
