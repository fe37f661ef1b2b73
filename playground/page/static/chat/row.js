/** One message in the list: which one is in the tab order, and what a screen reader says of it. */

import { Message } from "../message.js";
import { linesOf } from "../said/spoken.js";
import { html, memo, useLayoutEffect, useRef } from "../vendor/vendor.js";
import { holdFocus } from "./focus.js";

/** Drawn again only when its message is another version or it moves in the tab order. */
export const Row = memo(function Row({ message, grouped, isCurrent }) {
  const row = useRef(null);
  useLayoutEffect(() => {
    row.current.firstElementChild.setAttribute("aria-description", linesOf(message).join(" "));
  }, [message]);
  useLayoutEffect(() => {
    for (const stop of row.current.querySelectorAll("article, [aria-haspopup=menu]"))
      stop.tabIndex = isCurrent ? 0 : -1;
  });
  return html`<li
    class=${grouped ? "row" : "row row-first"}
    ref=${row}
    data-current=${isCurrent ? "" : undefined}
    onFocusIn=${({ target }) => holdFocus(target, message.id)}
  >
    <${Message} message=${message} grouped=${grouped} />
  </li>`;
});
