/** Differences of settings in words, for the log and for the names of backups. */
import type { Difference } from './compareSettings.ts';

const maxCharacters = 60;

/** All of them in one line. */
export function describeChanges(differences: readonly Difference[]): string {
  return differences.map(describeChange).join('; ');
}

/** Why the settings before them were kept. */
export function backupReason(differences: readonly Difference[]): string {
  const [first] = differences;
  if (first === undefined || differences.length > 1) return `before ${differences.length} settings changed`;
  return `before ${describeChange(first)}`;
}

function describeChange({ path, from, to }: Difference): string {
  return `${path} ${formatValue(from)} became ${formatValue(to)}`;
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}
