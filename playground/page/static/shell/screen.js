/** What the window is like. */

import { signal } from "../vendor/vendor.js";

function matching(query) {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener("change", () => {
    matches.value = media.matches;
  });
  return matches;
}

/** Too narrow for the list of channels beside the messages. */
export const isNarrow = matching("(max-width: 46rem)");
/** Too narrow for a row of people. */
export const isSmall = matching("(max-width: 62rem)");
/** Too narrow for the drawer beside the messages. */
export const isMedium = matching("(max-width: 72rem)");
