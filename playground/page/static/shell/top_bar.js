/** The bar at the top: who one is, and what concerns the playground as a whole. */

import { ChannelList, ServerName } from "../channels.js";
import { drawerOpen, openDrawer } from "../drawer/trace.js";
import { PeopleButton, PeopleRow, WhoIAm } from "../people.js";
import { channelById, here, placeName, theme } from "../store.js";
import { html, useState } from "../vendor/vendor.js";
import { Dialog } from "./dialog.js";
import { asksFresh } from "./fresh_start.js";
import { Icon } from "./icons.js";
import { MenuButton } from "./menu.js";
import { isNarrow, isSmall } from "./screen.js";
import { choosesTable, TryTable } from "./try_table.js";

const THEME_NAMES = { auto: "Same as the system", light: "Light", dark: "Dark" };

export function TopBar() {
  return html`<header class="top" data-region="top">
    ${isNarrow.value && html`<${ChannelsButton} /><h1 class="top-place">${whereIAm()}</h1>`}
    ${isSmall.value ? html`<${PeopleButton} />` : html`<${PeopleRow} />`}
    <${TryTable} />
    ${isNarrow.value ? html`<${MoreButton} />` : html`<${Tools} />`}
  </header>`;
}

function whereIAm() {
  const channel = here.value && channelById(here.value);
  return channel ? placeName(channel) : "Shadowport";
}

function Tools() {
  const isOpen = drawerOpen.value;
  return html`<div class="tools">
    <${MenuButton} label="Colours" icon=${theme.value} items=${themeItems()} />
    <button
      type="button"
      class="icon-button"
      aria-label="Requests and events"
      title="Requests and events, for developers"
      aria-expanded=${isOpen}
      onClick=${toggleDrawer}
    >
      <${Icon} name="drawer" />
    </button>
    <button
      type="button"
      class="icon-button"
      aria-label="Reset the playground"
      title="Reset the playground"
      aria-haspopup="dialog"
      onClick=${askFresh}
    >
      <${Icon} name="anew" />
    </button>
  </div>`;
}

function MoreButton() {
  const items = [
    { name: "Choose a table", icon: "dice", run: chooseTable },
    { name: "Requests and events", icon: "drawer", run: toggleDrawer },
    ...themeItems().map((item) => ({ ...item, name: `Colors: ${item.name.toLowerCase()}` })),
    { name: "Reset the playground", icon: "anew", run: askFresh },
  ];
  return html`<${MenuButton} label="More" icon="more" items=${items} />`;
}

function themeItems() {
  return Object.entries(THEME_NAMES).map(([key, name]) => ({
    name,
    icon: key,
    isChosen: theme.value === key,
    run: () => {
      theme.value = key;
    },
  }));
}

function toggleDrawer() {
  openDrawer(!drawerOpen.value);
}

function askFresh() {
  asksFresh.value = true;
}

function chooseTable() {
  choosesTable.value = true;
}

function ChannelsButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return html`<button
      type="button"
      class="icon-button"
      aria-haspopup="dialog"
      aria-label="Channels"
      title="Channels"
      onClick=${() => setOpen(true)}
    >
      <${Icon} name="list" />
    </button>
    ${
      isOpen &&
      html`<${Dialog} title="Channels" look="left" onClose=${close}>
        <${ServerName} /><${ChannelList} onPicked=${close} /><${WhoIAm} />
      <//>`
    }`;
}
