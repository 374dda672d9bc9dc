/** The authoring API’s data as the page keeps it. */
import type { AuthoredCollection } from '../../core/authoringDocument.ts';
import type { Change, ContentItem } from '../../core/serviceDocument.ts';

type SummaryField = 'id' | 'name' | 'contentType' | 'stagingContentCount' | 'liveContentCount' | 'lastModifiedDate';

/** A collection's entry in the collections column. */
export type CollectionSummary = Readonly<Pick<AuthoredCollection, SummaryField>>;

/** The open collection, with the ETag that every change sends in `If-Match`. */
export type Collection = CollectionSummary &
  Readonly<Pick<AuthoredCollection, 'version' | 'undoesVersion'>> & {
    readonly staging: readonly ContentItem[];
    readonly live: readonly ContentItem[];
    readonly lastChange: Change;
    readonly etag: string;
  };

/** A new API key or webhook secret. The service returns its value only once. */
export type OneTimeSecret = { readonly name: string; readonly value: string };

/** A fault that is switched on. `hits` counts the requests it has affected; when spent, it affects no more. */
export type ActiveFault = {
  readonly setting: { readonly fault: string; readonly [name: string]: unknown };
  readonly hits: number;
  readonly isSpent: boolean;
};
