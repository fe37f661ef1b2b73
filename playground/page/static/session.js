/** Who this tab is and where it looks, as the address has it: `?as=lando#<channel>`. */

import { connect, link } from "./connection.js";
import { receive } from "./incoming.js";
import { chosen, here, lookAt, me, notice } from "./store.js";
import { effect } from "./vendor/vendor.js";

/** The channel that the browser's history is at. */
let at = null;
/** Whom this tab plays as, or is about to: a username or id, "" for whomever the playground chooses. */
let wanted = "";

/** Connect as whoever the address names, and look where it says. */
export function begin() {
  here.value = named();
  join(new URLSearchParams(location.search).get("as") ?? "");
}

/** Be somebody else in this tab. The channel stays. */
export function playAs(person) {
  const whom = wanted || me.value?.user;
  if (whom !== person.user && whom !== person.id) join(person.user);
}

/** Where a tab as somebody else finds this channel. */
export function addressAs(person) {
  const channel = here.value ? `#${here.value}` : "";
  return `?${new URLSearchParams({ as: person.user })}${channel}`;
}

function join(as) {
  wanted = as;
  connect(as, { push: receive, stranger: (why) => nobody(as, why) });
}

function nobody(as, why) {
  if (!as) {
    link.value = "over";
    return;
  }
  notice.value = `${why} So you play as another person.`;
  join("");
}

const named = () => /^#(\d+)$/u.exec(location.hash)?.[1] ?? null;

/** A channel that was chosen is a step in the history; whatever else changes the address is none. */
effect(() => {
  if (!me.value) return;
  const isStep = at !== null && here.value !== at && here.value === chosen.peek();
  at = here.value;
  history[isStep ? "pushState" : "replaceState"](null, "", addressAs(me.value));
});

addEventListener("popstate", () => {
  if (!me.value) return;
  const channel = named();
  if (channel && channel !== here.value) {
    at = channel;
    lookAt(channel);
  }
  at = here.value;
  history.replaceState(null, "", addressAs(me.value));
});
