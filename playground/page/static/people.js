/** Who one plays as: a row of people at the top, or a list of them where there is no room for a row. */

import { PersonApps } from "./apps.js";
import { Avatar } from "./avatar.js";
import { addressAs, playAs } from "./session.js";
import { Dialog } from "./shell/dialog.js";
import { Icon } from "./shell/icons.js";
import { ledTo } from "./shell/roving.js";
import { here, me, people } from "./store.js";
import { html, useState } from "./vendor/vendor.js";

const SHORTCUTS = 9;

/** All people in a row. */
export function PeopleRow() {
  return html`<nav class="people" aria-label="Playing as">
    <span class="people-label" aria-hidden="true">Playing as</span>
    <${PeopleList} look="row" />
  </nav>`;
}

/** A button with whoever one is, which opens the list of people. */
export function PeopleButton() {
  const [isOpen, setOpen] = useState(false);
  const { id, name } = me.value;
  return html`<button
      type="button"
      class="people-button"
      aria-haspopup="dialog"
      aria-label=${`Playing as ${name}. Change`}
      title=${`Playing as ${name}`}
      onClick=${() => setOpen(true)}
    >
      <${Avatar} id=${id} name=${name} /><span>${name}</span>
    </button>
    ${
      isOpen &&
      html`<${Dialog} title="Playing as" onClose=${() => setOpen(false)}>
        <${PeopleList} look="column" onPicked=${() => setOpen(false)} />
      <//>`
    }`;
}

function PeopleList({ look, onPicked }) {
  const pressed = (event) => {
    const next = ledTo(event, [...event.currentTarget.querySelectorAll(".person-name")]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return html`<ul class=${`people-${look}`} onKeyDown=${pressed}>
    ${people.value.map((person, place) => html`<${Chip} key=${person.id} ...${{ person, place, onPicked }} />`)}
  </ul>`;
}

function Chip({ person, place, onPicked }) {
  const isMe = person.id === me.value.id;
  const picked = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    playAs(person);
    onPicked?.();
  };
  const openApps = (event) => {
    const button = event.currentTarget.querySelector('[aria-haspopup="menu"]');
    if (!button || event.target.closest(".menu")) return;
    event.preventDefault();
    button.click();
  };
  const keys = place < SHORTCUTS ? `Alt+${place + 1}` : undefined;
  return html`<li class=${isMe ? "person person-me" : "person"} onContextMenu=${openApps}>
    <a
      class="person-name"
      href=${addressAs(person)}
      aria-current=${isMe ? "true" : undefined}
      aria-keyshortcuts=${keys}
      title=${keys ? `${person.name} (${keys})` : person.name}
      onClick=${picked}
      ><${Avatar} ...${person} /><span>${person.name}</span>${person.role === "GM" && html`<span class="tag">GM</span>`}</a
    >
    <a
      class="person-tab"
      href=${addressAs(person)}
      target="_blank"
      rel="noopener"
      aria-label=${`${person.name} in a new tab`}
      title=${`${person.name} in a new tab`}
      ><${Icon} name="newTab"
    /></a>
    ${here.value && html`<${PersonApps} ...${person} channelId=${here.value} onUsed=${onPicked} />`}
  </li>`;
}

/** Whom this tab plays as, for the foot of the list of channels. */
export function WhoIAm() {
  const { id, name, role } = me.value;
  return html`<section class="who" aria-label="You">
    <${Avatar} id=${id} name=${name} />
    <p><strong>${name}</strong><span>${role === "GM" ? "Game master" : "Player"}</span></p>
  </section>`;
}
