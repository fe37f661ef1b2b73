/** Discord's markdown as nodes of the page. A text never becomes HTML: every piece of it is a text node. */

import { CustomEmoji } from "./emoji.js";
import { treeOf } from "./markdown/grammar.js";
import { ChannelMention, CommandMention, Everyone, Navigation, RoleMention, UserMention } from "./markdown/mentions.js";
import { PlaceLink, placeOf } from "./markdown/places.js";
import { TextSpoiler } from "./spoiler.js";
import { Timestamp } from "./timestamp.js";
import { html, memo } from "./vendor/vendor.js";

const MOST_LARGE = 30;
const EMOJIS = new Set(["emoji", "twemoji"]);

const DRAWN = {
  text: (node) => node.content,
  br: () => "\n",
  strong: (node) => html`<strong>${drawn(node.content)}</strong>`,
  em: (node) => html`<em>${drawn(node.content)}</em>`,
  underline: (node) => html`<u>${drawn(node.content)}</u>`,
  strikethrough: (node) => html`<s>${drawn(node.content)}</s>`,
  spoiler: (node) => html`<${TextSpoiler}>${drawn(node.content)}<//>`,
  inlineCode: (node) => html`<code>${node.content}</code>`,
  codeBlock: (node) => html`<pre><code>${node.content}</code></pre>`,
  blockQuote: (node) => html`<blockquote>${drawn(node.content)}</blockquote>`,
  heading: (node) => heading(node),
  subtext: (node) => html`<small class="subtext">${drawn(node.content)}</small>`,
  list: (node) => list(node),
  link: (node) => html`<${Link} node=${node} />`,
  user: (node) => html`<${UserMention} id=${node.id} />`,
  role: (node) => html`<${RoleMention} id=${node.id} />`,
  channel: (node) => html`<${ChannelMention} id=${node.id} />`,
  slashCommand: (node) => html`<${CommandMention} words=${node.fullName} />`,
  guildNavigation: (node) => html`<${Navigation} place=${node.place} />`,
  everyone: () => html`<${Everyone} whom="everyone" />`,
  here: () => html`<${Everyone} whom="here" />`,
  emoji: (node, at) => html`<${CustomEmoji} key=${`${at} ${node.id}`} id=${node.id} name=${node.name} />`,
  twemoji: (node) => html`<span class="emoji-sign">${node.name}</span>`,
  timestamp: (node, at) =>
    html`<${Timestamp} key=${`${at} ${node.at}${node.style}`} at=${node.at} style=${node.style} />`,
};

/** A text with all that Discord makes of its markdown. */
export const Markdown = memo(({ text }) => {
  const tree = treeOf(text ?? "");
  return html`<div class=${sized("markdown", tree)}>${drawn(tree)}</div>`;
});

/** A title: one line, with what can stand within a line. */
export const InlineMarkdown = memo(({ text }) => {
  return html`<span class="markdown">${drawn(treeOf(text.replace(/\s*\n\s*/g, " "), true))}</span>`;
});

/**
 * Nodes of the page for a tree; neighbouring texts are one, so that a long text is few nodes. What keeps a state of its
 * own is keyed by its place too: the same emoji may stand in a text many times.
 */
function drawn(content) {
  if (typeof content === "string") return content;
  const nodes = [];
  for (const [at, node] of content.entries()) {
    const made = DRAWN[node.type](node, at);
    if (typeof made === "string" && typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += made;
    else nodes.push(made);
  }
  return nodes;
}

function heading({ level, content }) {
  const inside = drawn(content);
  if (level === 1) return html`<h3 class=${sized("heading-1", content)}>${inside}</h3>`;
  if (level === 2) return html`<h4 class=${sized("heading-2", content)}>${inside}</h4>`;
  return html`<h5 class=${sized("heading-3", content)}>${inside}</h5>`;
}

function list({ isOrdered, start, items }) {
  const lines = items.map((item) => html`<li>${drawn(item.content)}${item.lists.map(list)}</li>`);
  return isOrdered ? html`<ol start=${start}>${lines}</ol>` : html`<ul>${lines}</ul>`;
}

function Link({ node: { target, title, content } }) {
  const place = placeOf(target);
  if (place) return html`<${PlaceLink} ...${place}>${content === target ? null : drawn(content)}<//>`;
  const tip = title ?? target;
  return html`<a href=${target} target="_blank" rel="noopener noreferrer" title=${tip}>${drawn(content)}</a>`;
}

const sized = (name, tree) => (isOnlyEmojis(tree) ? `${name} large-emojis` : name);

function isOnlyEmojis(tree) {
  let found = 0;
  for (const node of tree) {
    if (EMOJIS.has(node.type)) found += 1;
    else if (node.type !== "br" && (node.type !== "text" || node.content.trim())) return false;
  }
  return found > 0 && found <= MOST_LARGE;
}
