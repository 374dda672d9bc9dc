/** Describes settings changes for the event log and for the reasons of backups. */
import type { SettingDifference } from './compareSettings.ts';

const maxCharacters = 60;

export function describeChanges(differences: readonly SettingDifference[]): string {
  return differences.map(describeChange).join('; ');
}

export function describeBackupReason(differences: readonly SettingDifference[]): string {
  const [first] = differences;
  if (first === undefined || differences.length > 1) return `before changing ${differences.length} settings`;
  return `before changing ${describeChange(first)}`;
}

function describeChange({ path, from, to }: SettingDifference): string {
  return `${path} from ${formatValue(from)} to ${formatValue(to)}`;
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}
