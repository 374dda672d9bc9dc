/** Lists and describes the differences between two settings: single values by their path, feeds by their slug. */

import { isSameJson } from '../../core/boundedJson.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import type { KeptSecretName } from '../../core/secretNames.ts';
import { isDocument } from './document.ts';
import type { Settings } from './settings.ts';

/** `from` and `to` are JSON; `null` for a missing value. */
export type SettingDifference = { readonly path: string; readonly from: unknown; readonly to: unknown };

const secretPath = 'feedServer.readToken';

/** Path of a secret that is kept apart from the settings, as in the answer that describes both. */
export function pathOfSecret(name: KeptSecretName): string {
  return `secrets.${name}`;
}

/** Returns the differences in the order of the file. A secret is shown as `set` or `null`, never by its value. */
export function compareSettings(before: Settings, after: Settings): readonly SettingDifference[] {
  const { feeds: feedsBefore, ...restBefore } = before;
  const { feeds: feedsAfter, ...restAfter } = after;
  const left = new Map(leavesOf(restBefore, ''));
  const right = new Map(leavesOf(restAfter, ''));
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  const leaves = paths
    .map((path) => ({ path, from: left.get(path) ?? null, to: right.get(path) ?? null }))
    .filter(({ from, to }) => !isSameJson(from, to))
    .map(({ path, from, to }) =>
      path === secretPath ? { path, from: maskSecret(from), to: maskSecret(to) } : { path, from, to },
    );
  return [...leaves, ...compareFeeds(feedsBefore, feedsAfter)];
}

function compareFeeds(before: Settings['feeds'], after: Settings['feeds']): readonly SettingDifference[] {
  const slugs = [...new Set([...before, ...after].map(({ slug }) => slug))];
  const changed = slugs
    .map((slug) => ({ path: `feeds.${slug}`, from: feedValueOf(before, slug), to: feedValueOf(after, slug) }))
    .filter(({ from, to }) => !isSameJson(from, to));
  const orders = [before, after].map((feeds) => feeds.map(({ slug }) => slug));
  const isReordered = changed.length === 0 && !isSameJson(orders[0], orders[1]);
  return isReordered ? [{ path: 'feeds', from: orders[0], to: orders[1] }] : changed;
}

function feedValueOf(feeds: Settings['feeds'], slug: string): { readonly collectionId: string | null } | null {
  const feed = feeds.find((other) => other.slug === slug);
  return feed === undefined ? null : { collectionId: feed.collectionId };
}

function leavesOf(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (!isDocument(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

export function maskSecret(value: unknown): 'set' | null {
  return value === null ? null : 'set';
}

/** Longer values are cut in descriptions. */
const maxCharacters = 60;

/** For the event log. */
export function describeChanges(differences: readonly SettingDifference[]): string {
  return differences.map(describeChange).join('; ');
}

/** For the list of backups. */
export function describeBackupReason(differences: readonly SettingDifference[]): string {
  const [first] = differences;
  if (first === undefined || differences.length > 1)
    return say('before changing {count} settings', { count: formatNumber(differences.length) });
  const { path, from, to } = first;
  if (from === to) return say('before changing {path}', { path });
  return say('before changing {path} from {from} to {to}', { path, from: formatValue(from), to: formatValue(to) });
}

function describeChange({ path, from, to }: SettingDifference): string {
  // A replaced secret is set before and after.
  if (from === to) return path;
  return say('{path} from {from} to {to}', { path, from: formatValue(from), to: formatValue(to) });
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}
