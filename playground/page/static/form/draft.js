/** The fields of a form, and what they hold when it opens. Pure. */

/**
 * @typedef {{id: string, label: string, description?: string, component: object}} Field `id` is the custom id
 */

const ACTION_ROW = 1;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const USER_SELECT = 5;
const CHANNEL_SELECT = 8;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;

export const KIND = { ACTION_ROW, TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX };

/** Whether a component is a select menu of any kind. */
export const isSelect = ({ type }) => type === STRING_SELECT || (type >= USER_SELECT && type <= CHANNEL_SELECT);

/** @returns {Field | null} the field in a row of a form; null for a text */
export function fieldOf(row) {
  if (row.type === LABEL) {
    const { label, description, component } = row;
    return { id: component.custom_id, label, description, component };
  }
  const [component] = row.type === ACTION_ROW ? row.components : [];
  return component ? { id: component.custom_id, label: component.label, component } : null;
}

/** @returns {Field[]} in the order they stand */
export function fieldsOf(form) {
  return form.components.map(fieldOf).filter(Boolean);
}

/** @returns {Object<string, any>} custom id to what its field holds before anybody fills it in */
export function opened(form) {
  return Object.fromEntries(fieldsOf(form).map(({ id, component }) => [id, before(component)]));
}

function before({ type, value, default: isChecked, options = [], default_values: ids = [] }) {
  const chosen = options.filter((option) => option.default).map((option) => option.value);
  switch (type) {
    case TEXT_INPUT:
      return value ?? "";
    case RADIO_GROUP:
      return chosen[0] ?? null;
    case CHECKBOX:
      return Boolean(isChecked);
    case FILE_UPLOAD:
      return [];
    default:
      return options.length ? chosen : ids.map(({ id }) => id);
  }
}

/** Whether something has to be given. */
export const isRequired = (component) => component.required !== false && component.type !== CHECKBOX;

/** @returns {{low: number, high: number}} how many values a field takes once it has any */
export function countsOf({ type, min_values: low, max_values: high, options }) {
  return { low: low ?? 1, high: high ?? (type === CHECKBOX_GROUP ? options.length : 1) };
}

/** What is sent: files without what only the page needs. */
export function sentOf(fields, values) {
  return Object.fromEntries(
    fields.map(({ id, component }) => [
      id,
      component.type === FILE_UPLOAD
        ? values[id].map(({ name, type, base64 }) => ({ name, type, base64 }))
        : values[id],
    ]),
  );
}
