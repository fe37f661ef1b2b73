/** The drawer for developers: the bot's last requests and gateway events, with their JSON. */

import { link } from "./connection.js";
import { watch } from "./deeds.js";
import { Body } from "./drawer/body.js";
import { EntryList } from "./drawer/entry_list.js";
import {
  chosen,
  clear,
  drawerOpen,
  heldBack,
  hidden,
  KINDS,
  openDrawer,
  pause,
  paused,
  toggleKind,
  wanted,
} from "./drawer/trace.js";
import { Dialog } from "./shell/dialog.js";
import { Icon } from "./shell/icons.js";
import { isMedium } from "./shell/screen.js";
import { me } from "./store.js";
import { effect, html } from "./vendor/vendor.js";

const TITLE = "Requests and events";

let isWatching = false;

/** A connection tells only after it was asked to, and each one has to be asked. */
effect(() => {
  if (!me.value || link.value !== "open") {
    isWatching = false;
    return;
  }
  if (drawerOpen.value || isWatching) watch(drawerOpen.value);
  isWatching = drawerOpen.value;
});

export function Drawer() {
  if (!drawerOpen.value) return null;
  const close = () => openDrawer(false);
  if (isMedium.value) {
    return html`<${Dialog} title=${TITLE} look="right" onClose=${close}><${Inside} /><//>`;
  }
  return html`<aside class="drawer" aria-label=${TITLE} data-region="drawer">
    <header class="drawer-head">
      <h2>${TITLE}</h2>
      <button type="button" class="icon-button" aria-label="Close" onClick=${close}><${Icon} name="close" /></button>
    </header>
    <${Inside} />
  </aside>`;
}

function Inside() {
  return html`<div class="drawer-inside">
    <${Filters} />
    <${EntryList} />
    ${chosen.value && html`<${Body} entry=${chosen.value} />`}
  </div>`;
}

function Filters() {
  const isPaused = paused.value;
  return html`<div class="drawer-filters">
    <div class="kinds" role="group" aria-label="Shown">
      ${KINDS.map(
        ({ kind, name }) =>
          html`<button
            key=${kind}
            type="button"
            class=${`kind kind-${kind}`}
            aria-pressed=${!hidden.value.has(kind)}
            onClick=${() => toggleKind(kind)}
          >
            ${name}
          </button>`,
      )}
    </div>
    <div class="drawer-tools">
      <label class="drawer-search"
        ><${Icon} name="search" /><span class="unseen">Filter by text</span
        ><input
          type="search"
          placeholder="Filter by text"
          value=${wanted.value}
          onInput=${(event) => {
            wanted.value = event.target.value;
          }}
      /></label>
      <button type="button" class="plain-button" aria-pressed=${isPaused} onClick=${() => pause(!isPaused)}>
        <${Icon} name=${isPaused ? "play" : "pause"} /><span
          >${isPaused ? `Resume${heldBack.value > 0 ? ` (${heldBack.value})` : ""}` : "Pause"}</span
        >
      </button>
      <button type="button" class="plain-button" onClick=${clear}><${Icon} name="clear" /><span>Clear</span></button>
    </div>
  </div>`;
}
