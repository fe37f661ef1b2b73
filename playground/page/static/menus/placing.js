/** Where a menu stands: under its face, or above it where there is more room. */

import { useLayoutEffect } from "../vendor/vendor.js";

const GAP = 4;
const EDGE = 8;
const TALLEST = 320;
const COMFORTABLE = 180;

/**
 * Show an element in the top layer beside another one, and keep it there while anything scrolls.
 *
 * @param {{current: HTMLElement | null}} list a popover
 * @param {{current: HTMLElement | null}} face what it belongs to
 * @param {{isAsWide?: boolean}} [how] `isAsWide`: the element gets the width of its face
 */
export function usePlace(list, face, { isAsWide = true } = {}) {
  useLayoutEffect(() => {
    const shown = list.current;
    const place = () => stand(shown, face.current.getBoundingClientRect(), isAsWide);
    const follow = (event) => {
      if (event.target !== shown && !shown.contains(event.target)) place();
    };
    shown.showPopover();
    place();
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", place);
    };
  }, []);
}

function stand(shown, { top, bottom, left, width: faceWidth }, isAsWide) {
  const below = innerHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const isBelow = below >= COMFORTABLE || below >= above;
  if (isAsWide) shown.style.width = `${faceWidth}px`;
  const width = isAsWide ? faceWidth : shown.offsetWidth;
  shown.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  shown.style.maxHeight = `${Math.max(80, Math.min(TALLEST, isBelow ? below : above))}px`;
  shown.style.top = isBelow ? `${bottom + GAP}px` : "auto";
  shown.style.bottom = isBelow ? "auto" : `${innerHeight - top + GAP}px`;
}
