/** The end of a command being filled in, where its optional options are found. */

import { html, useEffect } from "../vendor/vendor.js";
import { counted } from "./counts.js";
import { added, offered, typedBehind } from "./filling.js";
import { boxOf, keepFocus, List, useMark } from "./list.js";
import { placeOf, TAIL } from "./places.js";
import { fitting } from "./suggestions.js";

const LIST = "composer-optional";

/**
 * @param {{desk: import("./desk.js").Desk, filling: object, label: string, isTold: boolean, isFocused: boolean}} props
 */
export function Tail({ desk, filling, label, isTold, isFocused }) {
  const { leaf, tail } = filling;
  const open = offered(filling);
  const items = isFocused ? fitting(open.map(optionItem), tail) : [];
  const { item, mark, move } = useMark(tail, items, tail === "" ? null : (items[0]?.key ?? null));
  const why = isTold && tail !== "" ? problemOf(leaf) : undefined;
  const said = why ?? (open.length > 0 ? `${counted(items.length, "more option")}. Enter sends.` : "Enter sends.");
  useEffect(() => {
    if (isFocused) desk.tell(said);
  }, [isFocused, said]);

  const add = (picked) => desk.set({ ...added(filling, picked.key), tail: "" }, placeOf(picked.key));
  const onInput = ({ target }) => {
    const { filling: next, last } = typedBehind(filling, target.value);
    desk.set(next, last === null ? undefined : placeOf(last));
  };
  const onKeyDown = (event) => {
    const deed = event.isComposing ? null : deedFor(event, filling, items, item, { add, move });
    if (deed === null) return;
    event.preventDefault();
    event.stopPropagation();
    deed(desk);
  };
  return html`
    ${
      items.length > 0 &&
      html`
        <div class="composer-popup">
          <p class="composer-about"><b>/${leaf.words}</b> ${leaf.description}</p>
          <${List} id=${LIST} label="Options" groups=${[{ items }]} marked=${item} onPick=${add} onMark=${mark} />
        </div>
      `
    }
    ${
      open.length > 0 &&
      html`
        <button type="button" class="composer-more" tabindex="-1" onMouseDown=${keepFocus}
          onClick=${() => desk.set(filling, TAIL)}>+${open.length} optional</button>
      `
    }
    <div class=${why ? "composer-tail composer-wrong" : "composer-tail"}>
      <input data-place=${TAIL} value=${tail} size="1" autocomplete="off" spellcheck=${false}
        aria-label=${`${label} with /${leaf.words}: ${open.length > 0 ? "more options" : "Enter sends"}`}
        placeholder=${leaf.options.length === 0 ? "Enter sends it" : ""}
        aria-invalid=${why ? "true" : undefined} aria-describedby=${why ? `${LIST}-why` : undefined}
        ...${boxOf(LIST, items, item)} onInput=${onInput} onKeyDown=${onKeyDown} />
      ${why && html`<span class="composer-why" id=${`${LIST}-why`}>${why}</span>`}
    </div>
  `;
}

function deedFor({ key, shiftKey, target }, filling, items, item, { add, move }) {
  const isAtStart = target.selectionStart === 0 && target.selectionEnd === 0;
  const last = filling.fields.at(-1);
  if (key === "ArrowDown" && items.length > 0) return () => move(1);
  if (key === "ArrowUp" && items.length > 0) return () => move(-1);
  if ((key === "Enter" || key === "Tab") && !shiftKey && item !== null) return () => add(item);
  if (key === "Enter" && !shiftKey) return (desk) => desk.sendFilling(filling, TAIL);
  if (key === "Escape") return (desk) => desk.leave(false);
  if (!isAtStart || (key !== "Backspace" && key !== "ArrowLeft")) return null;
  if (last) return (desk) => desk.set(filling, placeOf(last.name));
  return key === "Backspace" ? (desk) => desk.leave(true) : null;
}

function optionItem({ name, description }) {
  return { key: name, name, text: name, detail: description, kind: "option", called: [name] };
}

/** Why what is typed behind the fields can't be sent. */
function problemOf({ words, options }) {
  return options.length > 0 ? `/${words} takes no more options.` : `/${words} takes no options.`;
}
