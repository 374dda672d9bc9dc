/** Formats one cell of a CSV file (RFC 4180). */

/** Spreadsheets run text that looks like a formula, and viewers wrote this text. A leading apostrophe prevents that. */
const formulaStart = /^[=+\-@\t\r\n]/;

/** `null` is an empty cell. Numbers are never quoted; text is quoted if it must be, or always. */
export function formatCsvCell(value: string | number | null, quotes: 'always' | 'whenNeeded'): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return quotes === 'always' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
