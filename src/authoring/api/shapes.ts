/** The authoring API's response shapes that the page uses; field names are the API's. */
import type { Change, ContentItem } from '../../core/serviceDocument.ts';

/** A collection's entry in the collections column. */
export type CollectionSummary = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly stagingContentCount: number;
  readonly liveContentCount: number;
  readonly lastModifiedDate: string;
};

/** The open collection, with the ETag that every change sends in `If-Match`. */
export type Collection = CollectionSummary & {
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
  readonly version: number;
  readonly lastChange: Change;
  /** The kind of change that undo would reverse; `null` when there is none. */
  readonly undoes: string | null;
  readonly etag: string;
};

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly endsWith: string;
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  /** Set when the service was started; it can't be revoked here. */
  readonly isSetAtStartup: boolean;
};

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly signing: string;
  readonly createdAt: string;
  /** Set when the service was started; it can't be changed here. */
  readonly isSetAtStartup: boolean;
  readonly waiting: number;
};

export type Delivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly webhookName: string | null;
  readonly collectionName: string;
  readonly version: number;
  readonly eventAt: string;
  /** Position in its webhook's queue, from 1; `null` when finished. */
  readonly queuePosition: number | null;
  readonly tries: number;
  readonly state: 'waiting' | 'retrying' | 'delivered' | 'failed' | 'gaveUp';
  readonly lastTriedAt: string | null;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
  readonly lastMs: number | null;
  readonly nextTryAt: string | null;
};

/** The newest deliveries, with the counts of the whole log. */
export type DeliveryLog = {
  readonly deliveries: readonly Delivery[];
  readonly waiting: number;
  readonly total: number;
};

export type TestDeliveryResult = {
  readonly outcome: 'delivered' | 'retry' | 'failed';
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
};

/** A new API key or webhook secret. The service returns its value only once. */
export type OneTimeSecret = { readonly name: string; readonly value: string };

/** A fault that is switched on. `hits` counts the requests it has affected; when spent, it affects no more. */
export type ActiveFault = {
  readonly setting: { readonly fault: string; readonly [name: string]: unknown };
  readonly hits: number;
  readonly isSpent: boolean;
};
