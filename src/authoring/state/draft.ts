/** A post's draft: its form fields, the changed fields, and the fields to send. */
import { markMessage, say } from '../../core/language/say.ts';
import type { ContentItem, ListName, MediaItem } from '../../core/serviceDocument.ts';
import type { RequestFields } from '../api/client.ts';
import { formatLocalTime, parseLocalTime } from './time.ts';

export type DraftFields = {
  readonly fullName: string;
  readonly username: string;
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly media: readonly MediaItem[];
  /** Local time, as `2026-11-20 20:42:29`. */
  readonly publishedAt: string;
};

export type FieldName = keyof DraftFields;

/** In form order. */
export const fieldNames: readonly FieldName[] = [
  'fullName',
  'username',
  'source',
  'message',
  'profileImageUrl',
  'media',
  'publishedAt',
];

const fieldLabels: Readonly<Record<FieldName, string>> = {
  fullName: markMessage('full name'),
  username: markMessage('username'),
  source: markMessage('source'),
  message: markMessage('message||of a post'),
  profileImageUrl: markMessage('avatar'),
  media: markMessage('media'),
  publishedAt: markMessage('published'),
};

/** The field’s name in a list; its first letter is not a capital, unless the language requires it. */
export function labelField(name: FieldName): string {
  const label = fieldLabels[name];
  return say(label);
}

export type Draft = {
  /** The saved post that the draft started from; `null` for a new post. */
  readonly base: ContentItem | null;
  /** The collection's version at that time; `null` for a new post. */
  readonly baseVersion: number | null;
  readonly list: ListName;
  readonly fields: DraftFields;
};

/** The new post's key in `drafts`; no post id contains a space. */
export const newPostKey = ' new';

export function fieldsOf(item: ContentItem): DraftFields {
  return {
    fullName: item.fullName ?? '',
    username: item.username ?? '',
    source: item.source,
    message: item.message,
    profileImageUrl: item.profileImageUrl,
    media: item.media,
    publishedAt: formatLocalTime(item.publishedAt),
  };
}

export function createEmptyFields(now: number): DraftFields {
  return {
    fullName: '',
    username: '',
    source: 'INSTAGRAM',
    message: '',
    profileImageUrl: null,
    media: [],
    publishedAt: formatLocalTime(new Date(now).toISOString()),
  };
}

export function isSameField(name: FieldName, a: DraftFields, b: DraftFields): boolean {
  if (name !== 'media') return a[name] === b[name];
  return (
    a.media.length === b.media.length &&
    a.media.every((medium, i) => medium.mediaUrl === b.media[i]?.mediaUrl && medium.mediaType === b.media[i]?.mediaType)
  );
}

/** Returns the fields that differ from the saved post; for a new post, all of them unless it is empty. */
export function findChangedFields(draft: Draft): readonly FieldName[] {
  const base = draft.base === null ? null : fieldsOf(draft.base);
  if (base !== null) return fieldNames.filter((name) => !isSameField(name, base, draft.fields));
  const { fullName, username, message, profileImageUrl, media } = draft.fields;
  const isEmpty = fullName + username + message === '' && profileImageUrl === null && media.length === 0;
  return isEmpty ? [] : fieldNames;
}

/** Returns why these fields can't be saved and what to do, or `null`. */
export function findProblem(fields: DraftFields): string | null {
  if (fields.source.trim() === '')
    return say('Source is empty. Choose Instagram, Facebook or WhatsApp, or enter another source.');
  if (parseLocalTime(fields.publishedAt) === null)
    return say('Published isn’t a valid time. Enter it as 2026-11-20 20:42:29.');
  const isEmpty = fields.message.trim() === '' && fields.media.length === 0;
  return isEmpty ? say('The post is empty. Add text or a picture.') : null;
}

/** Converts form fields for the API: an empty name becomes `null`, local time becomes ISO 8601. */
export function toRequestFields(fields: DraftFields, names: readonly FieldName[]): RequestFields {
  const published = parseLocalTime(fields.publishedAt);
  const all = {
    fullName: fields.fullName.trim() === '' ? null : fields.fullName.trim(),
    username: fields.username.trim() === '' ? null : fields.username.trim(),
    source: fields.source.trim(),
    message: fields.message,
    profileImageUrl: fields.profileImageUrl,
    media: [...fields.media],
    ...(published === null ? {} : { publishedAt: published }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.some((wanted) => wanted === name)));
}

/** The draft of a new post. `now` is in epoch milliseconds. */
export function createDraft(now: number): Draft {
  return { base: null, baseVersion: null, list: 'staging', fields: createEmptyFields(now) };
}
