/** What the keys do in a menu: those of an editable combobox with a list. */

const PAGE = 8;

/**
 * @param {KeyboardEvent} event
 * @param {{isOpen: boolean, typed: string, active: number, count: number}} state `active` is the place in the list
 * @param {{open: () => void, close: () => void, choose: (at: number) => void, move: (to: number) => void,
 *   undo: () => void}} deeds `undo` takes the last choice away
 */
export function onMenuKey(event, { isOpen, typed, active, count }, deeds) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.isComposing) return;
  if (key === "Backspace" && !typed) return deeds.undo();
  if (key === "Tab") return deeds.close();
  const chooses = key === "Enter" || (key === " " && !typed);
  if (!isOpen) {
    if (chooses || key === "ArrowDown" || key === "ArrowUp") taken(event, deeds.open);
    return;
  }
  const last = count - 1;
  const moves = {
    ArrowDown: active >= last ? 0 : active + 1,
    ArrowUp: active <= 0 ? last : active - 1,
    PageDown: Math.min(last, active + PAGE),
    PageUp: Math.max(0, active - PAGE),
    ...(typed ? {} : { Home: 0, End: last }),
  };
  if (key === "Escape") taken(event, deeds.close);
  else if (chooses) taken(event, () => count && deeds.choose(Math.max(0, active)));
  else if (key in moves) taken(event, () => count && deeds.move(moves[key]));
}

/** The key has done its work: it neither types nor closes the form around the menu. */
function taken(event, deed) {
  event.preventDefault();
  event.stopPropagation();
  deed();
}
