/** All that the page knows: what the service said last, and what the person holds and writes. One store; actions change it. */
import { createStore } from 'zustand/vanilla';
import type { FaultOn, Hook, Present, ReaderKey, Sent, ShownOnce, Summary } from '../api/shapes.ts';
import type { Conflict } from './conflict.ts';
import type { Draft } from './draft.ts';
import type { Hand } from './place.ts';

export type Screen = 'collections' | 'webhooks' | 'keys' | 'faults';

/** The last thing said in the announcer. `action` is what the button beside it does. */
export type Said = {
  readonly kind: 'usual' | 'warning';
  readonly icon: 'radio' | 'pencil' | 'layers' | 'warning' | 'key' | 'webhook' | 'undo';
  readonly at: number | null;
  /** The name it is about, in bold; may be empty. */
  readonly strong: string;
  readonly words: string;
  readonly action: 'undo' | 'undoDeletion' | 'bringBack' | null;
};

/** A file on its way to the service, for one post. */
export type Coming = {
  readonly id: string;
  readonly draftKey: string;
  readonly name: string;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly startedAt: number;
  readonly stop: () => void;
};

export type PageState = {
  /** `refused`: the token is not accepted; nothing else is asked. */
  readonly contact: 'starting' | 'ready' | 'lost' | 'refused';
  readonly now: number;
  readonly screen: Screen;
  readonly organisations: readonly string[];
  readonly organisation: string | null;
  readonly summaries: readonly Summary[] | null;
  readonly collection: Present | null;
  /** The collection that is open, or about to be. */
  readonly collectionId: string | null;
  readonly selectedId: string | null;
  /** By post id, or `newPostKey`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** What Discard took away last, so that it can be brought back. */
  readonly discarded: { readonly key: string; readonly draft: Draft } | null;
  readonly conflict: Conflict | null;
  readonly hand: Hand | null;
  readonly coming: readonly Coming[];
  readonly mediaFault: string | null;
  readonly said: Said | null;
  readonly isSaving: boolean;
  /** Whether the version that stands was made by this window. */
  readonly isOwnVersion: boolean;
  readonly keys: readonly ReaderKey[];
  readonly hooks: readonly Hook[];
  readonly sent: readonly Sent[];
  /** Deliveries in all; `sent` holds the newest of them. */
  readonly sentTotal: number;
  readonly shownOnce: ShownOnce | null;
  /** Null: the service was started without faults. */
  readonly faults: readonly FaultOn[] | null;
};

export const startState: PageState = {
  contact: 'starting',
  now: Date.now(),
  screen: 'collections',
  organisations: [],
  organisation: null,
  summaries: null,
  collection: null,
  collectionId: null,
  selectedId: null,
  drafts: {},
  discarded: null,
  conflict: null,
  hand: null,
  coming: [],
  mediaFault: null,
  said: null,
  isSaving: false,
  isOwnVersion: false,
  keys: [],
  hooks: [],
  sent: [],
  sentTotal: 0,
  shownOnce: null,
  faults: null,
};

export type PageStore = ReturnType<typeof createPageStore>;

export function createPageStore() {
  return createStore<PageState>(() => startState);
}
