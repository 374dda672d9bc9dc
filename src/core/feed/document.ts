/** `live.json`: what the feed publishes, as a type and as the fields of the promise. The formatter stands beside it. */
import type { Gate } from '../feedState.ts';
import type { Freshness } from '../source.ts';

export type FeedMedia = {
  readonly mediaUrl: string;
  readonly mediaType: string;
  /** Local address that never expires; the original while it is not ready. */
  readonly url: string;
  readonly posterUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly ready: boolean;
};

export type FeedItem = {
  readonly index: number;
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  /** `@` and the username; null without one. */
  readonly handle: string | null;
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly profileImage: string | null;
  readonly media: readonly FeedMedia[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
};

export type FeedDocument = {
  readonly feed: string;
  readonly revision: number;
  readonly contentHash: string;
  readonly gate: Gate;
  readonly freshness: Freshness;
  readonly collection: {
    readonly id: string;
    readonly name: string;
    readonly contentType: string;
    readonly lastModifiedDate: string;
  } | null;
  readonly onAirSince: string;
  readonly playHead: { readonly index: number | null; readonly itemId: string | null; readonly pinned: boolean };
  readonly items: readonly FeedItem[];
};

/** Frames of the feed's socket, server to client. */
export type FeedFrame =
  | ({ readonly type: 'state' } & FeedDocument)
  | { readonly type: 'heartbeat'; readonly revision: number; readonly freshness: Freshness; readonly at: string }
  | { readonly type: 'error'; readonly error: { readonly code: string; readonly message: string } };
