/** The field of an option that takes a file. */

import { html, useRef } from "../vendor/vendor.js";
import { grouped } from "./counts.js";
import { About, aboutOf, Pill, useTold } from "./field.js";
import { LARGEST_FILE } from "./options.js";
import { placeOf } from "./places.js";

const KIB = 1024;

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
    if (chosen) onFile(await read(chosen));
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
        ${file ? `${file.name} (${sizeOf(file.size)})` : "Choose a file"}
      </button>
      <input ref=${chooser} class="unseen" type="file" tabindex="-1" aria-hidden="true"
        onChange=${onChange} />
    <//>
  `;
}

function sizeOf(bytes) {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${grouped(Math.ceil(bytes / KIB))} KB`;
  return `${grouped(Math.round((bytes / KIB / KIB) * 10) / 10)} MB`;
}

/** The file as it is sent. One that is too large isn't read: it can't be sent anyway. */
async function read(chosen) {
  const { name, type, size } = chosen;
  const base64 = size > LARGEST_FILE ? "" : await base64Of(chosen);
  return { name, type, size, base64 };
}

function base64Of(chosen) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(chosen);
  });
}
