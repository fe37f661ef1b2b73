/** Discord's markdown as a tree: the library's rules, with lists and with bounds on what a hostile text can cost. */

import { rules, SimpleMarkdown } from "../vendor/vendor.js";
import { blockQuote, codeBlock, heading, subtext } from "./blocks.js";
import { autolink, guildNavigation, inlineCode, link, text, timestamp, twemoji, url } from "./inline.js";
import { list } from "./lists.js";

const DEEPEST = 12;
const REMEMBERED = 500;

/** A rule whose inside is parsed again, a level deeper. Only the inside of a block can hold blocks. */
function nesting(rule, isBlock = false) {
  return {
    ...rule,
    match: (source, state, before) => (state.depth < DEEPEST ? rule.match(source, state, before) : null),
    parse: (capture, parse, state) => {
      const inside = (content, inner) =>
        parse(content, { ...inner, depth: state.depth + 1, within: state.within || !isBlock, prevCapture: null });
      return rule.parse(capture, inside, state);
    },
  };
}

const { newline: _blankLines, ...kept } = rules;

const parser = SimpleMarkdown.parserFor({
  ...kept,
  autolink,
  blockQuote: nesting(blockQuote, true),
  codeBlock,
  em: nesting(rules.em),
  guildNavigation,
  heading: nesting(heading),
  inlineCode,
  link: nesting(link),
  list: nesting(list, true),
  spoiler: nesting(rules.spoiler),
  strikethrough: nesting(rules.strikethrough),
  strong: nesting(rules.strong),
  subtext: nesting(subtext),
  text,
  timestamp,
  twemoji,
  underline: nesting(rules.underline),
  url,
});

const trees = new Map();

/**
 * @param {string} source
 * @param {boolean} [within] a line in which no blocks can begin, like a title
 * @returns {object[]} the tree of a text; the latest few hundred are remembered
 */
export function treeOf(source, within = false) {
  const name = `${within}:${source}`;
  const known = trees.get(name);
  if (known) trees.delete(name);
  const tree = known ?? parser(source, { inline: true, depth: 0, within });
  trees.set(name, tree);
  if (trees.size > REMEMBERED) trees.delete(trees.keys().next().value);
  return tree;
}
