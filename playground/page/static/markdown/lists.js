/** Bulleted and numbered lists, which the library doesn't know: nested by how far their lines are indented. */

import { rules } from "../vendor/vendor.js";
import { startsLine } from "./blocks.js";

const ITEM = /^( *)([-*]|\d{1,9}\.) +(?=\S)(.*)$/;
const CONTINUED = /^ {2,}\S/;
const DEEPEST = 10;

/** A run of items, with the lines that are indented below them. */
export const list = {
  order: rules.heading.order + 0.25,
  match(source, state, before) {
    if (!startsLine(state, before) || state.inItem || !ITEM.test(source.slice(0, lineEnd(source, 0)))) return null;
    const lines = [];
    let at = 0;
    while (at < source.length) {
      const end = lineEnd(source, at);
      const line = source.slice(at, end);
      if (!ITEM.test(line) && !CONTINUED.test(line)) break;
      lines.push(line);
      at = end + 1;
    }
    return [source.slice(0, at), lines];
  },
  parse(capture, parse, state) {
    const items = read(capture[1]).map((item) => ({
      ...item,
      content: parse(item.text, { ...state, inItem: true }),
    }));
    return nested(items);
  },
};

function lineEnd(source, from) {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}

/** Lines as items with their indentation; a number is null for a bullet. */
function read(lines) {
  const items = [];
  for (const line of lines) {
    const [, indent, mark, text] = ITEM.exec(line) ?? [];
    if (mark === undefined) items.at(-1).text += `\n${line.trim()}`;
    else items.push({ indent: indent.length, number: mark.length > 1 ? Number.parseInt(mark, 10) : null, text });
  }
  return items;
}

/** Lists out of flat items: one that is indented further belongs to the one above it. */
function nested(items) {
  const top = [];
  const levels = [{ indent: items[0].indent, lists: top }];
  for (const { indent, number, content } of items) {
    while (levels.length > 1 && indent < levels.at(-1).indent) levels.pop();
    const above = levels.at(-1);
    if (indent > above.indent && levels.length < DEEPEST) {
      levels.push({ indent, lists: above.lists.at(-1).items.at(-1).lists });
    }
    const { lists } = levels.at(-1);
    const isOrdered = number !== null;
    if (lists.at(-1)?.isOrdered !== isOrdered) lists.push({ type: "list", isOrdered, start: number, items: [] });
    lists.at(-1).items.push({ content, lists: [] });
  }
  return top;
}
