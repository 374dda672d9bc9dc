/** Differences of settings in words, for the log and for the names of backups. */
import type { Difference } from './compareSettings.ts';

const mostLetters = 60;

/** All of them in one line. */
export function changesInWords(differences: readonly Difference[]): string {
  return differences.map(changeInWords).join('; ');
}

/** Why the settings before them were kept. */
export function backupReason(differences: readonly Difference[]): string {
  const [first] = differences;
  if (first === undefined || differences.length > 1) return `before ${differences.length} settings changed`;
  return `before ${changeInWords(first)}`;
}

function changeInWords({ path, from, to }: Difference): string {
  return `${path} ${inWords(from)} became ${inWords(to)}`;
}

function inWords(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
}
