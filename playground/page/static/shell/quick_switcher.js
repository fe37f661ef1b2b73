/** Ctrl+K: to another channel by a few letters of its name. */

import { iconOf, listed } from "../channels.js";
import { channelById, lookAt } from "../store.js";
import { html, signal, useId, useState } from "../vendor/vendor.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";

/** Whether the switcher is open. */
export const switches = signal(false);

const SHOWN = 12;

/** Channels whose name has the letters, those that begin with them first. */
function matching(typed) {
  const wanted = typed.trim().replace(/^#/u, "").toLowerCase();
  const all = listed.value.map(({ channel }) => channel).filter(({ kind }) => kind !== "category");
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }) => name.toLowerCase().startsWith(wanted);
  return [...fitting.filter(begins), ...fitting.filter((channel) => !begins(channel))].slice(0, SHOWN);
}

export function QuickSwitcher() {
  const [typed, type] = useState("");
  const [place, move] = useState(0);
  const id = useId();
  const found = matching(typed);
  const at = Math.min(place, found.length - 1);
  const close = () => {
    switches.value = false;
  };
  const picked = (channel) => {
    close();
    if (channel) lookAt(channel.id);
  };
  const pressed = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) move((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter") picked(found[at]);
    else return;
    event.preventDefault();
  };
  return html`<${Dialog} title="Go to a channel" hasTitle=${false} onClose=${close}>
    <input
      class="switcher-input"
      type="text"
      role="combobox"
      aria-label="Go to a channel"
      aria-expanded="true"
      aria-controls=${id}
      aria-autocomplete="list"
      aria-activedescendant=${found[at] && `${id}-${found[at].id}`}
      placeholder="Where to?"
      autocomplete="off"
      value=${typed}
      onInput=${(event) => {
        type(event.target.value);
        move(0);
      }}
      onKeyDown=${pressed}
    />
    <ul class="switcher-list" id=${id} role="listbox" aria-label="Channels">
      ${found.map((channel, n) => html`<${Found} key=${channel.id} ...${{ id, channel, isAt: n === at, picked }} />`)}
    </ul>
    <p class="switcher-none" role="status">${found.length === 0 && "No channel has that name."}</p>
  <//>`;
}

function Found({ id, channel, isAt, picked }) {
  const parent = channel.parent && channelById(channel.parent);
  return html`<li id=${`${id}-${channel.id}`} role="option" aria-selected=${isAt} onClick=${() => picked(channel)}>
    <${Icon} name=${iconOf(channel)} /><span>${channel.name}</span>${parent && html`<small>${parent.name}</small>`}
  </li>`;
}
