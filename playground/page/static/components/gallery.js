/** A gallery of one to ten pictures, laid out by their number. */

import { Picture } from "../message/files.js";
import { html } from "../vendor/vendor.js";

export function Gallery({ component }) {
  const { items } = component;
  return html`<div class="gallery of-${items.length}">
    ${items.map(
      (item) => html`<div class="gallery-item">
        <${Picture} media=${item.media} description=${item.description} spoiler=${Boolean(item.spoiler)} />
      </div>`,
    )}
  </div>`;
}
