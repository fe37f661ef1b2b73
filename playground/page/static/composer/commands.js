/** Slash commands as one types them: "pilok open" in one line, found by what is typed. Pure. */

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * A command that can be sent. `options` are as the bot described them, the required ones first; `about` is what the
 * root is described as, if that is another thing.
 *
 * @typedef {{words: string, root: string, about: string, description: string, options: object[]}} Leaf
 */

/**
 * Every command that can be sent, subcommands and groups flattened, roots in alphabetical order.
 *
 * @param {object[]} commands as they are registered
 * @returns {Leaf[]}
 */
export function leavesOf(commands) {
  const leaves = new Map();
  for (const command of commands.filter((one) => (one.type ?? CHAT_INPUT) === CHAT_INPUT)) {
    for (const leaf of below(command, [], command)) {
      // A command of the server stands before one of the same name for all servers, and is listed first.
      if (!leaves.has(leaf.words)) leaves.set(leaf.words, leaf);
    }
  }
  return [...leaves.values()].sort((a, b) => a.root.localeCompare(b.root));
}

function below(node, path, root) {
  const words = [...path, node.name];
  const inside = (node.options ?? []).filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (inside.length > 0 || (path.length > 0 && node.type === GROUP)) {
    return inside.flatMap((option) => below(option, words, root));
  }
  const about = node === root ? "" : (root.description ?? "");
  const { description = "", options = [] } = node;
  return [{ words: words.join(" "), root: root.name, about, description, options }];
}

/**
 * The commands that fit what is typed, in groups of one root each: those that begin with it come first, then those in
 * which a word does, then those that contain it.
 *
 * @param {Leaf[]} leaves
 * @param {string} typed with or without its slash
 * @returns {{root: string, leaves: Leaf[]}[]}
 */
export function matching(leaves, typed) {
  const groups = new Map();
  for (const leaf of leaves) {
    const rank = fit(leaf.words.toLowerCase(), normal(typed));
    if (rank === NO_FIT) continue;
    const group = groups.get(leaf.root) ?? { root: leaf.root, best: rank, found: [] };
    group.best = Math.min(group.best, rank);
    group.found.push({ leaf, rank });
    groups.set(leaf.root, group);
  }
  return [...groups.values()]
    .sort((a, b) => a.best - b.best)
    .map(({ root, found }) => ({ root, leaves: found.sort((a, b) => a.rank - b.rank).map(({ leaf }) => leaf) }));
}

export const NO_FIT = 3;

/**
 * How well a text fits what is typed: 0 it begins so, 1 a word of it does, 2 it contains it, NO_FIT it doesn't. Both
 * in lower case.
 */
export function fit(text, typed) {
  if (text.startsWith(typed)) return 0;
  if (text.includes(` ${typed}`)) return 1;
  return text.includes(typed) ? 2 : NO_FIT;
}

function normal(typed) {
  return typed
    .replace(/^\s*\//u, "")
    .replace(/\s+/gu, " ")
    .trimStart()
    .toLowerCase();
}

/**
 * The command that a text begins with, and what follows it; null if the text names none in full.
 *
 * @param {Leaf[]} leaves
 * @param {string} text "/pilok open preset:high stakes"
 * @returns {{leaf: Leaf, rest: string} | null} the rest without the space before it
 */
export function commandIn(leaves, text) {
  const words = /^\s*\/(.*)$/su.exec(text)?.[1];
  if (words === undefined) return null;
  for (const leaf of leaves) {
    const rest = after(leaf.words.split(" "), words);
    if (rest !== null) return { leaf, rest };
  }
  return null;
}

function after(names, text) {
  let rest = text.trimStart();
  for (const name of names) {
    const [word] = /^\S*/u.exec(rest);
    if (word.toLowerCase() !== name.toLowerCase()) return null;
    rest = rest.slice(word.length).trimStart();
  }
  return rest;
}
