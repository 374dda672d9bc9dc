/** This window's state: its selection, drafts, uploads and notices; never the service's data. */
import { createStore } from 'zustand/vanilla';
import type { IconName } from '../../ui/Icon.tsx';
import type { OneTimeSecret } from '../api/shapes.ts';
import type { Conflict } from './conflict.ts';
import type { Draft } from './draft.ts';
import type { PendingMove, Position } from './position.ts';
import type { Several } from './several.ts';

export type Screen = 'collections' | 'webhooks' | 'keys' | 'faults' | 'keyboard';

export type Notice = {
  readonly kind: 'normal' | 'warning';
  readonly icon: IconName;
  /** Time shown before the sentence; `null` for none. */
  readonly at: number | null;
  /** Text before the bold text. */
  readonly lead: string;
  /** Bold text; may be empty. */
  readonly strong: string;
  readonly text: string;
  readonly action: 'undo' | 'undoDeletion' | 'restoreDraft' | null;
};

export type UploadInProgress = {
  readonly id: string;
  readonly draftKey: string;
  readonly name: string;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly startedAt: number;
  readonly cancel: () => void;
};

export type PageState = {
  /** `refused` means that the token is not accepted; the page then stops reconnecting. */
  readonly connection: 'starting' | 'ready' | 'lost' | 'refused';
  readonly now: number;
  readonly screen: Screen;
  /** `null` for the first organisation. */
  readonly organisation: string | null;
  /** `null` for the first collection. */
  readonly collectionId: string | null;
  readonly selectedId: string | null;
  /** Where the last selected post was that was deleted: the arrow keys select from there while none is selected. */
  readonly lostPosition: Position | null;
  /** `null` unless several posts are selected; `selectedId` is then one of them. */
  readonly several: Several | null;
  /** Text to find in both lists; empty for none. */
  readonly search: string;
  /** The keys are post ids and `newPostKey`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The last discarded draft, for the Restore draft button. */
  readonly discarded: { readonly key: string; readonly draft: Draft } | null;
  readonly conflict: Conflict | null;
  readonly pendingMove: PendingMove | null;
  readonly uploads: readonly UploadInProgress[];
  readonly mediaProblem: string | null;
  readonly notice: Notice | null;
  /** The versions that this window made, by collection. */
  readonly ownVersions: Readonly<Record<string, readonly number[]>>;
  readonly oneTimeSecret: OneTimeSecret | null;
};

export const initialState: PageState = {
  connection: 'starting',
  now: Date.now(),
  screen: 'collections',
  organisation: null,
  collectionId: null,
  selectedId: null,
  lostPosition: null,
  several: null,
  search: '',
  drafts: {},
  discarded: null,
  conflict: null,
  pendingMove: null,
  uploads: [],
  mediaProblem: null,
  notice: null,
  ownVersions: {},
  oneTimeSecret: null,
};

export type PageStore = ReturnType<typeof createPageStore>;

export function createPageStore() {
  return createStore<PageState>(() => initialState);
}
