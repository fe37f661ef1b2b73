/** The channel one looks at: its name, its messages, and the composer. */

import { iconOf } from "./channels.js";
import { MessageList } from "./chat/message_list.js";
import { Composer } from "./composer.js";
import { Banner } from "./shell/banner.js";
import { Icon } from "./shell/icons.js";
import { isNarrow } from "./shell/screen.js";
import { channelById, here } from "./store.js";
import { html } from "./vendor/vendor.js";

export function Chat() {
  const channel = here.value && channelById(here.value);
  return html`<main class="chat">
    <${Banner} />
    ${
      channel
        ? html`${!isNarrow.value && html`<${PlaceBar} channel=${channel} />`}
            <div class="chat-messages" id="messages" data-region="messages">
              <${MessageList} key=${channel.id} channel=${channel} />
            </div>
            <div class="chat-composer" data-region="composer"><${Composer} channel=${channel} /></div>`
        : html`<p class="beginning-note">There is no channel that you can see.</p>`
    }
  </main>`;
}

function PlaceBar({ channel }) {
  return html`<header class="place">
    <${Icon} name=${iconOf(channel)} />
    <h1>${channel.name}</h1>
    ${channel.private && html`<${Icon} name="lock" /><span class="unseen">private</span>`}
    ${channel.topic && html`<p title=${channel.topic}>${channel.topic}</p>`}
  </header>`;
}
