/** What the authoring API answers, as far as the page uses it. */
import type { ContentItem } from '../../../document.ts';
import type { Change } from '../../../store/stored.ts';

/** A collection in the column at the left. */
export type Summary = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly stagingContentCount: number;
  readonly liveContentCount: number;
  readonly lastModifiedDate: string;
};

/** The collection that is open, with its ETag: what every change is asked against. */
export type Present = Summary & {
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
  readonly version: number;
  readonly lastChange: Change;
  /** What undo would take back; null: nothing. */
  readonly undoes: string | null;
  readonly etag: string;
};

export type ReaderKey = {
  readonly id: string;
  readonly name: string;
  readonly endsWith: string;
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  /** Given when the service was started: it cannot be revoked here. */
  readonly isGiven: boolean;
};

export type Hook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly signing: string;
  readonly createdAt: string;
  /** Given when the service was started: it cannot be changed here. */
  readonly isGiven: boolean;
  readonly waiting: number;
};

export type Sent = {
  readonly id: string;
  readonly webhookId: string;
  readonly webhookName: string | null;
  readonly collectionName: string;
  readonly version: number;
  readonly eventAt: string;
  /** Place in its webhook's line, from 1; null when settled. */
  readonly place: number | null;
  readonly tries: number;
  readonly state: 'waiting' | 'retrying' | 'delivered' | 'failed' | 'gaveUp';
  readonly lastTriedAt: string | null;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
  readonly lastMs: number | null;
  readonly nextTryAt: string | null;
};

/** The newest deliveries, and how many there are in all. */
export type SentLog = { readonly deliveries: readonly Sent[]; readonly waiting: number; readonly total: number };

/** What came of a trial delivery. */
export type Trial = {
  readonly outcome: 'delivered' | 'retry' | 'failed';
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
};

/** A value that is shown once and then nowhere: a key or a webhook's secret. */
export type ShownOnce = { readonly name: string; readonly value: string };

/** A fault that is on, and how often it has struck. */
export type FaultOn = {
  readonly setting: { readonly fault: string; readonly [name: string]: unknown };
  readonly hits: number;
  readonly isSpent: boolean;
};
