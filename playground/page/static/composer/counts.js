/** Numbers as people read them. Pure. */

/** 1000000 as "1,000,000". */
export function grouped(number) {
  return number.toLocaleString("en-GB", { maximumFractionDigits: 20 });
}

/** "1 option", "3 options". */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${grouped(count)} ${what}s`;
}
