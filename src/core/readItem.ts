/** Reads one post from unknown JSON, and reuses the current object if nothing changed. */

import { copyBoundedJson, isSameJson } from './boundedJson.ts';
import type { Item, Media } from './collection.ts';
import { type Phrase, sayLater } from './language/say.ts';

/** Reports a fault in a post: its JSON path and its description. */
export type ReportFault = (path: string, what: Phrase) => void;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Largest number of media per post; the rest are dropped. */
const mediaLimit = 100;

const knownFields = [
  'id',
  'fullName',
  'username',
  'source',
  'message',
  'profileImageUrl',
  'media',
  'publishedAt',
  'lastModifiedDate',
] as const;
const knownFieldNames: ReadonlySet<string> = new Set(knownFields);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the post equals the current one. Always `false` for a post with a fault. */
export function isUnchanged(raw: unknown, current: Item): raw is JsonObject {
  if (!isJsonObject(raw)) return false;
  return (
    raw['id'] === current.id &&
    raw['lastModifiedDate'] === current.lastModifiedDate &&
    raw['message'] === current.message &&
    raw['fullName'] === current.fullName &&
    raw['username'] === current.username &&
    raw['source'] === current.source &&
    raw['profileImageUrl'] === current.profileImageUrl &&
    raw['publishedAt'] === current.publishedAt &&
    isSameMedia(raw['media'], current.media) &&
    isSameExtra(raw, current.extra)
  );
}

/** Reads a post with a valid id; `null` if it can't be shown. Faults are reported; a field with one is replaced by its default. */
export function readItem(
  raw: JsonObject,
  id: string,
  current: Item | null,
  path: string,
  report: ReportFault,
): Item | null {
  if (current !== null && isUnchanged(raw, current)) return current;
  const reportOddField = (field: string, what: Phrase): void => report(`${path}.${field}`, what);
  const message = raw['message'] ?? null;
  if (message !== null && typeof message !== 'string') {
    report(`${path}.message`, sayLater('is not text'));
    return null;
  }
  if (message === null) reportOddField('message', sayLater('is missing'));
  const media = readMedia(raw['media'], path, report);
  return {
    id,
    fullName: readTextOrNull(raw['fullName'], 'fullName', reportOddField),
    username: readTextOrNull(raw['username'], 'username', reportOddField),
    source: readText(raw['source'], 'source', 'UNKNOWN', reportOddField),
    message: message ?? '',
    profileImageUrl: readTextOrNull(raw['profileImageUrl'], 'profileImageUrl', reportOddField),
    media: current !== null && isSameMedia(media, current.media) ? current.media : media,
    publishedAt: readText(raw['publishedAt'], 'publishedAt', '', reportOddField),
    lastModifiedDate: readText(raw['lastModifiedDate'], 'lastModifiedDate', '', reportOddField),
    extra: current !== null && isSameExtra(raw, current.extra) ? current.extra : readExtra(raw, reportOddField),
  };
}

/** The text, or the fallback after reporting a fault. */
export function readText(
  value: unknown,
  field: string,
  fallback: string,
  reportOddField: (field: string, what: Phrase) => void,
): string {
  if (typeof value === 'string') return value;
  reportOddField(field, value === undefined || value === null ? sayLater('is missing') : sayLater('is not text'));
  return fallback;
}

function readTextOrNull(
  value: unknown,
  field: string,
  reportOddField: (field: string, what: Phrase) => void,
): string | null {
  if (typeof value === 'string' || value === null) return value;
  reportOddField(field, value === undefined ? sayLater('is missing') : sayLater('is not text'));
  return null;
}

function readMedia(value: unknown, path: string, report: ReportFault): readonly Media[] {
  const reportOddField = (where: string, what: Phrase): void => report(`${path}.media${where}`, what);
  if (!Array.isArray(value)) {
    reportOddField('', value === undefined || value === null ? sayLater('is missing') : sayLater('is not a list'));
    return [];
  }
  if (value.length > mediaLimit)
    reportOddField('', sayLater('has more than {limit} entries; the rest were dropped', { limit: mediaLimit }));
  const media: Media[] = [];
  for (const [index, raw] of value.slice(0, mediaLimit).entries()) {
    if (!isJsonObject(raw) || typeof raw['mediaUrl'] !== 'string') {
      reportOddField(`[${index}]`, sayLater('has no mediaUrl and was dropped'));
      continue;
    }
    const mediaType = readText(raw['mediaType'], `[${index}].mediaType`, 'application/octet-stream', reportOddField);
    media.push({ mediaUrl: raw['mediaUrl'], mediaType });
  }
  return media;
}

function isSameMedia(value: unknown, current: readonly Media[]): boolean {
  if (!Array.isArray(value) || value.length !== current.length) return false;
  for (let index = 0; index < current.length; index += 1) {
    const raw: unknown = value[index];
    const known = current[index];
    if (known === undefined || !isJsonObject(raw)) return false;
    if (raw['mediaUrl'] !== known.mediaUrl || raw['mediaType'] !== known.mediaType) return false;
  }
  return true;
}

function isSameExtra(raw: JsonObject, current: JsonObject | null): boolean {
  let fields = 0;
  for (const _ in raw) fields += 1;
  if (current === null) {
    if (fields > knownFields.length) return false;
    for (const key in raw) if (!knownFieldNames.has(key)) return false;
    return true;
  }
  let matches = 0;
  for (const key in current) {
    if (!Object.hasOwn(raw, key) || !isSameJson(raw[key], current[key])) return false;
    matches += 1;
  }
  for (const key in raw) if (knownFieldNames.has(key)) matches += 1;
  return matches === fields;
}

function readExtra(raw: JsonObject, reportOddField: (field: string, what: Phrase) => void): JsonObject | null {
  let extra: Record<string, unknown> | null = null;
  for (const key in raw) {
    if (knownFieldNames.has(key)) continue;
    const copy = key === '__proto__' ? null : copyBoundedJson(raw[key]);
    if (copy === null) {
      reportOddField(key.slice(0, 64), sayLater('is too deep or too large, and was dropped'));
      continue;
    }
    // Without a prototype, so that no field name can have a special meaning.
    extra ??= Object.create(null) as Record<string, unknown>;
    extra[key] = copy.value;
  }
  return extra;
}
