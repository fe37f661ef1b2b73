/** Rules that begin a line: headings, small print, quotes and blocks of code. */

import { rules } from "../vendor/vendor.js";

const HEADING = /^ *(#{1,3}) +(?![#\s])([^\n]+)(?:\n|$)/;
const SUBTEXT = /^ *-# +(?!\s)([^\n]+)(?:\n|$)/;
const QUOTE = /^ *>>> ?([\s\S]+)|^ *>(?!>>) [^\n]*(?:\n *>(?!>>) [^\n]*)*\n?/;
const QUOTE_MARK = /^ *> /gm;
const FENCE = "```";
const LANGUAGE = /^([a-z0-9_+\-.#]{1,40})\n/i;
const BLANK_EDGES = /^\n+|\n+$/g;

/** Whether a block may begin here: `before` is what was matched last. */
export function startsLine(state, before) {
  return !state.within && (before === "" || before.endsWith("\n"));
}

/** # one to three levels. */
export const heading = {
  order: rules.heading.order,
  match: (source, state, before) => (startsLine(state, before) ? HEADING.exec(source) : null),
  parse: (capture, parse, state) => ({
    level: capture[1].length,
    content: parse(capture[2].trimEnd(), state),
  }),
};

/** -# small print. */
export const subtext = {
  order: rules.subtext.order,
  match: (source, state, before) => (startsLine(state, before) ? SUBTEXT.exec(source) : null),
  parse: (capture, parse, state) => ({ content: parse(capture[1].trimEnd(), state) }),
};

/** > line by line, or >>> to the end. Quotes don't nest in Discord. */
export const blockQuote = {
  order: rules.blockQuote.order,
  match: (source, state, before) =>
    startsLine(state, before) && !state.inQuote && !state.inItem ? QUOTE.exec(source) : null,
  parse: (capture, parse, state) => ({
    content: parse(capture[1] ?? capture[0].replace(QUOTE_MARK, "").replace(/\n$/, ""), { ...state, inQuote: true }),
  }),
};

/** ``` with or without the name of a language on the first line. */
export const codeBlock = {
  order: rules.codeBlock.order,
  match(source) {
    const end = source.startsWith(FENCE) ? source.indexOf(FENCE, FENCE.length) : -1;
    if (end === -1) return null;
    const inside = source.slice(FENCE.length, end);
    const language = LANGUAGE.exec(inside);
    const code = trimmed(language ? inside.slice(language[0].length) : inside) || trimmed(inside);
    const after = end + FENCE.length;
    return code ? [source.slice(0, source[after] === "\n" ? after + 1 : after), code] : null;
  },
  parse: (capture) => ({ content: capture[1] }),
};

const trimmed = (code) => code.replace(BLANK_EDGES, "");
