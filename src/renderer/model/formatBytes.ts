/** Formats a size on disk. */
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';

/** For example `0.4 GB` or `61 MB`. */
export function formatBytes(bytes: number): string {
  const gigabyte = 1024 ** 3;
  if (bytes >= gigabyte) return say('{size} GB', { size: formatNumber(Number((bytes / gigabyte).toFixed(1))) });
  return say('{size} MB', { size: formatNumber(Math.ceil(bytes / 1024 ** 2)) });
}
