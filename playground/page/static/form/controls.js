/** What stands in a field of a form, by its kind. */

import { choicesOf } from "../menus/choices.js";
import { Picker } from "../menus/picker.js";
import { html } from "../vendor/vendor.js";
import { boundsOf, lengthOf } from "./checks.js";
import { countsOf, isRequired, isSelect, KIND } from "./draft.js";
import { FileUpload } from "./upload.js";

const SHORT = 1;
const PLACEHOLDER = "Make a selection";

/**
 * @param {{id: string, component: object, value: any, said: object, onChange: (value: any) => void}} props `said` are
 *   the attributes that tell a screen reader the name, the explanation and the mistake
 */
export function Control({ id, component, value, said, onChange }) {
  const props = { id, component, value, said, onChange };
  if (isSelect(component)) return html`<${Select} ...${props} />`;
  switch (component.type) {
    case KIND.TEXT_INPUT:
      return html`<${TextInput} ...${props} />`;
    case KIND.RADIO_GROUP:
      return html`<${RadioGroup} ...${props} />`;
    case KIND.CHECKBOX_GROUP:
      return html`<${CheckboxGroup} ...${props} />`;
    case KIND.FILE_UPLOAD:
      return html`<${FileUpload} ...${props} high=${countsOf(component).high} />`;
    default:
      return html`<p class="unknown-component">The playground can't draw component ${component.type} yet.</p>`;
  }
}

function TextInput({ id, component, value, said, onChange }) {
  const { high } = boundsOf(component);
  const length = lengthOf(value);
  const shared = {
    ...said,
    id,
    class: "form-text",
    value,
    placeholder: component.placeholder ?? "",
    onInput: (event) => onChange(event.target.value),
  };
  return html`
    ${
      component.style === SHORT
        ? html`<input type="text" autocomplete="off" ...${shared} />`
        : html`<textarea rows="4" ...${shared}></textarea>`
    }
    ${
      component.max_length
        ? html`<p class="form-count ${length > high ? "wrong" : ""}" aria-hidden="true">${length}/${high}</p>`
        : null
    }
  `;
}

function Select({ id, component, value, said, onChange }) {
  const { low, high } = countsOf(component);
  return html`<${Picker}
    id=${id}
    labelledBy=${said["aria-labelledby"]}
    describedBy=${said["aria-describedby"]}
    invalid=${said["aria-invalid"] === "true"}
    required=${isRequired(component)}
    placeholder=${component.placeholder || PLACEHOLDER}
    choices=${choicesOf(component)}
    chosen=${value}
    low=${isRequired(component) ? low : 0}
    high=${high}
    onChange=${onChange}
  />`;
}

function RadioGroup({ id, component, value, said, onChange }) {
  return html`<div role="radiogroup" class="form-choices" ...${said}>
    ${component.options.map(
      (option, at) => html`<${Choice}
        key=${option.value}
        id=${at ? null : id}
        option=${option}
        type="radio"
        name=${id}
        checked=${value === option.value}
        onChange=${() => onChange(option.value)}
      />`,
    )}
    ${
      !isRequired(component) && value !== null
        ? html`<button type="button" class="as-link" onClick=${() => onChange(null)}>Choose none</button>`
        : null
    }
  </div>`;
}

function CheckboxGroup({ id, component, value, said, onChange }) {
  const { high } = countsOf(component);
  const toggle = (one) => (value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return html`<div role="group" class="form-choices" ...${said}>
    ${component.options.map((option, at) => {
      const checked = value.includes(option.value);
      return html`<${Choice}
        key=${option.value}
        id=${at ? null : id}
        option=${option}
        type="checkbox"
        checked=${checked}
        disabled=${!checked && value.length >= high}
        onChange=${() => onChange(toggle(option.value))}
      />`;
    })}
  </div>`;
}

/** One button of a group, or a checkbox of its own. */
export function Choice({ id, option, type, name, checked, disabled = false, said = {}, onChange }) {
  return html`<label class="form-choice">
    <input id=${id} type=${type} name=${name} checked=${checked} disabled=${disabled} ...${said} onChange=${onChange} />
    <span>
      ${option.label}
      ${option.description ? html`<span class="form-description">${option.description}</span>` : null}
    </span>
  </label>`;
}
