/** The page's state: the service's latest data, and this window's selection, drafts, uploads and notices. */
import { createStore } from 'zustand/vanilla';
import type { IconName } from '../../ui/Icon.tsx';
import type {
  ActiveFault,
  ApiKey,
  Collection,
  CollectionSummary,
  Delivery,
  OneTimeSecret,
  Webhook,
} from '../api/shapes.ts';
import type { Conflict } from './conflict.ts';
import type { Draft } from './draft.ts';
import type { PendingMove } from './position.ts';

export type Screen = 'collections' | 'webhooks' | 'keys' | 'faults';

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
  /** `refused` means that the token is not accepted; polling then stops. */
  readonly connection: 'starting' | 'ready' | 'lost' | 'refused';
  readonly now: number;
  readonly screen: Screen;
  readonly organisations: readonly string[];
  readonly organisation: string | null;
  readonly summaries: readonly CollectionSummary[] | null;
  readonly collection: Collection | null;
  /** The open collection's id; set before `collection` has loaded. */
  readonly collectionId: string | null;
  readonly selectedId: string | null;
  /** The keys are post ids and `newPostKey`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The last discarded draft, for the Restore draft button. */
  readonly discarded: { readonly key: string; readonly draft: Draft } | null;
  readonly conflict: Conflict | null;
  readonly pendingMove: PendingMove | null;
  readonly uploads: readonly UploadInProgress[];
  readonly mediaProblem: string | null;
  readonly notice: Notice | null;
  readonly isSaving: boolean;
  /** Whether this window made the current version. */
  readonly isOwnVersion: boolean;
  readonly keys: readonly ApiKey[];
  readonly webhooks: readonly Webhook[];
  readonly deliveries: readonly Delivery[];
  /** The number of deliveries in the log; `deliveries` holds only the newest. */
  readonly deliveriesTotal: number;
  readonly oneTimeSecret: OneTimeSecret | null;
  /** `null` when the service was started without `--faults`. */
  readonly faults: readonly ActiveFault[] | null;
};

export const initialState: PageState = {
  connection: 'starting',
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
  pendingMove: null,
  uploads: [],
  mediaProblem: null,
  notice: null,
  isSaving: false,
  isOwnVersion: false,
  keys: [],
  webhooks: [],
  deliveries: [],
  deliveriesTotal: 0,
  oneTimeSecret: null,
  faults: null,
};

export type PageStore = ReturnType<typeof createPageStore>;

export function createPageStore() {
  return createStore<PageState>(() => initialState);
}
