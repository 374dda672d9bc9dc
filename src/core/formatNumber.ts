/** Formats counts for people, in the current language. */
import { createPerLanguage } from './language/say.ts';

const numberFormat = createPerLanguage((locale) => new Intl.NumberFormat(locale));

/** For example `10,000`. The format is shared, because `toLocaleString` is thirty times slower. */
export function formatNumber(value: number): string {
  return numberFormat().format(value);
}

const tenthsFormat = createPerLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** With one digit after the decimal mark, for example `0.4`. */
export function formatTenths(value: number): string {
  return tenthsFormat().format(value);
}
