/** A field that takes files. */

import { contentOf } from "../chosen_file.js";
import { sizeInWords } from "../message/files.js";
import { Icon } from "../shell/icons.js";
import { html, useRef } from "../vendor/vendor.js";

/** `value` is an array of {name, type, size in bytes, base64}. */
export function FileUpload({ id, value, high, said, onChange }) {
  const chooser = useRef(null);
  const take = async ({ target }) => {
    const chosen = [...target.files];
    target.value = "";
    const read = await Promise.all(chosen.map(contentOf));
    onChange(high === 1 ? read.slice(-1) : [...value, ...read]);
  };
  return html`<div class="form-upload">
    <button type="button" id=${id} class="plain-button" ...${said} onClick=${() => chooser.current.click()}>
      ${high === 1 ? "Choose a file" : "Choose files"}
    </button>
    <input ref=${chooser} class="unseen" type="file" tabindex="-1" aria-hidden="true" multiple=${high > 1} onChange=${take} />
    <ul class="form-files">
      ${value.map(
        (file, at) => html`<li key=${`${at} ${file.name}`}>
          <span>${file.name} · ${sizeInWords(file.size)}</span>
          <button
            type="button"
            class="picker-clear"
            aria-label=${`Remove ${file.name}`}
            onClick=${() => onChange(value.filter((other) => other !== file))}
          >
            <${Icon} name="close" />
          </button>
        </li>`,
      )}
    </ul>
  </div>`;
}
