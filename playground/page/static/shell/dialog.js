/** The browser's own dialog: it keeps the focus inside, Escape closes it, and the focus goes back where it was. */

import { html, useId, useLayoutEffect, useRef } from "../vendor/vendor.js";
import { Icon } from "./icons.js";

/**
 * A dialog that is open as long as it is drawn.
 *
 * @param {{title: string, look?: "middle" | "left" | "right", hasTitle?: boolean, onClose: () => void, children: any}}
 *   props `look`: in the middle, or a sheet at a side; without `hasTitle` the title is only told
 */
export function Dialog({ title, look = "middle", hasTitle = true, onClose, children }) {
  const dialog = useRef(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current.showModal();
    return () => current.close();
  }, []);
  const cancelled = (event) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };
  const pressed = (event) => {
    if (event.target === dialog.current) onClose();
  };
  return html`<dialog
    ref=${dialog}
    class="dialog dialog-${look}"
    aria-labelledby=${titleId}
    onCancel=${cancelled}
    onPointerDown=${pressed}
  >
    <div class="dialog-body">
      <div class=${hasTitle ? "dialog-head" : "unseen"}>
        <h2 id=${titleId}>${title}</h2>
        ${
          hasTitle &&
          html`<button type="button" class="icon-button" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>`
        }
      </div>
      ${children}
    </div>
  </dialog>`;
}
