/** The service's data after validation: plain, read-only and trusted. */

/** One picture or video of a post. `mediaType` is a MIME type; unknown ones are kept unchanged. */
export type Media = {
  readonly mediaUrl: string;
  readonly mediaType: string;
};

/** One social post. Dates are ISO 8601 text exactly as the service sent them. */
export type Item = {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  /** FACEBOOK, INSTAGRAM, WHATSAPP or any other value. */
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly media: readonly Media[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
  /** Undocumented fields, unchanged; `null` when there are none. */
  readonly extra: Readonly<Record<string, unknown>> | null;
};

/** A collection without its lists. */
export type CollectionHeader = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly lastModifiedDate: string;
};

/** A collection with both lists. The lists are authoritative; the service's counts are only checked against them. */
export type Collection = CollectionHeader & {
  readonly createdDate: string;
  readonly staging: readonly Item[];
  readonly live: readonly Item[];
};

/** A collection as the service's list endpoint returns it. */
export type CollectionSummary = CollectionHeader & {
  readonly createdDate: string;
  readonly stagingCount: number;
  readonly liveCount: number;
};

/** The header of a collection, to store with a list that goes on air. */
export function headerOf(collection: Collection): CollectionHeader {
  const { id, name, contentType, lastModifiedDate } = collection;
  return { id, name, contentType, lastModifiedDate };
}

/** The username with a leading `@`; `null` without a username, or with one of spaces alone. */
export function handleOf(username: string | null): string | null {
  if (username === null || /^@?\s*$/.test(username)) return null;
  return username.startsWith('@') ? username : `@${username}`;
}
