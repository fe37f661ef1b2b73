/** Pictures and files of a message. */

import { fileAddress } from "../links.js";
import { CoverSpoiler } from "../spoiler.js";
import { html, useState } from "../vendor/vendor.js";
import { Sign } from "./signs.js";

const KIB = 1024;
const SPOILER = /^SPOILER_/;

/** Bytes in words: "640 bytes", "12 KB", "1.5 MB". */
export function sizeInWords(bytes) {
  if (bytes < KIB) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  if (bytes < KIB * KIB) return `${Math.round(bytes / KIB)} KB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** A picture that opens in a tab of its own. One that can't be shown is a link to it. */
export function Picture({ media, description, spoiler = false }) {
  const [broken, setBroken] = useState(false);
  const address = fileAddress(media.url);
  const words = description || "Picture";
  if (!address) return html`<span class="picture-missing">${words}</span>`;
  const inside = broken
    ? html`<span class="picture-missing">${words}</span>`
    : html`<img
        src=${address}
        alt=${words}
        width=${media.width}
        height=${media.height}
        loading="lazy"
        onError=${() => setBroken(true)}
      />`;
  return html`<${CoverSpoiler} covers=${spoiler}>
    <a class="picture" href=${address} target="_blank" rel="noopener noreferrer" title=${description}>${inside}</a>
  <//>`;
}

/** A file to download; `size` in bytes, null for an unknown one. */
export function FileLink({ url, name, size, spoiler = false }) {
  const address = fileAddress(url);
  const shown = name || "File";
  return html`<${CoverSpoiler} covers=${spoiler}>
    <div class="file">
      <${Sign} name="file" />
      <div class="file-words">
        ${address ? html`<a href=${address} download=${shown} rel="noopener noreferrer">${shown}</a>` : shown}
        ${size == null ? null : html`<span class="file-size">${sizeInWords(size)}</span>`}
      </div>
    </div>
  <//>`;
}

/** The attachments of a message: pictures in sight, anything else to download. */
export function Attachments({ attachments }) {
  if (!attachments?.length) return null;
  return html`<div class="attachments">
    ${attachments.map((file) => html`<${Attachment} key=${file.id} file=${file} />`)}
  </div>`;
}

function Attachment({ file }) {
  const spoiler = SPOILER.test(file.filename);
  if (!file.content_type?.startsWith("image/")) {
    return html`<${FileLink} url=${file.url} name=${file.filename} size=${file.size} spoiler=${spoiler} />`;
  }
  return html`<figure class="attachment">
    <${Picture} media=${file} description=${file.description || file.filename} spoiler=${spoiler} />
    <figcaption>${file.filename} · ${sizeInWords(file.size)}</figcaption>
  </figure>`;
}
