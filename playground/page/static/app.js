/** The page as a whole. */

import { ChannelList, ServerName } from "./channels.js";
import { Chat } from "./chat.js";
import { link } from "./connection.js";
import { Drawer } from "./drawer.js";
import { FormDialog } from "./form.js";
import { WhoIAm } from "./people.js";
import { allMentions } from "./said/reading.js";
import { begin } from "./session.js";
import { OVER } from "./shell/banner.js";
import { asksFresh, FreshStart } from "./shell/fresh_start.js";
import "./shell/keys.js";
import { Announcer, Toasts } from "./shell/notices.js";
import { QuickSwitcher, switches } from "./shell/quick_switcher.js";
import { isNarrow } from "./shell/screen.js";
import { TopBar } from "./shell/top_bar.js";
import { ChooseTable, choosesTable } from "./shell/try_table.js";
import { channelById, here, me, placeName } from "./store.js";
import { effect, html, render } from "./vendor/vendor.js";

function App() {
  if (!me.value) return html`<${Waiting} /><${Toasts} />`;
  return html`<a class="skip" href="#messages" onClick=${skipped}>Skip to the messages</a>
    <${TopBar} />
    ${!isNarrow.value && html`<${Side} />`}
    <${Chat} />
    <${Drawer} />
    <${Toasts} />
    <${Announcer} />
    ${asksFresh.value && html`<${FreshStart} />`}
    ${choosesTable.value && html`<${ChooseTable} />`}
    ${switches.value && html`<${QuickSwitcher} />`}
    <${FormDialog} />`;
}

function Waiting() {
  const isOver = link.value === "over";
  return html`<main class="waiting">
    <h1>Shadowport</h1>
    <p role="status">${isOver ? OVER : "Connecting to the playground…"}</p>
  </main>`;
}

function Side() {
  return html`<nav class="side" aria-label="Channels" data-region="channels">
    <${ServerName} />
    <${ChannelList} />
    <${WhoIAm} />
  </nav>`;
}

function skipped(event) {
  event.preventDefault();
  document
    .querySelector("[data-region=messages] [data-current] [data-message], [data-region=messages] button")
    ?.focus();
}

effect(() => {
  const channel = here.value && channelById(here.value);
  const mentions = allMentions.value > 0 ? `(${allMentions.value}) ` : "";
  const place = channel ? `${placeName(channel)} · ` : "";
  const person = me.value ? `${me.value.name} · ` : "";
  document.title = `${mentions}${place}${person}Shadowport`;
});

begin();
render(html`<${App} />`, document.querySelector("#app"));
