/** A box that shows what is chosen and opens a list to choose from; typing filters the list. */

import { Dots } from "../message/signs.js";
import { Icon } from "../shell/icons.js";
import { html, useId, useRef } from "../vendor/vendor.js";
import { choiceFor } from "./choices.js";
import { ChoiceSign, List } from "./list.js";
import { usePicking } from "./picking.js";

const FEW = 10;

/**
 * @param {object} props
 * @param {string} [props.name] its name for screen readers, unless `labelledBy` is the id of what names it
 * @param {string} [props.describedBy] ids of what explains it
 * @param {import("./choices.js").Choice[]} props.choices
 * @param {string[]} props.chosen values, in the order they were chosen
 * @param {number} props.low fewest and
 * @param {number} props.high most values; with one the list closes as soon as it is chosen
 * @param {(values: string[]) => void} props.onChange after every choice
 * @param {(values: string[]) => void} [props.onClose] when the list closes, with what is chosen then
 */
export function Picker(props) {
  const { choices, chosen, low, high, disabled } = props;
  const id = useId();
  const face = useRef(null);
  const picking = usePicking(props);
  const only = high === 1 && chosen.length ? choiceFor(chosen[0], choices) : null;
  const kinds = [picking.isOpen && "open", disabled && "disabled", props.invalid && "wrong"].filter(Boolean).join(" ");
  const onMouseDown = (event) => {
    if (event.target !== picking.input.current) event.preventDefault();
  };
  const onClick = (event) => {
    if (!picking.isOpen) picking.open();
    else if (event.target !== picking.input.current) picking.close();
  };
  return html`<div class="picker ${kinds}">
    <div class="picker-face" ref=${face} onMouseDown=${onMouseDown} onClick=${onClick}>
      ${only ? html`<${ChoiceSign} choice=${only} />` : null}
      ${high > 1 ? html`<${Chosen} id="${id}chosen" values=${chosen} choices=${choices} />` : null}
      <${Input} id=${id} props=${props} picking=${picking} only=${only} />
      ${props.waiting ? html`<${Dots} />` : null}
      ${only && low === 0 && !disabled && !props.waiting ? html`<${Clear} onClear=${picking.clear} />` : null}
      <${Icon} name="down" />
    </div>
    ${
      picking.isOpen
        ? html`<${List}
          id=${id}
          name=${props.name ?? props.placeholder}
          face=${face}
          picking=${picking}
          chosen=${chosen}
          low=${low}
          high=${high}
        />`
        : null
    }
  </div>`;
}

function Input({ id, props, picking, only }) {
  const { choices, chosen, high, disabled, placeholder } = props;
  const { isOpen, typed, active, listed, input } = picking;
  const described = [props.describedBy, high > 1 && `${id}chosen`].filter(Boolean).join(" ");
  const shown = isOpen && only ? only.label : chosen.length ? "" : placeholder;
  const onBlur = () => {
    if (document.activeElement !== input.current) picking.close();
  };
  const onInput = (event) => picking.open(isOpen ? event.target.value : (event.data ?? ""));
  return html`<input
    ref=${input}
    id=${props.id}
    class="picker-input"
    role="combobox"
    autocomplete="off"
    spellcheck=${false}
    inputmode=${choices.length > FEW ? "search" : "none"}
    aria-label=${props.name}
    aria-labelledby=${props.labelledBy}
    aria-describedby=${described || null}
    aria-invalid=${props.invalid ? "true" : null}
    aria-required=${props.required ? "true" : null}
    aria-autocomplete="list"
    aria-haspopup="listbox"
    aria-expanded=${isOpen}
    aria-busy=${props.waiting ? "true" : null}
    aria-controls=${isOpen ? `${id}list` : null}
    aria-activedescendant=${isOpen && listed[active] ? `${id}${active}` : null}
    disabled=${disabled}
    value=${isOpen ? typed : (only?.label ?? "")}
    placeholder=${shown}
    readonly=${Boolean(props.waiting)}
    onInput=${onInput}
    onKeyDown=${picking.onKeyDown}
    onBlur=${onBlur}
  />`;
}

function Chosen({ id, values, choices }) {
  return html`<span class="picker-chosen" id=${id}>
    ${values.map((value) => {
      const choice = choiceFor(value, choices);
      return html`<span class="picker-pill" key=${value}><${ChoiceSign} choice=${choice} />${choice.label}</span>`;
    })}
  </span>`;
}

function Clear({ onClear }) {
  const onClick = (event) => {
    event.stopPropagation();
    onClear();
  };
  return html`<button type="button" class="picker-clear" aria-label="Clear" onClick=${onClick}>
    <${Icon} name="close" />
  </button>`;
}
