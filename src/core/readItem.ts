/** Reads one post from unknown JSON, keeping the very object held before when nothing of it changed. */
import type { Item, Media } from './collection.ts';
import { copyJson, isSameJson } from './openJson.ts';

/** What is wrong in an answer: where (JSON path, `$` the whole answer) and what. */
export type ReadProblem = {
  readonly code: 'SOURCE_MALFORMED' | 'SOURCE_WRONG_COLLECTION' | 'SOURCE_ITEM_UNREADABLE' | 'SOURCE_FIELD_ODD';
  readonly path: string;
  readonly what: string;
};

/** Takes note of a problem. The path and the words are worked out only here, so that a good post costs none of it. */
export type Note = (code: ReadProblem['code'], path: string, what: string) => void;

export type JsonObject = Readonly<Record<string, unknown>>;

/** More media than this on one post are left out. */
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
const isKnown: ReadonlySet<string> = new Set(knownFields);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the post says exactly what the held one says. True only for posts in which nothing is odd. */
export function isUnchanged(raw: unknown, held: Item): raw is JsonObject {
  if (!isJsonObject(raw)) return false;
  return (
    raw['id'] === held.id &&
    raw['lastModifiedDate'] === held.lastModifiedDate &&
    raw['message'] === held.message &&
    raw['fullName'] === held.fullName &&
    raw['username'] === held.username &&
    raw['source'] === held.source &&
    raw['profileImageUrl'] === held.profileImageUrl &&
    raw['publishedAt'] === held.publishedAt &&
    isSameMedia(raw['media'], held.media) &&
    isSameExtra(raw, held.extra)
  );
}

/** Reads a post whose id is known to be good; null when it cannot be shown. What is odd but harmless is noted and mended. */
export function readItem(raw: JsonObject, id: string, held: Item | null, path: string, note: Note): Item | null {
  if (held !== null && isUnchanged(raw, held)) return held;
  const odd = (field: string, what: string): void => note('SOURCE_FIELD_ODD', `${path}.${field}`, what);
  const message = raw['message'] ?? null;
  if (message !== null && typeof message !== 'string') {
    note('SOURCE_ITEM_UNREADABLE', `${path}.message`, 'is not a text');
    return null;
  }
  if (message === null) odd('message', 'is missing');
  const media = readMedia(raw['media'], path, note);
  return {
    id,
    fullName: readTextOrNull(raw['fullName'], 'fullName', odd),
    username: readTextOrNull(raw['username'], 'username', odd),
    source: readText(raw['source'], 'source', 'UNKNOWN', odd),
    message: message ?? '',
    profileImageUrl: readTextOrNull(raw['profileImageUrl'], 'profileImageUrl', odd),
    media: held !== null && isSameMedia(media, held.media) ? held.media : media,
    publishedAt: readText(raw['publishedAt'], 'publishedAt', '', odd),
    lastModifiedDate: readText(raw['lastModifiedDate'], 'lastModifiedDate', '', odd),
    extra: held !== null && isSameExtra(raw, held.extra) ? held.extra : readExtra(raw, odd),
  };
}

/** A text, or the fallback with a note. */
export function readText(
  value: unknown,
  field: string,
  fallback: string,
  odd: (field: string, what: string) => void,
): string {
  if (typeof value === 'string') return value;
  odd(field, value === undefined || value === null ? 'is missing' : 'is not a text');
  return fallback;
}

function readTextOrNull(value: unknown, field: string, odd: (field: string, what: string) => void): string | null {
  if (typeof value === 'string' || value === null) return value;
  odd(field, value === undefined ? 'is missing' : 'is not a text');
  return null;
}

function readMedia(value: unknown, path: string, note: Note): readonly Media[] {
  const odd = (where: string, what: string): void => note('SOURCE_FIELD_ODD', `${path}.media${where}`, what);
  if (!Array.isArray(value)) {
    odd('', value === undefined || value === null ? 'is missing' : 'is not a list');
    return [];
  }
  if (value.length > mediaLimit) odd('', `has more than ${mediaLimit} entries; the rest was left out`);
  const media: Media[] = [];
  for (const [place, raw] of value.slice(0, mediaLimit).entries()) {
    if (!isJsonObject(raw) || typeof raw['mediaUrl'] !== 'string') {
      odd(`[${place}]`, 'has no mediaUrl and was left out');
      continue;
    }
    const mediaType = readText(raw['mediaType'], `[${place}].mediaType`, 'application/octet-stream', odd);
    media.push({ mediaUrl: raw['mediaUrl'], mediaType });
  }
  return media;
}

function isSameMedia(value: unknown, held: readonly Media[]): boolean {
  if (!Array.isArray(value) || value.length !== held.length) return false;
  for (let place = 0; place < held.length; place += 1) {
    const raw: unknown = value[place];
    const known = held[place];
    if (known === undefined || !isJsonObject(raw)) return false;
    if (raw['mediaUrl'] !== known.mediaUrl || raw['mediaType'] !== known.mediaType) return false;
  }
  return true;
}

function isSameExtra(raw: JsonObject, held: JsonObject | null): boolean {
  let fields = 0;
  for (const _ in raw) fields += 1;
  if (held === null) {
    if (fields > knownFields.length) return false;
    for (const key in raw) if (!isKnown.has(key)) return false;
    return true;
  }
  let same = 0;
  for (const key in held) {
    if (!Object.hasOwn(raw, key) || !isSameJson(raw[key], held[key])) return false;
    same += 1;
  }
  for (const key in raw) if (isKnown.has(key)) same += 1;
  return same === fields;
}

function readExtra(raw: JsonObject, odd: (field: string, what: string) => void): JsonObject | null {
  let extra: Record<string, unknown> | null = null;
  for (const key in raw) {
    if (isKnown.has(key)) continue;
    const copy = key === '__proto__' ? null : copyJson(raw[key]);
    if (copy === null) {
      odd(key.slice(0, 64), 'is too deep or too large to be kept');
      continue;
    }
    // Without a prototype, so that no name of a field can mean more than itself.
    extra ??= Object.create(null) as Record<string, unknown>;
    extra[key] = copy.value;
  }
  return extra;
}
