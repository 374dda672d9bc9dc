/** Formats counts for people. */

const english = new Intl.NumberFormat('en');

/** For example `10,000`. The format is shared, because `toLocaleString` is thirty times slower. */
export function formatNumber(value: number): string {
  return english.format(value);
}

/** For example “1 post” or “6 posts”. The plural of the noun ends in s. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
