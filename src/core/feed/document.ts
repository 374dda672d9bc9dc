/** Types of `live.json` and of the socket's frames, as promised to consumers. `liveJson.ts` formats them. */
import type { Gate } from '../feedState.ts';
import type { Freshness } from '../source.ts';

export type FeedMedia = {
  readonly mediaUrl: string;
  readonly mediaType: string;
  /** Local address, which never expires; the original until the medium is ready. */
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
  /** Username with a leading `@`; `null` without a username. */
  readonly handle: string | null;
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly profileImage: string | null;
  readonly media: readonly FeedMedia[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
  /** Fields of the post that the service does not document, unchanged; absent when there are none. */
  readonly extra?: Readonly<Record<string, unknown>>;
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
