/** Lists and describes the differences between two settings: single values by their path, feeds by their slug. */

import { isSameJson } from '../../core/boundedJson.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { KeptSecretName } from '../../core/secretNames.ts';
import { nameSetting } from '../../core/settingNames.ts';
import { formatChangedValue } from '../../core/settingValues.ts';
import { isDocument } from './document.ts';
import { type Settings, settingsJsonSchema } from './settings.ts';

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

/** Names of collections by their id. */
type CollectionNames = Readonly<Record<string, string>>;

/** For the event log, such as `Poll every from 5 s to 30 s`. */
export function describeChanges(differences: readonly SettingDifference[], collections: CollectionNames): string {
  const schema = settingsJsonSchema();
  return differences.map((difference) => describeChange(difference, schema, collections)).join('; ');
}

/** For the list of backups. */
export function describeBackupReason(differences: readonly SettingDifference[], collections: CollectionNames): string {
  const [first] = differences;
  if (first === undefined || differences.length > 1)
    return say('before changing {count} settings', { count: formatNumber(differences.length) });
  const { path } = first;
  const setting = nameSetting(settingsJsonSchema(), path);
  if (isSecret(path)) return say('before changing {setting}', { setting });
  if (isAdded(first)) return say('before adding {setting}', { setting });
  if (isDeleted(first)) return say('before deleting {setting}', { setting });
  return say('before changing {setting} from {from} to {to}', { setting, ...formatEnds(first, collections) });
}

function describeChange(difference: SettingDifference, schema: unknown, collections: CollectionNames): string {
  const { path, from, to } = difference;
  const setting = nameSetting(schema, path);
  if (isSecret(path)) return describeSecret(setting, from !== null, to !== null);
  if (isAdded(difference)) return say('{setting} added', { setting });
  if (isDeleted(difference)) return say('{setting} deleted', { setting });
  return say('{setting} from {from} to {to}', { setting, ...formatEnds(difference, collections) });
}

/** For example `Read token replaced`; never its value. */
function describeSecret(setting: string, wasSet: boolean, isSet: boolean): string {
  if (!isSet) return say('{setting} removed', { setting });
  return wasSet ? say('{setting} replaced', { setting }) : say('{setting} set', { setting });
}

const isSecret = (path: string): boolean => path === secretPath || path.startsWith('secrets.');

const isAdded = ({ path, from }: SettingDifference): boolean => path.startsWith('feeds.') && from === null;

const isDeleted = ({ path, to }: SettingDifference): boolean => path.startsWith('feeds.') && to === null;

function formatEnds({ path, from, to }: SettingDifference, collections: CollectionNames) {
  const format = (value: unknown): string => {
    const text = formatChangedValue(path, value, collections);
    return isolateName(text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text);
  };
  return { from: format(from), to: format(to) };
}
