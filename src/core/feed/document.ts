/** Types of `live.json` and of the socket's frames, as promised to consumers. `liveJson.ts` formats them. */
import type { CollectionHeader, Item, Media } from '../collection.ts';
import type { Gate } from '../feedState.ts';
import type { Freshness } from '../source.ts';
import type { RawText } from './airText.ts';

export type FeedMedia = Media & {
  /** Local address, which never expires; the original until the medium is ready. */
  readonly url: string;
  readonly posterUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly ready: boolean;
};

export type FeedItem = Omit<Item, 'media' | 'extra'> & {
  readonly index: number;
  /** Username with a leading `@`; `null` without a username. */
  readonly handle: string | null;
  readonly profileImage: string | null;
  readonly media: readonly FeedMedia[];
  /** The service's text of the fields that are not safe to draw as they are; absent when there are none. */
  readonly raw?: RawText;
  /** Fields of the post that the service does not document, unchanged; absent when there are none. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

export type FeedDocument = {
  readonly feed: string;
  readonly revision: number;
  readonly contentHash: string;
  readonly gate: Gate;
  readonly freshness: Freshness;
  readonly collection: CollectionHeader | null;
  readonly onAirSince: string;
  readonly playHead: {
    readonly index: number | null;
    readonly itemId: string | null;
    readonly pinned: boolean;
    readonly nextItemId: string | null;
  };
  readonly items: readonly FeedItem[];
};
