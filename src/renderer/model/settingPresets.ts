/** The usual values of some settings, offered as buttons beside a field for any other value. */
import { nameChoice } from './settingFields.ts';

export type SettingPreset = {
  readonly value: number;
  readonly label: string;
  /** The kind of show that uses it; empty for a value that needs no advice. */
  readonly use: string;
};

export const settingPresets: Readonly<Record<string, readonly SettingPreset[]>> = {
  'source.poll.intervalSeconds': [
    { value: 5, label: '5 s', use: 'Live broadcast' },
    { value: 30, label: '30 s', use: 'Signage' },
    { value: 300, label: '5 min', use: 'Periodic' },
  ],
  'source.poll.fullEverySeconds': [
    { value: 60, label: '1 min', use: '' },
    { value: 300, label: '5 min', use: '' },
    { value: 3600, label: '1 h', use: '' },
  ],
  'media.quotaMegabytes': [
    { value: 1024, label: '1 GB', use: '' },
    { value: 2048, label: '2 GB', use: '' },
    { value: 8192, label: '8 GB', use: '' },
  ],
};

/** A value with its unit, such as `5 s`. Names of feeds and networks are joined. */
export function formatSettingValue(path: string, value: unknown): string {
  const preset = settingPresets[path]?.find((known) => known.value === value);
  if (preset !== undefined) return preset.label;
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (path === 'language') return nameChoice(String(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && path.endsWith('Seconds')) return `${value} s`;
  if (typeof value === 'number' && path.endsWith('Megabytes')) return `${value} MB`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** For example `0.4 GB` or `61 MB`. */
export function formatBytes(bytes: number): string {
  const gigabyte = 1024 ** 3;
  if (bytes >= gigabyte) return `${Number((bytes / gigabyte).toFixed(1))} GB`;
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}
