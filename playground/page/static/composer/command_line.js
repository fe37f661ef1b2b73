/** A command being filled in: its name as a chip, a field for each option, and what else it takes. */

import { html } from "../vendor/vendor.js";
import { Field } from "./field.js";
import { FileField } from "./file_field.js";
import { changed, checked, optionOf, removed, typedInto } from "./filling.js";
import { known } from "./known.js";
import { placeAfter, placeBefore, placeOf, placeToFill, TAIL } from "./places.js";
import { ATTACHMENT } from "./suggestions.js";
import { Tail } from "./tail.js";

/**
 * @param {{desk: import("./desk.js").Desk, filling: object, label: string, focused: string | null}} props `focused` is
 *   the place that has the focus
 */
export function CommandLine({ desk, filling, label, focused }) {
  const { wrong } = checked(filling, known.value);
  const told = desk.told.value;
  const fields = filling.fields.map((field) => {
    const { name } = field;
    const option = optionOf(filling, name);
    const common = {
      key: name,
      ...{ desk, option, field },
      why: told.has(name) ? wrong.get(name) : undefined,
      isFocused: focused === placeOf(name),
      onRemove: () => desk.set(removed(filling, name), placeBefore(filling, name)),
      onKey: (event) => onKey(event, desk, filling, field),
    };
    if (option.type === ATTACHMENT) {
      return html`<${FileField} ...${common}
        onFile=${(file) => desk.set(changed(filling, name, { file }), placeOf(name))} />`;
    }
    return html`<${Field} ...${common} onText=${(text) => type(desk, filling, name, text)}
      onPick=${(item, by) => pick(desk, filling, name, item, by)} />`;
  });
  return html`
    <div class="composer-command" role="group" aria-label=${`/${filling.leaf.words}`}>
      <span class="composer-chip">/${filling.leaf.words}</span>
      ${fields}
      <${Tail} desk=${desk} filling=${filling} label=${label} isTold=${told.has(TAIL)} isFocused=${focused === TAIL} />
    </div>
  `;
}

function type(desk, filling, name, text) {
  const { filling: next, last } = typedInto(filling, name, text);
  desk.set(next, last === name ? undefined : placeOf(last));
}

function pick(desk, filling, name, item, by) {
  const next = changed(filling, name, { text: item.text, picked: { value: item.value } });
  desk.set(next, by === "Tab" ? placeAfter(next, name) : placeToFill(next, name));
}

/** The keys that mean the same in every field. */
function onKey(event, desk, filling, field) {
  const deed = deedFor(event, filling, field);
  if (deed === null) return;
  event.preventDefault();
  event.stopPropagation();
  deed(desk);
}

function deedFor({ key, shiftKey, target }, filling, { name, text, file }) {
  const hasCaret = target.selectionStart !== undefined;
  const isAtStart = !hasCaret || (target.selectionStart === 0 && target.selectionEnd === 0);
  const isAtEnd = !hasCaret || target.selectionStart === target.value.length;
  const isFirst = filling.fields[0].name === name;
  const isSpare = text === "" && file === null && !optionOf(filling, name).required;
  if (key === "Enter" && !shiftKey) return (desk) => desk.sendFilling(filling, placeOf(name));
  if (key === "Escape") return (desk) => desk.leave(false);
  if (key === "ArrowRight" && isAtEnd) return (desk) => desk.set(filling, placeAfter(filling, name));
  if (!isAtStart || (key !== "Backspace" && key !== "ArrowLeft")) return null;
  if (key === "Backspace" && isSpare) return (desk) => desk.set(removed(filling, name), placeBefore(filling, name));
  if (!isFirst) return (desk) => desk.set(filling, placeBefore(filling, name));
  return key === "Backspace" ? (desk) => desk.leave(true) : null;
}
