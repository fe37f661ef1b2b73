/** The form that the bot has opened. */

import { closeForm, Refused, submit } from "./deeds.js";
import { mistakesIn } from "./form/checks.js";
import { fieldOf, fieldsOf, opened, sentOf } from "./form/draft.js";
import { Field } from "./form/field.js";
import { Markdown } from "./markdown.js";
import { Dots } from "./message/signs.js";
import { bot, form } from "./store.js";
import { html, useId, useLayoutEffect, useRef, useState } from "./vendor/vendor.js";

const FIELDS = ".form-field :is(input, textarea, button):not(:disabled)";

/** Shows the open form, if there is one. What is filled in stays until it is sent or closed. */
export function FormDialog() {
  const open = form.value;
  return open ? html`<${Dialog} key=${open.id} open=${open} />` : null;
}

function Dialog({ open }) {
  const id = useId();
  const dialog = useRef(null);
  const filling = useFilling(open, (at) => document.getElementById(`${id}${at}`)?.focus());
  useLayoutEffect(() => {
    const { current } = dialog;
    current.showModal();
    enter(current.querySelector(FIELDS));
    return () => current.close();
  }, []);
  const cancel = () => filling.isSending || closeForm();
  const onCancel = (event) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    cancel();
  };
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    filling.send();
  };
  const onSubmit = (event) => {
    event.preventDefault();
    filling.send();
  };
  return html`<dialog ref=${dialog} class="dialog form" aria-labelledby="${id}title" onCancel=${onCancel}>
    <form class="dialog-body" novalidate onSubmit=${onSubmit} onKeyDown=${onKeyDown}>
      <header class="form-head">
        <h2 id="${id}title">${open.title}</h2>
        <p class="form-description">A form of ${bot.value.name}</p>
      </header>
      <${Rows} id=${id} open=${open} filling=${filling} />
      <div role="alert" class="form-trouble">
        ${filling.trouble === null ? null : html`<p>Something went wrong. Try again.</p><p>${filling.trouble}</p>`}
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button grey" onClick=${cancel}>Cancel</button>
        <${Submit} isSending=${filling.isSending} />
      </footer>
    </form>
  </dialog>`;
}

/** A short text that is there already is chosen, so that typing replaces it; a long one is written on. */
function enter(field) {
  field?.focus();
  if (field?.matches("input.form-text")) field.select();
  else if (field?.matches("textarea")) field.setSelectionRange(field.value.length, field.value.length);
}

function Submit({ isSending }) {
  return html`<button type="submit" class="button accent ${isSending ? "is-waiting" : ""}" aria-busy=${isSending}>
    <span class="button-face">Submit</span>
    ${isSending ? html`<${Dots} />` : null}
  </button>`;
}

function Rows({ id, open, filling }) {
  const { values, mistakes, change } = filling;
  return open.components.map((row, at) => {
    const field = fieldOf(row);
    if (!field) return html`<${Markdown} key=${at} text=${row.content} />`;
    return html`<${Field}
      key=${at}
      id="${id}${at}"
      field=${field}
      value=${values[field.id]}
      mistake=${mistakes[field.id]}
      onChange=${(value) => change(field.id, value)}
    />`;
  });
}

/**
 * The answers as they are filled in, and what happens when they are sent.
 *
 * @param {object} open the form
 * @param {(row: number) => void} focus go to the field in a row
 * @returns {{values: object, mistakes: object, change: (id: string, value: any) => void, send: () => Promise<void>,
 *   isSending: boolean, trouble: string | null}} `mistakes` by custom id; `trouble` is why it wasn't taken, perhaps ""
 */
function useFilling(open, focus) {
  const [values, setValues] = useState(() => opened(open));
  const [mistakes, setMistakes] = useState({});
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState(null);
  const sending = useRef(false);

  const change = (id, value) => {
    setValues((before) => ({ ...before, [id]: value }));
    setMistakes(({ [id]: _mended, ...others }) => others);
  };
  const send = async () => {
    if (sending.current) return;
    const fields = fieldsOf(open);
    const found = mistakesIn(fields, values);
    setMistakes(found);
    setTrouble(null);
    const wrong = open.components.findIndex((row) => fieldOf(row)?.id in found);
    if (wrong >= 0) return focus(wrong);
    sending.current = true;
    setSending(true);
    setTrouble(await troubleWith(open, sentOf(fields, values)));
    sending.current = false;
    setSending(false);
  };
  return { values, mistakes, change, send, isSending, trouble };
}

/** @returns {Promise<string | null>} null when the bot took it, else why not, as far as somebody says it */
async function troubleWith(open, answers) {
  try {
    const { outcome } = await submit(open, answers);
    return outcome === "failed" ? "" : null;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return refused.message;
  }
}
