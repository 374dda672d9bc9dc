/** Applies one difference to a settings document: the reverse of a comparison. */

import type { SettingDifference } from './compareSettings.ts';
import { isDocument, type SettingsDocument, withValue } from './document.ts';
import { readSettings, type Settings } from './settings.ts';

/** Returns the changed document. A new feed is added at the end. */
export function applyDifference(document: SettingsDocument, { path, to }: SettingDifference): SettingsDocument {
  if (!path.startsWith('feeds')) return withValue(document, path, to);
  const { feeds } = readValidSettings(document);
  if (path === 'feeds') {
    const order = Array.isArray(to) ? to : [];
    return { ...document, feeds: [...feeds].sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug)) };
  }
  const slug = slugOf(path);
  const feed = isDocument(to) ? { slug, collectionId: to['collectionId'] } : null;
  if (feed === null) return { ...document, feeds: feeds.filter((other) => other.slug !== slug) };
  if (!feeds.some((other) => other.slug === slug)) return { ...document, feeds: [...feeds, feed] };
  return { ...document, feeds: feeds.map((other) => (other.slug === slug ? feed : other)) };
}

/** Reads a document that was validated before. Throws if it is invalid, which is a bug. */
export function readValidSettings(document: SettingsDocument): Settings {
  const { settings, faults } = readSettings(document);
  if (settings === null) throw new Error(`validated settings are invalid: ${JSON.stringify(faults)}`);
  return settings;
}

/** Returns the slug in a path such as `feeds.main`. */
export function slugOf(path: string): string {
  return path.slice('feeds.'.length);
}
