/** The bot's commands in the menus of messages and people. */

import { menusIn, runInMenu } from "./deeds.js";
import { MenuButton } from "./shell/menu.js";
import { notice, setFailure } from "./store.js";
import { html } from "./vendor/vendor.js";

const ON_PERSON = 2;
const ON_MESSAGE = 3;

/** The menu of a message. */
export function MessageApps({ message }) {
  const fail = (sentence) => setFailure(message.id, sentence);
  const items = () => {
    fail(null);
    return itemsOf(ON_MESSAGE, message.channel_id, (command) =>
      runInMenu(message.channel_id, command, message.id, fail),
    );
  };
  return html`<${MenuButton} label="More for this message" heading="Apps" icon="more" items=${items} />`;
}

/**
 * The menu of a person in a channel. Its button looks like its children, if there are any.
 *
 * @param {{id: string, name: string, channelId: string, onUsed?: () => void}} props `onUsed` is called before a command
 *   is sent
 */
export function PersonApps({ id, name, channelId, onUsed, children }) {
  const fail = (sentence) => {
    notice.value = sentence;
  };
  const items = () =>
    itemsOf(ON_PERSON, channelId, (command) => {
      onUsed?.();
      runInMenu(channelId, command, id, fail);
    });
  return html`<${MenuButton} label=${`Apps for ${name}`} heading="Apps" icon="more" items=${items}>${children}<//>`;
}

async function itemsOf(kind, channelId, use) {
  const found = (await menusIn(channelId)).filter(({ type }) => type === kind);
  if (found.length === 0) return [{ name: "No commands here" }];
  return found.map(({ id, name }) => ({ name, run: () => use(id) }));
}
