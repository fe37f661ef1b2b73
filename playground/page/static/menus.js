/** Select menus of a message: one value is sent when it is chosen, several when the list closes. */

import { useWaiting } from "./components/button.js";
import { select } from "./deeds.js";
import { choicesOf, defaultsOf } from "./menus/choices.js";
import { Picker } from "./menus/picker.js";
import { failures } from "./store.js";
import { html, useRef, useState } from "./vendor/vendor.js";

const PLACEHOLDER = "Make a selection";

/** What is chosen stays in sight until the message is another one; what failed goes back to what it was. */
export function Menu({ component, message }) {
  const waiting = useWaiting(message, component.custom_id);
  const low = component.min_values ?? 1;
  const high = component.max_values ?? 1;
  const { chosen, setChosen, sent, keep } = useChosen(component, message);

  const send = async (values) => {
    if (isSame(values, sent)) return;
    if (values.length < low) return setChosen(sent);
    keep(values);
    await select(message, component.custom_id, values);
    if (failures.value.has(message.id)) keep(sent);
  };
  const placeholder = component.placeholder || PLACEHOLDER;
  return html`<div class="select-menu">
    <${Picker}
      name=${placeholder}
      placeholder=${placeholder}
      choices=${choicesOf(component)}
      chosen=${chosen}
      low=${low}
      high=${high}
      disabled=${Boolean(component.disabled)}
      waiting=${waiting}
      onChange=${setChosen}
      onClose=${send}
    />
  </div>`;
}

/** `chosen` is in the box, `sent` is what the bot knows: the component's defaults, until something is chosen. */
function useChosen(component, message) {
  const defaults = defaultsOf(component);
  const drawn = useRef(message.version);
  const sent = useRef(defaults);
  const [chosen, setChosen] = useState(defaults);
  const isUntouched = isSame(chosen, sent.current);
  if (drawn.current !== message.version && isUntouched) {
    drawn.current = message.version;
    sent.current = defaults;
    if (!isSame(chosen, defaults)) setChosen(defaults);
  }
  const keep = (values) => {
    sent.current = values;
    setChosen(values);
  };
  return { chosen, setChosen, sent: sent.current, keep };
}

const isSame = (one, other) => one.length === other.length && one.every((value) => other.includes(value));
