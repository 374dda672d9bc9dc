/** What a desk may ask the engine: one map, each with its input and its answer. Asking changes nothing. */
import type { DeskItem } from './deskItem.ts';
import type {
  AsRunRow,
  HistoryBounds,
  HistoryRow,
  PastListView,
  RecordingRow,
  RehearsalEvent,
  RehearsedList,
} from './past.ts';

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

export type Questions = {
  readonly collections: {
    readonly input: { readonly search: string; readonly page: number };
    readonly answer: { readonly rows: readonly CollectionRow[]; readonly page: number; readonly totalPages: number };
  };
  /** The first posts of a collection's live list, read from the service where no feed reads it; nothing is pointed at it. */
  readonly collectionStart: {
    readonly input: { readonly collectionId: string };
    readonly answer: { readonly live: readonly DeskItem[] };
  };
  /** The newest events first, for the desk's log. */
  readonly events: {
    readonly input: { readonly limit: number };
    readonly answer: { readonly entries: readonly LogEntry[] };
  };
  /** Earlier on-air lists of a feed, newest first, below `before` (null: from the present one on). */
  readonly history: {
    readonly input: { readonly feed: string; readonly before: number | null; readonly limit: number };
    readonly answer: { readonly rows: readonly HistoryRow[]; readonly kept: HistoryBounds };
  };
  /** One of them with its posts. */
  readonly pastList: {
    readonly input: { readonly feed: string; readonly revision: number };
    readonly answer: PastListView;
  };
  /** What was on air from when to when; `from` and `to` are ISO 8601, null: without that bound. */
  readonly asRun: {
    readonly input: {
      readonly feed: string;
      readonly of: 'list' | 'playhead';
      readonly from: string | null;
      readonly to: string | null;
    };
    readonly answer: { readonly rows: readonly AsRunRow[] };
  };
  /** The as-run log as text to keep: a table, or marks for a video's chapters counted from `start`. */
  readonly asRunText: {
    readonly input: {
      readonly feed: string;
      readonly of: 'list' | 'playhead';
      readonly from: string | null;
      readonly to: string | null;
      readonly format: 'csv' | 'json' | 'chapters';
      /** For chapters; null: the first row's time. */
      readonly start: string | null;
    };
    readonly answer: { readonly text: string };
  };
  readonly recordings: {
    readonly input: Record<string, never>;
    readonly answer: { readonly rows: readonly RecordingRow[] };
  };
  /** What the rehearsal shows of that feed now; null: none runs, or its show has no such feed. */
  readonly rehearsed: {
    readonly input: { readonly feed: string };
    readonly answer: { readonly list: RehearsedList | null };
  };
  /** All events of the recorded show that is rehearsed, oldest first; null: that one is not. */
  readonly rehearsalEvents: {
    readonly input: { readonly recording: string };
    readonly answer: { readonly events: readonly RehearsalEvent[] | null };
  };
};

export type QuestionName = keyof Questions;
export type QuestionInput<Name extends QuestionName> = Questions[Name]['input'];
export type QuestionAnswer<Name extends QuestionName> = Questions[Name]['answer'];
