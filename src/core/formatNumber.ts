/** Formats counts for people, in the current language. */
import { createPerLanguage } from './language/say.ts';

const numberFormat = createPerLanguage((locale) => new Intl.NumberFormat(locale));

/** For example `10,000`. The format is shared, because `toLocaleString` is thirty times slower. */
export function formatNumber(value: number): string {
  return numberFormat().format(value);
}

/** For example “1 post” or “6 posts”, in English only. Text for people uses an ICU plural instead. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
