/** Rules within a line. Each looks at a text once: the library's own patterns for these can be made to run for minutes. */

import { safeAddress } from "../links.js";
import { rules } from "../vendor/vendor.js";

const LONGEST_LABEL = 1000;
const LATEST_TIME = 8.64e12;
const ADDRESS = /^https?:\/\/[^\s<]+/;
const CLOSING = new Set(".,:;\"'])");
const TARGET = /^\(\s*<?((?:\([^()\s]*\)|[^\s()<>])+)>?(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*\)/;
const TIMESTAMP = /^<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/;
const NAVIGATION = /^<id:(customize|browse|guide|linked-roles)(?::\d{17,20})?>/;
const PLAIN = /^(?:`+|[\s\S](?:(?!https?:\/\/|[0-9]\ufe0f?\u20e3)[\p{L}\p{M}\p{N} ,.;:!?'"()/=+%$&{}-])*)/u;
const HAS_EMOJI = /^(?:[#*0-9]\ufe0f?\u20e3|[^\0-\x7f])/;
const PADDED_BACKTICK = /^ (?= *`)|(` *) $/g;

/** `code` between two equal runs of backticks. */
export const inlineCode = {
  order: rules.inlineCode.order,
  match(source) {
    const fence = /^`+/.exec(source)?.[0];
    if (!fence) return null;
    for (let start = source.indexOf("`", fence.length); start !== -1; ) {
      let end = start;
      while (source[end] === "`") end += 1;
      if (end - start === fence.length) return [source.slice(0, end), source.slice(fence.length, start)];
      start = source.indexOf("`", end);
    }
    return null;
  },
  parse: (capture) => ({ content: capture[1].replace(PADDED_BACKTICK, "$1") }),
};

/** [label](address "title"). A label that poses as an address isn't taken, as in Discord. */
export const link = {
  order: rules.url.order,
  match(source, state) {
    if (source[0] !== "[" || state.inLink) return null;
    const end = closingBracket(source);
    const label = source.slice(1, end);
    if (end < 2 || !label.trim() || /https?:\/\//.test(label)) return null;
    const target = TARGET.exec(source.slice(end + 1));
    const address = target && safeAddress(target[1]);
    return address ? [source.slice(0, end + 1) + target[0], label, address, target[2] ?? target[3]] : null;
  },
  parse: (capture, parse, state) => ({
    content: parse(capture[1], { ...state, inLink: true }),
    target: capture[2],
    title: capture[3],
  }),
};

function closingBracket(source) {
  let open = 0;
  const last = Math.min(source.length, LONGEST_LABEL);
  for (let at = 0; at < last; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "[") open += 1;
    else if (source[at] === "]") {
      open -= 1;
      if (open === 0) return at;
    }
  }
  return -1;
}

/** An address that stands in the text; the punctuation of its sentence isn't part of it. */
export const url = {
  order: rules.url.order,
  match(source, state) {
    const found = state.inLink ? null : ADDRESS.exec(source);
    const address = found && withoutSentence(found[0]);
    return address && safeAddress(address) ? [address] : null;
  },
  parse: (capture) => ({ type: "link", content: capture[0], target: safeAddress(capture[0]) }),
};

/** `address` up to the punctuation that closes a sentence; a bracket that the address opened stays. */
function withoutSentence(address) {
  let unopened = address.split(")").length - address.split("(").length;
  let end = address.length;
  while (CLOSING.has(address[end - 1]) && (address[end - 1] !== ")" || unopened > 0)) {
    if (address[end - 1] === ")") unopened -= 1;
    end -= 1;
  }
  return address.slice(0, end);
}

/** <address>. */
export const autolink = {
  ...rules.autolink,
  match(source, state) {
    const capture = state.inLink ? null : rules.autolink.match(source, state);
    return capture && safeAddress(capture[1]) ? capture : null;
  },
  parse: (capture) => ({ type: "link", content: capture[1], target: safeAddress(capture[1]) }),
};

/** <t:seconds:style>; a time that no calendar has stays text. */
export const timestamp = {
  order: rules.timestamp.order,
  match(source) {
    const capture = TIMESTAMP.exec(source);
    return capture && Math.abs(Number(capture[1])) <= LATEST_TIME ? capture : null;
  },
  parse: (capture) => ({ at: Number(capture[1]), style: capture[2] ?? "f" }),
};

/** <id:guide> and its like. */
export const guildNavigation = {
  order: rules.guildNavigation.order,
  match: (source) => NAVIGATION.exec(source),
  parse: (capture) => ({ place: capture[1] }),
};

/** An emoji that is a character. */
export const twemoji = {
  ...rules.twemoji,
  match: (source, state) => (HAS_EMOJI.test(source) ? rules.twemoji.match(source, state) : null),
};

/** As much as can't begin anything else. */
export const text = {
  order: rules.text.order,
  match: (source) => PLAIN.exec(source),
  parse: (capture) => ({ content: capture[0] }),
};
