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

const decimalMark = createPerLanguage(
  (locale) => new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);

/** As typed, with the decimal mark of the language and without marks between thousands, for example `0,8` or `7410`. */
export function formatDecimal(value: number): string {
  return String(value).replace('.', decimalMark());
}

/** Reads a number with the decimal mark of the language or a point; `null` if it is not a number, or could be thousands, such as `1.000` in German. */
export function parseDecimal(text: string): number | null {
  if (decimalMark() !== '.' && /^\s*[1-9]\d{0,2}(\.\d{3})+\s*$/.test(text)) return null;
  const plain = text.includes('.') ? text : text.replace(decimalMark(), '.');
  return text.trim() !== '' && Number.isFinite(Number(plain)) ? Number(plain) : null;
}
