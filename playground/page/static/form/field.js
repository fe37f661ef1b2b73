/** A field of a form with its name, its explanation, and what is wrong with it. */

import { html } from "../vendor/vendor.js";
import { Choice, Control } from "./controls.js";
import { countsOf, isRequired, KIND } from "./draft.js";

/**
 * @param {{id: string, field: import("./draft.js").Field, value: any, mistake?: string, onChange: (value: any) => void}}
 *   props `id` is the page's own, of the element that takes the focus
 */
export function Field({ id, field, value, mistake, onChange }) {
  const { component, label, description } = field;
  const hint = hintFor(component);
  const described = [description && `${id}about`, hint && `${id}hint`, mistake && `${id}mistake`].filter(Boolean);
  const said = { "aria-describedby": described.join(" ") || null, "aria-invalid": mistake ? "true" : null };
  return html`<div class="form-field ${mistake ? "wrong" : ""}">
    ${
      component.type === KIND.CHECKBOX
        ? html`<${Choice}
          id=${id}
          option=${{ label }}
          type="checkbox"
          checked=${value}
          said=${said}
          onChange=${(event) => onChange(event.target.checked)}
        />`
        : html`<${Name} id=${id} label=${label} isRequired=${isRequired(component)} isText=${isText(component)} />`
    }
    ${description ? html`<p class="form-description" id="${id}about">${description}</p>` : null}
    ${hint ? html`<p class="form-description" id="${id}hint">${hint}</p>` : null}
    ${
      component.type === KIND.CHECKBOX
        ? null
        : html`<${Control}
          id=${id}
          component=${component}
          value=${value}
          said=${{ ...said, ...named(component, id) }}
          onChange=${onChange}
        />`
    }
    ${mistake ? html`<p class="form-mistake" id="${id}mistake">${mistake}</p>` : null}
  </div>`;
}

const isText = ({ type }) => type === KIND.TEXT_INPUT;

function named(component, id) {
  if (isText(component)) return { "aria-required": isRequired(component) ? "true" : null };
  const names = component.type === KIND.FILE_UPLOAD ? `${id}name ${id}` : `${id}name`;
  return { "aria-labelledby": names };
}

function Name({ id, label, isRequired: required, isText: isLabel }) {
  const inside = html`${label}${required ? html`<span class="form-required" title="Required" aria-hidden="true">*</span>` : null}`;
  return isLabel
    ? html`<label class="form-name" id="${id}name" for=${id}>${inside}</label>`
    : html`<p class="form-name" id="${id}name">${inside}</p>`;
}

/** How many can be checked, where it isn't any number. */
function hintFor(component) {
  if (component.type !== KIND.CHECKBOX_GROUP) return null;
  const { low, high } = countsOf(component);
  if (low === high) return `Choose ${high}.`;
  if (low > 1) return `Choose ${low} to ${high}.`;
  return high < component.options.length ? `Choose up to ${high}.` : null;
}
