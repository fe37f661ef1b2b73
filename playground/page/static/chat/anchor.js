/** What is read stays where it is when messages come and change around it; most browsers see to that themselves. */

const DOES_SO_ITSELF = CSS.supports("overflow-anchor", "auto");

/** @returns {{row: Element, top: number} | null} the first row in sight and where it stands, in pixels */
export function anchorOf(scroller) {
  if (DOES_SO_ITSELF) return null;
  const { left, top } = scroller.getBoundingClientRect();
  const row = document.elementFromPoint(left + 1, top + 1)?.closest(".row");
  return row && { row, top: row.getBoundingClientRect().top };
}

/** Scroll so that the row of an anchor stands where it stood. */
export function standBy(anchor, scroller) {
  if (anchor?.row.isConnected) scroller.scrollTop += anchor.row.getBoundingClientRect().top - anchor.top;
}
