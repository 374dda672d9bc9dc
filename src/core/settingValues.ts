/** The values of settings as people read them, and the usual values of some, offered as buttons beside a field for any other value. */
import { formatDecimal, formatNumber } from './formatNumber.ts';
import { markMessage, say } from './language/say.ts';
import { ownValue } from './ownValue.ts';
import { nameChoice } from './settingNames.ts';

export type SettingPreset = {
  readonly value: number;
  /** A message: the kind of show that uses it; empty for a value that needs no advice. */
  readonly use: string;
};

export const settingPresets: Readonly<Record<string, readonly SettingPreset[]>> = {
  'source.poll.intervalSeconds': [
    { value: 5, use: markMessage('Live broadcast') },
    { value: 30, use: markMessage('Signage') },
    { value: 300, use: markMessage('Periodic') },
  ],
  'source.poll.fullEverySeconds': [
    { value: 60, use: '' },
    { value: 300, use: '' },
    { value: 3600, use: '' },
  ],
  'media.quotaMegabytes': [
    { value: 1024, use: '' },
    { value: 2048, use: '' },
    { value: 8192, use: '' },
  ],
};

/** For example `5 s` or `8 GB`. */
export function labelPreset(path: string, { value }: SettingPreset): string {
  if (path.endsWith('Megabytes')) return say('{size} GB', { size: formatNumber(value / 1024) });
  if (value < 60) return `${value} s`;
  return value < 3600 ? `${value / 60} min` : `${value / 3600} h`;
}

/** A value with its unit, such as `5 s`. Names of feeds and networks are joined. */
export function formatSettingValue(path: string, value: unknown): string {
  const preset = settingPresets[path]?.find((known) => known.value === value);
  if (preset !== undefined) return labelPreset(path, preset);
  if (value === null || value === undefined || value === '') return say('none');
  if (Array.isArray(value)) return value.length === 0 ? say('none') : value.join(', ');
  if (path === 'language' || path === 'overlay.position') return nameChoice(String(value));
  if (typeof value === 'boolean') return value ? say('on') : say('off');
  if (typeof value === 'number' && path.endsWith('Seconds')) return `${value} s`;
  if (typeof value === 'number' && path.endsWith('Megabytes')) return say('{size} MB', { size: value });
  if (typeof value === 'number') return formatDecimal(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As `formatSettingValue`; a feed’s value is the name of its collection, if `collections` has it. */
export function formatChangedValue(
  path: string,
  value: unknown,
  collections: Readonly<Record<string, string>>,
): string {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return formatSettingValue(path, value);
  const id = value.collectionId;
  return typeof id === 'string' ? (ownValue(collections, id) ?? id) : say('no collection');
}
