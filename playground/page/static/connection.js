/** The socket to the playground: asks are answered by number, and it comes back by itself when it breaks. */

import { signal } from "./vendor/vendor.js";

/** The playground says no. The message is a sentence for whoever asked. */
export class Refused extends Error {
  name = "Refused";
}

/**
 * How things stand: "connecting" until the first hello, "open", "reconnecting", or "over" when this page belongs to an
 * earlier run and no new attempt will help.
 */
export const link = signal("connecting");

const WAITS = [200, 400, 800, 1600, 3000];
const UNKNOWN_PERSON = 4004;
const AWAY = "The playground isn't connected. Try again when it's back.";
const CUT_OFF = "The connection broke before an answer came. Check whether it worked before you try again.";

const asked = new Map();
let lastNumber = 0;
let socket = null;
/** Whether the socket had its hello: only then is it known who asks. */
let isGreeted = false;
let person = "";
let attempts = 0;
let calls = 0;
let timer = 0;
let hears = { push: () => {}, stranger: () => {} };

/**
 * Connect as somebody; an earlier connection of this tab ends.
 *
 * @param {string} as user id or username; "" leaves the choice to the playground
 * @param {{push: (push: object, again: boolean) => void, stranger: (why: string) => void}} listener `push` gets every
 *   frame that is no answer (`again`: this socket had a hello before), `stranger` gets a sentence when that name is
 *   nobody's, or fits several people
 */
export function connect(as, listener) {
  person = as;
  hears = listener;
  attempts = 0;
  if (link.value === "over") link.value = "reconnecting";
  open();
}

/**
 * Ask the playground for something.
 *
 * @param {string} what the `do` of the question
 * @param {object} [fields] what goes with it
 * @returns {Promise<object>} the answer; rejects with Refused, also when the connection is or goes away
 */
export function ask(what, fields = {}) {
  if (!isGreeted || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Refused(AWAY));
  lastNumber += 1;
  const n = lastNumber;
  socket.send(JSON.stringify({ ...fields, n, do: what }));
  return new Promise((resolve, reject) => asked.set(n, { resolve, reject }));
}

function open() {
  calls += 1;
  clearTimeout(timer);
  leave();
  const address = new URL("socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = person ? new URLSearchParams({ as: person }).toString() : "";
  address.hash = "";
  const made = new WebSocket(address);
  made.addEventListener("message", (event) => {
    if (made !== socket) return;
    const frame = JSON.parse(event.data);
    if ("re" in frame) return settle(frame);
    const again = isGreeted;
    if (frame.type === "hello") {
      isGreeted = true;
      attempts = 0;
      link.value = "open";
    }
    hears.push(frame, again);
  });
  made.addEventListener("close", (event) => {
    if (made !== socket) return;
    leave();
    if (event.code === UNKNOWN_PERSON) hears.stranger(event.reason);
    else comeBack();
  });
  socket = made;
}

/** Let go of the socket: what it still says is heard by nobody, and open questions are answered with a refusal. */
function leave() {
  if (socket) end(socket);
  socket = null;
  isGreeted = false;
  const unanswered = [...asked.values()];
  asked.clear();
  for (const answer of unanswered) answer.reject(new Refused(CUT_OFF));
}

/** To close a socket that is on its way would be an error to the browser, so it may open first. */
function end(left) {
  if (left.readyState === WebSocket.CONNECTING) left.addEventListener("open", () => left.close());
  else left.close();
}

function settle({ re, ok, why, ...answer }) {
  const question = asked.get(re);
  asked.delete(re);
  if (ok) question?.resolve(answer);
  else question?.reject(new Refused(why));
}

function comeBack() {
  if (link.value === "open") link.value = "reconnecting";
  const wait = WAITS[Math.min(attempts, WAITS.length - 1)];
  attempts += 1;
  clearTimeout(timer);
  timer = setTimeout(knock, wait * (0.75 + Math.random() / 2));
}

/** Look whether the playground is there and knows the key of this page: a new run has a new address. */
async function knock() {
  const mine = calls;
  let status = 0;
  try {
    status = (await fetch(location.pathname, { method: "HEAD", cache: "no-store" })).status;
  } catch {
    // Nobody is there: a status of 0 says so.
  }
  if (mine !== calls) return;
  if (status === 404 || status === 403) link.value = "over";
  else if (status === 0) comeBack();
  else open();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && !socket && link.value === "reconnecting") open();
});
