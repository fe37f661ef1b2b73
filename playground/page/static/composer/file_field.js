/** The field of an option that takes a file. */

import { contentOf } from "../chosen_file.js";
import { sizeInWords } from "../message/files.js";
import { html, useRef } from "../vendor/vendor.js";
import { About, aboutOf, Pill, useTold } from "./field.js";
import { placeOf } from "./places.js";

/**
 * @param {{desk: import("./desk.js").Desk, option: object, field: object, why: string | undefined, isFocused: boolean,
 *   onFile: (file: object) => void, onRemove: () => void, onKey: (event: KeyboardEvent) => void}} props the file as
 *   {name, type, size in bytes, base64}
 */
export function FileField({ desk, option, field, why, isFocused, onFile, onRemove, onKey }) {
  const id = `composer-option-${option.name}`;
  const chooser = useRef(null);
  const { file } = field;
  const said = file ? `${file.name} is chosen.` : "No file is chosen.";
  useTold(isFocused, aboutOf(option), said, desk);

  const onChange = async ({ target }) => {
    const [chosen] = target.files;
    target.value = "";
    if (chosen) onFile(await contentOf(chosen));
  };
  const onKeyDown = (event) => {
    const { key } = event;
    const opens = key === " " || (key === "Enter" && file === null);
    if (opens) return;
    if (key === "Backspace" && file !== null) {
      event.preventDefault();
      onFile(null);
    } else {
      onKey(event);
    }
  };
  return html`
    ${isFocused && html`<div class="composer-popup"><${About} option=${option} /></div>`}
    <${Pill} option=${option} why=${why} id=${id} onRemove=${onRemove}>
      <button type="button" id=${id} data-place=${placeOf(option.name)} class="composer-file"
        aria-label=${`${option.name}: ${file ? file.name : "choose a file"}`}
        aria-describedby=${why ? `${id}-why` : undefined}
        onClick=${() => chooser.current.click()} onKeyDown=${onKeyDown}>
        ${file ? `${file.name} (${sizeInWords(file.size)})` : "Choose a file"}
      </button>
      <input ref=${chooser} class="unseen" type="file" tabindex="-1" aria-hidden="true"
        onChange=${onChange} />
    <//>
  `;
}
