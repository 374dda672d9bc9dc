/** One difference laid over a document of settings: the way back from a comparison. */
import { readSettings, type Settings } from '../record/settings.ts';
import type { Difference } from './compareSettings.ts';
import { type Document, isDocument, withValue } from './document.ts';

/** The document with that difference made. A feed that is new stands at the end. */
export function applyDifference(document: Document, { path, to }: Difference): Document {
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

/** Reads a document that was found good before. Throws when it is not: a mistake of ours, never of a person. */
export function readValidSettings(document: Document): Settings {
  const { settings, faults } = readSettings(document);
  if (settings === null) throw new Error(`settings that were good are not: ${JSON.stringify(faults)}`);
  return settings;
}

/** The feed that a path of the form `feeds.<slug>` is about. */
export function slugOf(path: string): string {
  return path.slice('feeds.'.length);
}
