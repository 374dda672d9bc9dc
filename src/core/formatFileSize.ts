/** Formats the sizes of files for people. */
import { formatNumber, formatTenths } from './formatNumber.ts';
import { say } from './language/say.ts';

/** `684 KB`, `1.2 MB`, `29 MB`, with a no-break space. */
export function formatFileSize(bytes: number): string {
  const size = formatInUnitOf(bytes, bytes);
  const unit = bytes < 1_000_000 ? say('{size} KB', { size }) : say('{size} MB', { size });
  return (bytes < 1000 ? say('{size} bytes', { size }) : unit).replaceAll(' ', '\u00a0');
}

/** The number without its unit, in the unit and with the digits of `total`. */
export function formatInUnitOf(total: number, bytes: number): string {
  if (total < 1_000_000) return formatNumber(Math.round(bytes / (total < 1000 ? 1 : 1000)));
  const megabytes = bytes / 1_000_000;
  return total < 10_000_000 ? formatTenths(megabytes) : formatNumber(Math.round(megabytes));
}
