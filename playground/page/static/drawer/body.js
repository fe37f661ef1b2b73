/** One request or event in full. */

import { Icon } from "../shell/icons.js";
import { notice } from "../store.js";
import { html, useMemo } from "../vendor/vendor.js";
import { chosen } from "./trace.js";

const DRAWN_AT_MOST = 100_000;

export function Body({ entry }) {
  const text = useMemo(() => JSON.stringify(entry.body ?? null, null, 2), [entry]);
  const close = () => {
    chosen.value = null;
  };
  return html`<section class="body" aria-label="JSON">
    <header>
      <h3>${entry.title}</h3>
      <button type="button" class="icon-button" aria-label="Copy JSON" title="Copy JSON" onClick=${() => copy(text)}>
        <${Icon} name="copy" />
      </button>
      <button type="button" class="icon-button" aria-label="Close JSON" title="Close" onClick=${close}>
        <${Icon} name="close" />
      </button>
    </header>
    <dl>
      ${entry.status !== undefined && html`<${Fact} name="Status" value=${entry.status} />`}
      ${entry.code ? html`<${Fact} name="Code" value=${entry.code} />` : null}
      ${entry.limit && html`<${Fact} name="Limit" value=${entry.limit} />`}
    </dl>
    <pre tabindex="0">${text.length > DRAWN_AT_MOST ? `${text.slice(0, DRAWN_AT_MOST)}\n… (copy it to see the rest)` : text}</pre>
  </section>`;
}

function Fact({ name, value }) {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice.value = "Copied.";
  } catch {
    notice.value = "Your browser doesn't let this page copy. Select the text and copy it yourself.";
  }
}
