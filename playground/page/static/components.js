/** The components of a message, from Discord's own JSON. */

import { Button } from "./components/button.js";
import { Gallery } from "./components/gallery.js";
import { Markdown } from "./markdown.js";
import { Menu } from "./menus.js";
import { FileLink, Picture } from "./message/files.js";
import { CoverSpoiler } from "./spoiler.js";
import { html } from "./vendor/vendor.js";

const DRAWN = {
  1: Row,
  2: Button,
  3: Menu,
  5: Menu,
  6: Menu,
  7: Menu,
  8: Menu,
  9: Section,
  10: TextDisplay,
  11: Thumbnail,
  12: Gallery,
  13: File,
  14: Separator,
  17: Container,
};

/** Everything that a message is made of beside its text and embeds. */
export function Components({ message }) {
  if (!message.components?.length) return null;
  return html`<div class="components"><${All} components=${message.components} message=${message} /></div>`;
}

function All({ components, message }) {
  return components.map(
    (component) =>
      html`<${One} key=${component.custom_id ?? component.id} component=${component} message=${message} />`,
  );
}

function One({ component, message }) {
  const Drawn = DRAWN[component.type] ?? Unknown;
  return html`<${Drawn} component=${component} message=${message} />`;
}

function Row({ component, message }) {
  return html`<div class="action-row"><${All} components=${component.components} message=${message} /></div>`;
}

function Section({ component, message }) {
  return html`<div class="section">
    <div class="section-words"><${All} components=${component.components} message=${message} /></div>
    <div class="section-accessory"><${One} component=${component.accessory} message=${message} /></div>
  </div>`;
}

function TextDisplay({ component }) {
  return html`<div class="text-display"><${Markdown} text=${component.content} /></div>`;
}

function Thumbnail({ component }) {
  const { media, description, spoiler } = component;
  return html`<div class="thumbnail"><${Picture} media=${media} description=${description} spoiler=${spoiler} /></div>`;
}

function File({ component }) {
  const { file, name, size, spoiler } = component;
  return html`<${FileLink} url=${file.url} name=${name} size=${size} spoiler=${spoiler} />`;
}

function Separator({ component }) {
  const kinds = `separator ${component.spacing === 2 ? "wide" : ""} ${component.divider === false ? "" : "ruled"}`;
  return html`<div class=${kinds} role=${component.divider === false ? null : "separator"}></div>`;
}

function Container({ component, message }) {
  const accent = component.accent_color;
  const bar = accent == null ? null : `#${accent.toString(16).padStart(6, "0")}`;
  return html`<div class="container ${bar ? "accented" : ""}" style=${{ "--bar": bar }}>
    <${CoverSpoiler} covers=${Boolean(component.spoiler)}>
      <div class="container-inside"><${All} components=${component.components} message=${message} /></div>
    <//>
  </div>`;
}

function Unknown({ component }) {
  return html`<p class="unknown-component">The playground can't draw component ${component.type} yet.</p>`;
}
