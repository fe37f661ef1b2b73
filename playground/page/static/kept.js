/** What this browser keeps for the next time. Where it keeps nothing, everything works for this time. */

/** @returns {string | null} what was kept under that name */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage is full or turned off.
  }
}
