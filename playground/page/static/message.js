/** One message of any kind: of a person or of the bot, ephemeral, loading, failed. */

import { MessageApps, PersonApps } from "./apps.js";
import { Avatar } from "./avatar.js";
import { Components } from "./components.js";
import { dismiss } from "./deeds.js";
import { Embeds } from "./embeds.js";
import { CommandMention, Mentioned, nameOf } from "./markdown/mentions.js";
import { Markdown } from "./markdown.js";
import { Attachments } from "./message/files.js";
import { Dots, Sign } from "./message/signs.js";
import { bot, failures, now, personById } from "./store.js";
import { SentAt, written } from "./timestamp.js";
import { computed, html, memo, useMemo } from "./vendor/vendor.js";

const EMBEDS_SUPPRESSED = 1 << 2;
const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
/** How long the bot may think, in seconds. */
const ANSWERED_WITHIN = 15 * 60;

/** A message; `grouped` leaves out who wrote it, because the one above says it. */
export const Message = memo(({ message, grouped }) => {
  const name = nameOf(message.author.id, [message.author]);
  const isEphemeral = Boolean(message.flags & EPHEMERAL);
  const hasHead = !grouped || Boolean(message.used);
  const kinds = [
    hasHead ? "" : "grouped",
    message.mentions_me ? "mentions-me" : "",
    isEphemeral ? "ephemeral" : "",
    message.used ? "has-used" : "",
  ];
  return html`<article
    class="message ${kinds.filter(Boolean).join(" ")}"
    tabindex="-1"
    data-message=${message.id}
    aria-label="${name}, ${written(Date.parse(message.timestamp) / 1000, "t")}"
  >
    <${Mentioned.Provider} value=${message.mentions ?? []}>
      ${message.used ? html`<${Used} message=${message} />` : null}
      <div class="message-gutter">
        ${
          hasHead
            ? html`<${Avatar} id=${message.author.id} name=${name} />`
            : html`<${SentAt} sent=${message.timestamp} short />`
        }
      </div>
      <div class="message-body">
        ${isEphemeral ? null : html`<div class="message-tools"><${MessageApps} message=${message} /></div>`}
        ${hasHead ? html`<${Head} message=${message} name=${name} />` : null}
        ${message.flags & LOADING ? html`<${Thinking} name=${name} since=${message.timestamp} />` : html`<${Inside} message=${message} />`}
        <${Failure} id=${message.id} />
        ${isEphemeral ? html`<${OnlyYou} message=${message} />` : null}
      </div>
    <//>
  </article>`;
});

/** Whose command this message answers. */
function Used({ message }) {
  const user = message.interaction_metadata?.user;
  const { name: words, menu } = message.used;
  const name = nameOf(message.used.by, [...(message.mentions ?? []), ...(user ? [user] : [])]) ?? "Somebody";
  return html`<p class="message-used">
    <${Avatar} id=${message.used.by} name=${name} />
    <span><b>${name}</b> used ${menu ? html`<span class="mention">${words}</span>` : html`<${CommandMention} words=${words} />`}</span>
  </p>`;
}

function Head({ message, name }) {
  const { id } = message.author;
  const isHere = personById(id) !== null || bot.value.id === id;
  return html`<div class="message-head">
    <span class="message-author"
      >${isHere ? html`<${PersonApps} id=${id} name=${name} channelId=${message.channel_id}>${name}<//>` : name}</span
    >
    ${message.author.bot ? html`<span class="app-badge">APP</span>` : null}
    <${SentAt} sent=${message.timestamp} />
    ${isEdited(message) && !message.content ? html`<${Edited} message=${message} />` : null}
  </div>`;
}

function Inside({ message }) {
  const embeds = message.flags & EMBEDS_SUPPRESSED ? [] : message.embeds;
  return html`
    ${
      message.content
        ? html`<div class="message-content">
          <${Markdown} text=${message.content} />
          ${isEdited(message) ? html`<${Edited} message=${message} />` : null}
        </div>`
        : null
    }
    <${Attachments} attachments=${loose(message)} />
    <${Embeds} embeds=${embeds} />
    <${Components} message=${message} />
  `;
}

/** The attachments that stand for themselves: those that a component shows are shown there. */
function loose(message) {
  const V2 = 1 << 15;
  return message.flags & V2 ? [] : message.attachments;
}

const isEdited = (message) => Boolean(message.edited_timestamp);

function Edited({ message }) {
  return html`<time
    class="message-edited"
    datetime=${message.edited_timestamp}
    title=${written(Date.parse(message.edited_timestamp) / 1000, "F")}
    >(edited)</time
  >`;
}

/** The bot owes an answer, or can't give one any more. */
function Thinking({ name, since }) {
  const isOver = useMemo(() => computed(() => now.value >= Date.parse(since) / 1000 + ANSWERED_WITHIN), [since]).value;
  if (isOver) return html`<p class="message-failure" role="status">The application did not respond</p>`;
  return html`<p class="message-thinking" role="status"><${Dots} /><span>${name} is thinking…</span></p>`;
}

function Failure({ id }) {
  const sentence = useMemo(() => computed(() => failures.value.get(id)), [id]).value;
  return sentence ? html`<p class="message-failure" role="alert" aria-live="assertive">${sentence}</p>` : null;
}

function OnlyYou({ message }) {
  return html`<p class="message-note">
    <${Sign} name="eye" />
    <span>Only you can see this · </span>
    <button type="button" class="as-link" onClick=${() => dismiss(message)}>Dismiss message</button>
  </p>`;
}
