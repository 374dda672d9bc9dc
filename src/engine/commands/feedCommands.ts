/** Runs the commands on one feed: each becomes one event of the show. */

import type { Commands, Refusal } from '../../contract/commands.ts';
import type { Item } from '../../core/collection.ts';
import type { FeedCommandName } from '../../core/commandTable.ts';
import type { FeedState } from '../../core/feedState.ts';
import { say } from '../../core/language/say.ts';
import { listSharedNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import { isByLength, type PlayHead, wouldLoop } from '../../core/playHead.ts';
import type { Problem } from '../../core/problem.ts';
import { type FeedEvent, feedOf, snapshotOf } from '../../core/show.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { isListUpToDate } from '../isListUpToDate.ts';
import { refuse } from '../refuse.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import { readForUse } from '../storeFetched.ts';
import { isDiskProblem } from '../unsavedChanges.ts';
import type { CommandOrigin, Done, Handler, Handlers } from './handler.ts';
import { createPressCounter } from './newestPress.ts';
import { createPreparedApply } from './prepareFeedEvent.ts';
import { viewPanel } from './viewPanel.ts';

export type FeedCommandDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'serviceAddress' | 'readCollection' | 'recordReadForUse' | 'isLongUnused' | 'refresh'>;
  readonly settings: Pick<SettingsService, 'saveChosenCollection'>;
  /** Returns the names of the late ones among these consumers. */
  readonly confirmOffScreen: (slug: string, consumers: readonly string[]) => readonly string[];
  /** Returns an earlier on-air list; `null` when it is no longer kept. */
  readonly listAt: (
    slug: string,
    revision: number,
  ) => Promise<{ items: readonly Item[]; header: FeedState['onAir']['header'] } | null>;
};

export function createFeedHandlers(deps: FeedCommandDeps): Handlers<FeedCommandName> {
  const { store, source, settings, listAt, confirmOffScreen } = deps;
  /** Rotation changes run one at a time, because each keeps the fields it does not name. */
  const runInOrder = createSerialQueue();

  const counts = createPressCounter((slug) => feedOf(store.state(), slug) !== null);
  const applyPrepared = createPreparedApply(store.state, store.apply);

  async function applyEvent(event: FeedEvent): Promise<Done<FeedCommandName> | Refusal> {
    const outcome = await applyPrepared(event);
    if (outcome.kind === 'refused')
      return outcome.code === 'DISK_WRITE_FAILED' ? refuseUnsaved() : refuse(outcome.code, {});
    return answer(event.feed, null);
  }

  function answer(slug: string, log: string | null): Done<FeedCommandName> | Refusal {
    const state = store.state();
    const feed = feedOf(state, slug);
    if (feed === null) return refuse('FEED_UNKNOWN', {});
    const { index, itemId, isPinned } = feed.playHead;
    const value = { ...viewPanel(state, feed), playHead: { index, itemId, pinned: isPinned } };
    return { ok: true, value, log };
  }

  /** Repeats the problem that the store raised, which names the system's error. */
  function refuseUnsaved(): Refusal {
    const raised = store.state().problems.find(({ code }) => isDiskProblem(code));
    const refusal =
      raised ??
      refuse('DISK_WRITE_FAILED', {
        what: say('the disk failed'),
        path: say('the data directory'),
      });
    return refuseAs(refusal);
  }

  /** A doubt about the list was raised for the feeds that use it already, so it says nothing about this press. */
  function refuseUnread(unread: Problem): Refusal {
    if (isDiskProblem(unread.code)) return refuseUnsaved();
    if (unread.code === 'SOURCE_OLDER_IGNORED') return refuse('SOURCE_LIST_OLDER', {});
    if (unread.code === 'SOURCE_EMPTY_DOUBTED') return refuseAs(unread);
    return { ok: false, code: unread.code, message: unread.message, nextStep: unread.nextStep };
  }

  function refuseAs({ code, message, nextStep }: Omit<Refusal, 'ok'>): Refusal {
    return { ok: false, code, message: `${message} ${say('Nothing happened.')}`, nextStep };
  }

  /** A handler that applies one event built from the command's input. */
  const applies =
    <Name extends FeedCommandName>(create: (input: Commands[Name]) => EventWithoutOrigin): Handler<Name> =>
    (input, origin) =>
      applyEvent({ ...create(input), ...origin });

  return {
    hold: counts(
      'hold',
      applies(({ feed }) => ({ type: 'feedHeld', feed })),
    ),
    release: counts(
      'release',
      applies(({ gate, revision, ...input }) => ({ type: 'feedReleased', ...input, seen: { gate, revision } })),
    ),
    take: counts(
      'take',
      applies(({ gate, revision, gateSince, ...input }) => ({
        type: 'feedTaken',
        ...input,
        seen: { gate, revision, gateSince },
      })),
    ),
    clear: counts(
      'clear',
      applies(({ feed }) => ({ type: 'feedCleared', feed })),
    ),
    back: counts(
      'back',
      applies(({ feed, ...seen }) => ({ type: 'feedBroughtBack', feed, seen })),
    ),
    block: applies((input) => ({ type: 'itemBlocked', ...input })),
    unblock: applies((input) => ({ type: 'itemUnblocked', ...input })),
    confirm: applies((input) => ({ type: 'takedownConfirmed', ...input })),
    offScreen: async ({ feed, consumers }) => {
      const names = confirmOffScreen(feed, consumers).map(isolateName);
      return answer(feed, names.length === 0 ? null : listSharedNames(names));
    },
    guards: applies(({ words, authors, ...input }) => ({
      type: 'guardsSet',
      words: words ?? [],
      authors: authors ?? [],
      ...input,
    })),
    allow: applies((input) => ({ type: 'itemAllowed', ...input })),
    rollback: counts('rollback', async ({ feed, revision, gate, onAirRevision }, origin, findNewer) => {
      if (feedOf(store.state(), feed) === null) return refuse('FEED_UNKNOWN', {});
      const list = await listAt(feed, revision);
      if (list === null) return refuse('REVISION_UNKNOWN', {});
      const seen = { gate, revision: onAirRevision };
      return findNewer() ?? applyEvent({ type: 'feedRolledBack', list, revision, feed, seen, ...origin });
    }),
    next: applies((input) => ({ type: 'headStepped', ...input, steps: 1 })),
    previous: applies((input) => ({ type: 'headStepped', ...input, steps: -1 })),
    cue: applies((input) => ({ type: 'headCued', ...input })),
    pin: applies((input) => ({ type: 'headPinned', ...input, isPinned: true })),
    unpin: applies(({ feed }) => ({ type: 'headPinned', feed, isPinned: false })),
    rotate: (input, origin) =>
      runInOrder(async () => {
        const feed = feedOf(store.state(), input.feed);
        if (feed === null) return refuse('FEED_UNKNOWN', {});
        return applyEvent({ ...createRotationEvent(feed.playHead, input), ...origin });
      }),
    used: applies(({ feed, itemId, used }) => ({ type: 'itemUsed', feed, itemId, isUsed: used })),
    point: counts('point', async ({ feed, collectionId, hold, gate }, origin, findNewer) => {
      const before = feedOf(store.state(), feed);
      if (before === null) return refuse('FEED_UNKNOWN', {});
      let isRead = true;
      const address = source.serviceAddress();
      const unconfirmed = await source.refresh(collectionId);
      if (unconfirmed !== null || !isListUpToDate(store.state(), collectionId)) {
        // The collection may not exist, or its list may be from when a feed last used it, with posts that were deleted since, or of another service.
        const unread = unconfirmed ?? (await readForUse(store, source, collectionId, origin.at));
        // A change of the address ended the request or overtook its list, so its failure says nothing about either service.
        if (unread === 'movedOn' || source.serviceAddress() !== address) return refuse('LIST_MOVED_ON', {});
        if (unread === 'unsaved') return refuseUnsaved();
        isRead = unread === null;
        // A hold may use the stored list if the service’s is not known, but not if it has no such collection.
        const mayUseStored = hold && snapshotOf(store.state(), collectionId) !== null;
        if (unread !== null && (!mayUseStored || unread.code === 'COLLECTION_UNKNOWN')) return refuseUnread(unread);
      }
      const newer = findNewer();
      if (newer !== null) return newer;
      // The settings can have removed the feed meanwhile, or chosen a collection for it.
      const after = feedOf(store.state(), feed);
      if (after === null) return refuse('FEED_UNKNOWN', {});
      if (![before.collectionId, collectionId].includes(after.collectionId)) return refuse('LIST_MOVED_ON', {});
      const seen = { gate, revision: null };
      // Another press can have read it meanwhile.
      const isUnread = isRead || isListUpToDate(store.state(), collectionId) ? undefined : true;
      const pointed = { type: 'feedPointed', feed, collectionId, hold, isUnread, service: address, seen } as const;
      const result = await applyEvent({ ...pointed, ...origin });
      if (result.ok) await settings.saveChosenCollection(feed, collectionId, origin.by);
      return result;
    }),
    seen: applies(({ feed }) => ({ type: 'restorationSeen', feed })),
  };
}

type WithoutOrigin<Event> = Event extends unknown ? Omit<Event, keyof CommandOrigin> : never;
type EventWithoutOrigin = WithoutOrigin<FeedEvent>;

/** A field the command does not name keeps its current value. */
function createRotationEvent(
  head: PlayHead,
  { feed, seconds, byLength, loop, skipUsed }: Commands['rotate'],
): WithoutOrigin<Extract<FeedEvent, { type: 'rotationSet' }>> {
  const wanted = seconds === 'same' ? (head.rotation?.seconds ?? null) : seconds;
  return {
    type: 'rotationSet',
    feed,
    rotation: wanted === null ? null : { seconds: wanted, isByLength: byLength ?? isByLength(head) },
    isLooping: loop ?? (wanted === null ? head.isLooping : wouldLoop(head)),
    ...(loop !== null && { isLoopChosen: true as const }),
    skipsUsed: skipUsed ?? head.skipsUsed,
  };
}
