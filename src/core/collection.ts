/** The service's nouns, as they are once read: plain, readonly, and trusted from here on. */

/** One picture or film of a post. `mediaType` is a MIME type; unknown ones are kept as they came. */
export type Media = {
  readonly mediaUrl: string;
  readonly mediaType: string;
};

/** One social post. Dates are ISO 8601 text exactly as the service sent them; they are parsed only to be compared. */
export type Item = {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  /** An open set: FACEBOOK, INSTAGRAM, WHATSAPP and whatever comes next. */
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly media: readonly Media[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
  /** Fields that the service document does not name, untouched; null when there are none. */
  readonly extra: Readonly<Record<string, unknown>> | null;
};

/** What identifies a collection without its lists. */
export type CollectionHeader = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly lastModifiedDate: string;
};

/** A collection with both its lists. The lists are authoritative; the service's counts are only checked against them. */
export type Collection = CollectionHeader & {
  readonly createdDate: string;
  readonly staging: readonly Item[];
  readonly live: readonly Item[];
};

/** A collection as the service's list endpoint tells of it. */
export type CollectionSummary = CollectionHeader & {
  readonly createdDate: string;
  readonly stagingCount: number;
  readonly liveCount: number;
};

/** The header of a collection, for keeping beside a list that went on air. */
export function headerOf(collection: Collection): CollectionHeader {
  const { id, name, contentType, lastModifiedDate } = collection;
  return { id, name, contentType, lastModifiedDate };
}

/** `@` and the username, which may come with or without one; null without a username. */
export function handleOf(username: string | null): string | null {
  if (username === null || username === '') return null;
  return username.startsWith('@') ? username : `@${username}`;
}
