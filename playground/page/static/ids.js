/** Discord's ids are decimal strings that grow with time and don't fit a JavaScript number. */

/** @returns {number} below, at or above zero, as `one` is older than, the same as or newer than `other` */
export function byAge(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/** Whether `one` is newer than `other`; anything is newer than null. */
export function isNewer(one, other) {
  return one !== null && (other === null || byAge(one, other) > 0);
}
