/** Lists of which one entry is in the tab order, and the arrows go on from there. */

const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/**
 * Where a key leads from an entry of a list.
 *
 * @param {KeyboardEvent} event
 * @param {Element[]} entries in order
 * @param {{around?: boolean}} [how] `around`: from the last to the first
 * @returns {HTMLElement | null} the entry to focus; null if the key leads nowhere
 */
export function ledTo(event, entries, { around = false } = {}) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (event.key === "Home") return entries[0] ?? null;
  if (event.key === "End") return entries.at(-1) ?? null;
  const step = STEPS[event.key];
  if (!step) return null;
  const place = entries.findIndex((entry) => entry.contains(event.target));
  if (place < 0) return entries[step > 0 ? 0 : entries.length - 1] ?? null;
  return (around ? entries.at((place + step) % entries.length) : entries[place + step]) ?? null;
}
