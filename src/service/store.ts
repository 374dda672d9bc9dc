/** The service's one writer: collections, keys, webhooks and deliveries, each change on disk before it is answered. */
import type { ContentItem } from './document.ts';
import type { ChangeKind, Contents, StoredCollection, StoredSummary } from './store/stored.ts';

/** A change as a pure function: the contents after it, or why it cannot be. Made by the functions of store/edits.ts. */
export type Edit = {
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly apply: (before: Contents) => Contents | Refusal;
};

export type Refusal = {
  readonly refused: 'ITEM_NOT_FOUND' | 'ITEM_EXISTS' | 'ORDER_MISMATCH' | 'NOTHING_TO_UNDO' | 'LIST_FULL';
  readonly message: string;
};

export type ChangeOutcome =
  | { readonly outcome: 'done'; readonly collection: StoredCollection }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'movedOn'; readonly collection: StoredCollection }
  | ({ readonly outcome: 'refused' } & Refusal);

export type Draft = {
  readonly name: string;
  readonly contentType: string;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

export type Store = {
  readonly organisations: () => readonly string[];
  readonly addOrganisation: (name: string) => Promise<void>;
  /** Oldest first; never the deleted ones. */
  readonly summaries: (organisation: string) => readonly StoredSummary[];
  /** Null: there is none, it is another organisation's, or it is deleted. */
  readonly read: (organisation: string, collectionId: string) => Promise<StoredCollection | null>;
  readonly create: (organisation: string, draft: Draft) => Promise<StoredCollection>;
  /**
   * One change: computed on the newest version, on disk when it resolves. `isExpected` null asks for no version.
   * An edit that changes nothing answers the collection as it is. Rejects with StoreUnwritable when the disk failed; nothing is changed then.
   */
  readonly change: (
    organisation: string,
    collectionId: string,
    isExpected: ((present: StoredCollection) => boolean) | null,
    edit: Edit,
  ) => Promise<ChangeOutcome>;
  /** Takes back the last change that is not yet taken back; a deletion too. */
  readonly undo: (
    organisation: string,
    collectionId: string,
    isExpected: ((present: StoredCollection) => boolean) | null,
  ) => Promise<ChangeOutcome>;
  /**
   * Keeps a picture or film. `mediaUrl` is `/media/NAME`, good as it is in a post of `create` and `change`. Null: not JPEG, PNG, GIF, WebP or MP4.
   */
  readonly addMedia: (bytes: Uint8Array) => Promise<{ readonly mediaUrl: string; readonly mediaType: string } | null>;
};
