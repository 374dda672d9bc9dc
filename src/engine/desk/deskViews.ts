/** Builds the view of the show, and its differences, once for all desks. */
import type { DeskView } from '../../contract/deskState.ts';
import { type JsonDifference, writeDifference } from '../../core/jsonDifference.ts';
import { memoisePair } from '../../core/memoisePair.ts';
import type { ShowState } from '../../core/show.ts';
import type { Steps } from '../../core/steps.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store.ts';
import { createListViews } from './listViews.ts';

export type DeskViews = {
  /** Its steps prepare long lists, so that `current` takes less time. */
  readonly prepare: () => Steps<unknown>;
  /** Returns the same object to all desks that a change reaches. */
  readonly current: () => DeskView;
  /** `null` if nothing differs. */
  readonly changeBetween: (before: DeskView, after: DeskView) => JsonDifference | null;
};

/** Desks share a view for this long, because it contains ages. Milliseconds. */
const sharedForMs = 50;

/** `viewState` returns everything but the lists. */
export function createDeskViews(
  store: Store,
  clock: Clock,
  viewState: (state: ShowState) => DeskView['state'],
): DeskViews {
  const listViews = createListViews();
  let last: { readonly view: DeskView; readonly builtAtMs: number } | null = null;
  store.subscribe(() => {
    last = null;
  });
  return {
    prepare: () => listViews.inSteps(store.state()),
    current: () => {
      const nowMs = clock.monotonicMs();
      if (last !== null && nowMs - last.builtAtMs <= sharedForMs) return last.view;
      const state = store.state();
      const view = { state: viewState(state), lists: listViews.now(state) };
      last = { view, builtAtMs: nowMs };
      return view;
    },
    changeBetween: memoisePair<DeskView, JsonDifference | null>((before, after) => writeDifference(before, after)),
  };
}
