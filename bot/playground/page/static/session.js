/** Who this tab is and where it looks, as the address has it: `?as=lando#<channel>`. */

import { connect, link } from "./connection.js";
import { receive } from "./incoming.js";
import { channelById, here, lookAt, me, notice } from "./store.js";
import { effect } from "./vendor/vendor.js";

/** Connect as whoever the address names, and look where it says. */
export function begin() {
  here.value = named();
  join(new URLSearchParams(location.search).get("as") ?? "");
}

/** Be somebody else in this tab. The channel stays. */
export function playAs(person) {
  if (person.id !== me.value?.id) join(person.user);
}

/** Where a tab as somebody else finds this channel. */
export function addressAs(person) {
  const channel = here.value ? `#${here.value}` : "";
  return `?${new URLSearchParams({ as: person.user })}${channel}`;
}

function join(as) {
  connect(as, { push: receive, stranger: () => nobody(as) });
}

function nobody(as) {
  if (!as) {
    link.value = "over";
    return;
  }
  notice.value = `Nobody here is called “${as}”, so you play as somebody who is.`;
  join("");
}

const named = () => /^#(\d+)$/u.exec(location.hash)?.[1] ?? null;

effect(() => {
  if (me.value) history.replaceState(null, "", addressAs(me.value));
});

addEventListener("hashchange", () => {
  const channel = named();
  if (channel && channel !== here.value && channelById(channel)) lookAt(channel);
});
