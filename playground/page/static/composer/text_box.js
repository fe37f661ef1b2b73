/** The box in which messages are typed, with the lists that "/", "@" and "#" open. */

import { html, useEffect, useState } from "../vendor/vendor.js";
import { commandIn } from "./commands.js";
import { mentionables } from "./known.js";
import { boxOf, List, useMark } from "./list.js";
import { LONGEST_MESSAGE, marksAfter, pieces, sent, withMention, written } from "./mentions.js";
import { isWhole, NO_OFFER, offerFor } from "./offers.js";
import { TEXT } from "./places.js";

const COUNTED_FROM = 200;
const LIST = "composer-offer";

/** @param {{desk: import("./desk.js").Desk, draft: object, label: string, isFocused: boolean}} props */
export function TextBox({ desk, draft, label, isFocused }) {
  const [caret, setCaret] = useState(draft.text.length);
  const [closedFor, setClosedFor] = useState(null);
  const catalog = desk.catalog.now.value;
  const isOpen = isFocused && closedFor !== draft.text;
  const offer = isOpen ? offerFor(draft, caret, mentionables.value, catalog) : NO_OFFER;
  const items = offer.groups.flatMap((group) => group.items);
  const { item, mark, move } = useMark(offer.scope, items, items[0]?.key ?? null);
  useEffect(() => desk.tell(offer.said), [offer.said]);
  useEffect(() => {
    if (draft.text.endsWith(" ")) chooseNamed(desk, catalog.leaves, draft.text);
  }, [catalog.leaves]);

  const pick = (picked) => {
    if (picked.leaf) return desk.choose(picked.leaf, commandIn([picked.leaf], draft.text)?.rest);
    const next = withMention(draft, offer.name, caret, { text: picked.text, sends: written(picked) });
    setCaret(next.caret);
    desk.set({ kind: "text", text: next.text, marks: next.marks }, TEXT, next.caret);
  };
  const onInput = ({ target, inputType }) => {
    const { value: text, selectionEnd } = target;
    setCaret(selectionEnd);
    setClosedFor(null);
    desk.set({ kind: "text", text, marks: marksAfter(draft.marks, draft.text, text, selectionEnd) });
    if (inputType === "insertFromPaste" || inputType === "insertFromDrop") desk.paste(text);
    else if (endsName(draft.text, text)) chooseNamed(desk, catalog.leaves, text);
  };
  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (item.leaf && isWhole(item.leaf, draft.text) ? desk.sendText() : pick(item)),
    Tab: () => pick(item),
    Escape: () => setClosedFor(draft.text),
  };
  const onKeyDown = (event) => {
    if (event.isComposing || (event.shiftKey && event.key !== "Escape")) return;
    if (items.length > 0 && keys[event.key]) keys[event.key]();
    else if (event.key === "Enter") desk.sendText();
    else if (event.key === "Tab" && offer.isLoading) desk.chooseText();
    else if (event.key === "ArrowUp" && draft.text === "") desk.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`
    ${offer.scope && html`<${Offer} offer=${offer} marked=${item} onPick=${pick} onMark=${mark} />`}
    <div class="composer-text">
      <div class="composer-mirror" aria-hidden="true">${mirrored(draft)}</div>
      <textarea data-place=${TEXT} rows="1" aria-label=${label} placeholder=${label} value=${draft.text}
        ...${boxOf(LIST, items, item)} onInput=${onInput} onKeyDown=${onKeyDown}
        onSelect=${({ target }) => setCaret(target.selectionEnd)} />
    </div>
    <${Counter} draft=${draft} />
  `;
}

/** Whether a space was just typed at the end. */
function endsName(before, text) {
  return text.endsWith(" ") && text.length === before.length + 1;
}

function chooseNamed(desk, leaves, text) {
  const found = text.startsWith("/") ? commandIn(leaves, text) : null;
  if (found?.rest === "") desk.choose(found.leaf);
}

function Offer({ offer, marked, onPick, onMark }) {
  return html`
    <div class="composer-popup">
      ${offer.note && html`<p class="composer-note">${offer.note}</p>`}
      ${
        offer.groups.length > 0 &&
        html`<${List} id=${LIST} label=${offer.label} groups=${offer.groups} marked=${marked} onPick=${onPick}
          onMark=${onMark} />`
      }
    </div>
  `;
}

/** The same text behind the box: it gives the box its height, and mentions their colour. */
function mirrored({ text, marks }) {
  const cut = pieces(text, marks).map((piece) => (piece.sends ? html`<mark>${piece.text}</mark>` : piece.text));
  return [...cut, "\u200b"];
}

function Counter({ draft }) {
  if (draft.text.length < LONGEST_MESSAGE / 2) return null;
  const left = LONGEST_MESSAGE - [...sent(draft, mentionables.value)].length;
  if (left > COUNTED_FROM) return null;
  return html`
    <span class=${left < 0 ? "composer-counter composer-over" : "composer-counter"}>
      ${left}<span class="unseen"> characters left</span>
    </span>
  `;
}
