/** Embeds of classic messages. */

import { fileAddress, safeAddress } from "./links.js";
import { InlineMarkdown, Markdown } from "./markdown.js";
import { Picture } from "./message/files.js";
import { SentAt } from "./timestamp.js";
import { html, useState } from "./vendor/vendor.js";

export function Embeds({ embeds }) {
  if (!embeds?.length) return null;
  return html`<div class="embeds">${embeds.map((embed) => html`<${Embed} embed=${embed} />`)}</div>`;
}

function Embed({ embed }) {
  const { author, title, description, fields, image, thumbnail, footer, timestamp } = embed;
  return html`<section class="embed" style=${{ "--bar": colour(embed.color) }}>
    <div class="embed-words">
      ${author ? html`<p class="embed-author"><${Small} of=${author} /><${Linked} to=${author.url}>${author.name}<//></p>` : null}
      ${
        title
          ? html`<p class="embed-title"><${Linked} to=${embed.url}><${InlineMarkdown} text=${title} /><//></p>`
          : null
      }
      ${description ? html`<${Markdown} text=${description} />` : null}
      ${fields?.length ? html`<${Fields} fields=${fields} />` : null}
    </div>
    ${thumbnail ? html`<div class="embed-thumbnail"><${Picture} media=${thumbnail} description=${thumbnail.description} /></div>` : null}
    ${image ? html`<div class="embed-image"><${Picture} media=${image} description=${image.description} /></div>` : null}
    ${
      footer || timestamp
        ? html`<p class="embed-footer">
          ${footer ? html`<${Small} of=${footer} /><span>${footer.text}</span>` : null}
          ${footer && timestamp ? html`<span aria-hidden="true">•</span>` : null}
          ${timestamp ? html`<${SentAt} sent=${timestamp} />` : null}
        </p>`
        : null
    }
  </section>`;
}

function Fields({ fields }) {
  return html`<dl class="embed-fields">
    ${fields.map(
      (field) => html`<div class="embed-field ${field.inline ? "inline" : ""}">
        <dt><${InlineMarkdown} text=${field.name} /></dt>
        <dd><${Markdown} text=${field.value} /></dd>
      </div>`,
    )}
  </dl>`;
}

/** A title or name that leads somewhere, if it may. */
function Linked({ to, children }) {
  const address = to && safeAddress(to);
  if (!address) return html`<span>${children}</span>`;
  return html`<a href=${address} target="_blank" rel="noopener noreferrer">${children}</a>`;
}

/** The small picture before an author or a footer; decoration, gone when it can't be had. */
function Small({ of }) {
  const [broken, setBroken] = useState(false);
  const address = fileAddress(of.icon_url);
  if (!address || broken) return null;
  return html`<img class="embed-icon" src=${address} alt="" onError=${() => setBroken(true)} />`;
}

const colour = (number) => (number == null ? null : `#${number.toString(16).padStart(6, "0")}`);
