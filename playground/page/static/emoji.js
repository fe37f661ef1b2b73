/** Emojis: pictures of the application from the playground's own files, and characters. */

import { html, useState } from "./vendor/vendor.js";

/** A custom emoji; where its picture is missing, its name stands. */
export function CustomEmoji({ id, name }) {
  const [missing, setMissing] = useState(false);
  const spoken = `:${name}:`;
  if (missing) return html`<span class="emoji-name">${spoken}</span>`;
  return html`<img
    class="emoji"
    src="cdn/emojis/${id}"
    alt=${spoken}
    title=${spoken}
    draggable=${false}
    onError=${() => setMissing(true)}
  />`;
}

/** An emoji as a component carries it: {id, name, animated}, where a character has no id. Null shows nothing. */
export function Emoji({ emoji }) {
  if (!emoji?.name && !emoji?.id) return null;
  if (emoji.id) return html`<${CustomEmoji} key=${emoji.id} id=${emoji.id} name=${emoji.name ?? "emoji"} />`;
  return html`<span class="emoji-sign">${emoji.name}</span>`;
}
