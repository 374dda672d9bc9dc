/** A post while it is being written: the form's fields, what differs from the saved post, and what would be sent. */
import type { ContentItem, MediaItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';
import { localTimeOf, readLocalTime } from './time.ts';

export type DraftFields = {
  readonly fullName: string;
  readonly username: string;
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly media: readonly MediaItem[];
  /** Local time as a person writes it: `2026-11-20 20:42:29`. */
  readonly publishedAt: string;
};

export type FieldName = keyof DraftFields;

/** In the order of the form. */
export const fieldNames: readonly FieldName[] = [
  'fullName',
  'username',
  'source',
  'message',
  'profileImageUrl',
  'media',
  'publishedAt',
];

export const fieldWords: Readonly<Record<FieldName, string>> = {
  fullName: 'full name',
  username: 'username',
  source: 'source',
  message: 'message',
  profileImageUrl: 'avatar',
  media: 'media',
  publishedAt: 'published',
};

export type Draft = {
  /** The saved post that the writing began on; null for a new one. */
  readonly base: ContentItem | null;
  readonly list: ListName;
  readonly fields: DraftFields;
};

/** The key of the one new post that is not saved yet; a post's own id is never this. */
export const newPostKey = ' new';

export function fieldsOf(item: ContentItem): DraftFields {
  return {
    fullName: item.fullName ?? '',
    username: item.username ?? '',
    source: item.source,
    message: item.message,
    profileImageUrl: item.profileImageUrl,
    media: item.media,
    publishedAt: localTimeOf(item.publishedAt),
  };
}

export function emptyFields(now: number): DraftFields {
  return {
    fullName: '',
    username: '',
    source: 'INSTAGRAM',
    message: '',
    profileImageUrl: null,
    media: [],
    publishedAt: localTimeOf(new Date(now).toISOString()),
  };
}

export function isSameField(name: FieldName, one: DraftFields, other: DraftFields): boolean {
  if (name !== 'media') return one[name] === other[name];
  return (
    one.media.length === other.media.length &&
    one.media.every(
      (medium, i) => medium.mediaUrl === other.media[i]?.mediaUrl && medium.mediaType === other.media[i]?.mediaType,
    )
  );
}

/** The fields that would be saved; all of them for a new post that has anything in it. */
export function changedFields(draft: Draft): readonly FieldName[] {
  const base = draft.base === null ? null : fieldsOf(draft.base);
  if (base !== null) return fieldNames.filter((name) => !isSameField(name, base, draft.fields));
  const { fullName, username, message, profileImageUrl, media } = draft.fields;
  const isEmpty = fullName + username + message === '' && profileImageUrl === null && media.length === 0;
  return isEmpty ? [] : fieldNames;
}

/** Why it cannot be saved as it is, in words, or null. */
export function faultOf(fields: DraftFields): string | null {
  if (fields.source.trim() === '')
    return 'Source is empty. Right: Instagram, Facebook, WhatsApp, or a word of your own.';
  if (readLocalTime(fields.publishedAt) === null) return 'Published cannot be read. Right: 2026-11-20 20:42:29.';
  const isBare = fields.message.trim() === '' && fields.media.length === 0;
  return isBare ? 'The post is empty. Give it words or a picture.' : null;
}

export type SentFields = Partial<Omit<ContentItem, 'id' | 'lastModifiedDate'>>;

/** What is sent for these fields: an empty name is none, a time becomes ISO 8601. */
export function sentFields(fields: DraftFields, names: readonly FieldName[]): SentFields {
  const published = readLocalTime(fields.publishedAt);
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
