/** Every query that a desk can send to the engine, with its input and result. Queries have no side effects. */
import type { DeskItem } from './deskItem.ts';
import type {
  AsRunRow,
  HistoryLimitsView,
  HistoryRow,
  PastListView,
  RecordingRow,
  RehearsalEvent,
  RehearsedList,
} from './history.ts';

export type CollectionRow = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly stagingCount: number;
  readonly liveCount: number;
  readonly lastModifiedDate: string;
};

export type LogEntry = {
  readonly at: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly code: string;
  readonly message: string;
};

export type Queries = {
  readonly collections: {
    readonly input: { readonly search: string; readonly page: number };
    readonly result: { readonly rows: readonly CollectionRow[]; readonly page: number; readonly totalPages: number };
  };
  /** The first live posts of a collection, fetched from the service if no feed uses it. */
  readonly collectionPreview: {
    readonly input: { readonly collectionId: string };
    readonly result: { readonly live: readonly DeskItem[] };
  };
  /** Log events, newest first. */
  readonly events: {
    readonly input: { readonly limit: number };
    readonly result: { readonly entries: readonly LogEntry[] };
  };
  /** On-air lists of a feed, newest first, with revisions below `before`; `null` starts at the current one. */
  readonly history: {
    readonly input: { readonly feed: string; readonly before: number | null; readonly limit: number };
    readonly result: { readonly rows: readonly HistoryRow[]; readonly kept: HistoryLimitsView };
  };
  readonly pastList: {
    readonly input: { readonly feed: string; readonly revision: number };
    readonly result: PastListView;
  };
  /** As-run entries. `from` and `to` are ISO 8601; `null` sets no limit. */
  readonly asRun: {
    readonly input: {
      readonly feed: string;
      readonly of: 'list' | 'playhead';
      readonly from: string | null;
      readonly to: string | null;
    };
    readonly result: { readonly rows: readonly AsRunRow[] };
  };
  /** The as-run log as a file: a table, or chapter marks counted from `start`. */
  readonly asRunText: {
    readonly input: {
      readonly feed: string;
      readonly of: 'list' | 'playhead';
      readonly from: string | null;
      readonly to: string | null;
      readonly format: 'csv' | 'json' | 'chapters';
      /** For chapters; `null` starts at the first entry. */
      readonly start: string | null;
    };
    readonly result: { readonly text: string };
  };
  readonly recordings: {
    readonly input: Record<string, never>;
    readonly result: { readonly rows: readonly RecordingRow[] };
  };
  /** A feed of the running rehearsal; `null` if none is running or its show has no such feed. */
  readonly rehearsed: {
    readonly input: { readonly feed: string };
    readonly result: { readonly list: RehearsedList | null };
  };
  /** Events of the rehearsed recording, oldest first; `null` if that recording is not being rehearsed. */
  readonly rehearsalEvents: {
    readonly input: { readonly recording: string };
    readonly result: { readonly events: readonly RehearsalEvent[] | null };
  };
};

export type QueryName = keyof Queries;
export type QueryInput<Name extends QueryName> = Queries[Name]['input'];
export type QueryResult<Name extends QueryName> = Queries[Name]['result'];
