/** Finds out at the start whether the saved show is complete, and rebuilds it from the show, the history and the recording if it is not. */

import type { CollectionHeader, Item } from '../../core/collection.ts';
import { isSameList } from '../../core/compare.ts';
import {
  type Block,
  createEmptyFeed,
  emptyList,
  type FeedState,
  type ListWithHeader,
  visibleItems,
} from '../../core/feedState.ts';
import { type Guards, hasSameTexts, noGuards } from '../../core/guard.ts';
import { type Phrase, say } from '../../core/language/say.ts';
import { followList } from '../../core/playHead.ts';
import { currentOrRemovedFeedOf, emptyShow, type ShowState } from '../../core/show.ts';
import { readConsumerRevisions } from '../feed/readConsumerFile.ts';
import type { MarkedFeed } from '../show/markedFeeds.ts';
import type { LastRun, Rebuilt } from '../show/record.ts';
import type { LoadedShow, LoadProblem } from '../show/showFiles.ts';
import { readOwnHistory } from './foreignHistory.ts';
import {
  findLeftover,
  type LastList,
  type LastShow,
  noHistory,
  type Revisions,
  readHasStopped,
  readLastAirRevisions,
  readLastRecordedShow,
  readLoggedRevisions,
} from './lastKnown.ts';

/**
 * Returns the loaded show if nothing is missing from it. Otherwise holds each feed on its last list. `slugs` are the configured feeds, `at` is
 * the time of the start (ISO 8601).
 */
export async function rebuildShow(
  dataDir: string,
  slugs: readonly string[],
  at: string,
  { show, isDamaged }: LoadedShow,
  { hasUnsaved, hasMark, marked }: LastRun,
): Promise<Rebuilt> {
  const saved = show ?? emptyShow;
  const known = [...saved.feeds, ...saved.removedFeeds].map(({ slug }) => slug);
  const histories = new Map<string, LastList>();
  const foreign: LoadProblem[] = [];
  for (const slug of new Set([...known, ...slugs])) {
    const { history, problems } = await readOwnHistory(dataDir, slug, currentOrRemovedFeedOf(saved, slug));
    histories.set(slug, history);
    foreign.push(...problems);
  }
  const airRevisions = await readLastAirRevisions(dataDir);
  const consumerRevisions = await readConsumerRevisions(dataDir);
  const newestLogged = await readLoggedRevisions(dataDir, true);
  // These also have what was announced unsaved, which is reported already. The history waits for the show.
  const announcedSources: readonly (readonly [describe: (slug: string) => Phrase, revisions: Revisions])[] = hasUnsaved
    ? []
    : [
        [(slug) => () => say('the as-run log of {slug} is newer', { slug }), airRevisions],
        [(slug) => () => say('the event log of {slug} is newer', { slug }), newestLogged],
        [(slug) => () => say('a consumer of {slug} is newer', { slug }), consumerRevisions],
      ];

  const findNewerLog = (slug: string): Phrase | null => {
    const feed = currentOrRemovedFeedOf(saved, slug);
    // A feed that the show never had is new, or was added again under its old name.
    const revision = feed?.onAir.revision ?? (show === null ? 0 : Number.POSITIVE_INFINITY);
    if ((histories.get(slug)?.revision ?? 0) > revision) return () => say('the history of {slug} is newer', { slug });
    const newer = announcedSources.find(([, revisions]) => (revisions.get(slug) ?? 0) > revision);
    return newer?.[0](slug) ?? null;
  };
  const newerLog = [...histories.keys()].map(findNewerLog).find((found) => found !== null) ?? null;
  // The mark proves that the show is complete, so a large recording is rarely read.
  const needsRecording = isDamaged || newerLog !== null || show === null || (!hasMark && !hasUnsaved);
  const recording = needsRecording ? await readLastRecordedShow(dataDir) : null;
  const recorded = recording?.show ?? emptyShow;
  const newerFeeds = hasUnsaved ? [] : findNewerFeeds(show, recorded);
  const [newerFeed] = newerFeeds;
  const newer =
    newerLog ?? (newerFeed === undefined ? null : () => say('the recording of {slug} is newer', { slug: newerFeed }));
  const leftover = newer === null && show === null && !hasMark ? await findLeftover(dataDir, hasUnsaved) : null;
  const what =
    leftover === null ? newer : () => say('all its files, but there is {leftover}', { leftover: leftover() });
  if (!isDamaged && what === null) return { show, isLost: false, problems: foreign };
  const logged = await readLoggedRevisions(dataDir, false);
  const areLogsComplete = hasMark || (await readHasStopped(dataDir));

  const rebuild = (slug: string): FeedState => {
    const history = histories.get(slug) ?? noHistory;
    const recordedFeed = currentOrRemovedFeedOf(recorded, slug);
    const lastKnown = {
      saved: currentOrRemovedFeedOf(saved, slug),
      isContradicted: isDamaged || hasUnsaved || findNewerLog(slug) !== null || newerFeeds.includes(slug),
      recorded: recordedFeed === null ? null : { feed: recordedFeed, isIntact: recording?.isIntact === true },
      history,
      marked: marked.get(slug) ?? null,
      areLogsComplete,
      revision: Math.max(...[airRevisions, consumerRevisions, logged].map((revisions) => revisions.get(slug) ?? 0)),
    };
    return rebuildFeed(slug, lastKnown, at);
  };
  const names = (show === null ? recorded : saved).feeds.map(({ slug }) => slug);
  const isKnown = (slug: string): boolean =>
    show === null ||
    marked.has(slug) ||
    (histories.get(slug)?.revision ?? 0) > 0 ||
    currentOrRemovedFeedOf(recorded, slug) !== null;
  const current = new Set([...names, ...slugs.filter((slug) => !known.includes(slug) && isKnown(slug))]);
  const removed = [...saved.removedFeeds, ...recorded.removedFeeds].map(({ slug }) => slug);
  return {
    show: {
      ...emptyShow,
      collections: mergeCollections(saved, recording),
      feeds: [...current].map(rebuild),
      removedFeeds: [...new Set(removed)].filter((slug) => !current.has(slug)).map(rebuild),
    },
    isLost: true,
    problems: [...foreign, ...(what === null ? [] : [describeBehind(what)])],
  };
}

function describeBehind(what: Phrase): LoadProblem {
  return { code: 'DISK_SHOW_BEHIND', about: 'show', facts: { what } };
}

/** Returns the feeds with a change in the recording that the show lacks. Not each block and hold has a revision of its own. */
function findNewerFeeds(show: ShowState | null, recorded: ShowState): readonly string[] {
  const saved = show ?? emptyShow;
  const timesOf = ({ gateSince, blocks }: FeedState): readonly string[] => [
    gateSince,
    ...blocks.map(({ since }) => since),
  ];
  const lastTime = [...saved.feeds, ...saved.removedFeeds]
    .flatMap((feed) => [feed.onAir.since, ...timesOf(feed)])
    .reduce((last, time) => (time > last ? time : last), '');
  const isNewer = (feed: FeedState): boolean => {
    const before = currentOrRemovedFeedOf(saved, feed.slug);
    // A feed that the show never had is new, or was added again under its old name.
    if (before === null && show !== null) return false;
    const { onAir, guards } = before ?? createEmptyFeed(feed.slug, feed.gateSince);
    return (
      feed.onAir.revision > onAir.revision ||
      hasNewerGuards(feed.guards, guards) ||
      (show === null
        ? feed.gate !== 'following' || feed.blocks.length > 0
        : timesOf(feed).some((time) => time > lastTime))
    );
  };
  return [...recorded.feeds, ...recorded.removedFeeds].filter(isNewer).map(({ slug }) => slug);
}

/** Earlier versions saved guards without counting their changes, which a replay of their recording counts. */
function hasNewerGuards(recorded: Guards, saved: Guards): boolean {
  if (saved.version > 0) return recorded.version > saved.version;
  return !hasSameTexts(recorded.words, saved.words) || !hasSameTexts(recorded.authors, saved.authors);
}

function mergeCollections(saved: ShowState, recording: LastShow | null): ShowState['collections'] {
  return recording?.isIntact === true
    ? { ...saved.collections, ...recording.show.collections }
    : { ...recording?.show.collections, ...saved.collections };
}

type LastKnown = {
  readonly saved: FeedState | null;
  /** Whether the show was damaged, or a source has a later change of this feed. */
  readonly isContradicted: boolean;
  readonly recorded: { readonly feed: FeedState; readonly isIntact: boolean } | null;
  readonly history: LastList;
  /** As the last run announced it, or was about to. A log that ends before it may lack a block. */
  readonly marked: MarkedFeed | null;
  /** Whether the logs have, or the mark names, the last change. Without both, a log can lack the block of a post that its list has. */
  readonly areLogsComplete: boolean;
  /** Highest revision in the as-run log, in the event log and of the consumers. */
  readonly revision: number;
};

type Candidate = {
  readonly revision: number;
  readonly items: readonly Item[];
  readonly header: CollectionHeader | null;
};

/** Holds the feed on its last list, at the last known revision, without the posts that any source says are blocked or guarded. */
function rebuildFeed(slug: string, lastKnown: LastKnown, at: string): FeedState {
  const { saved, isContradicted, recorded, history, marked, areLogsComplete, revision } = lastKnown;
  const feeds = [recorded?.feed ?? null, saved].filter((feed) => feed !== null);
  const isRecordingNewest = recorded?.isIntact === true || saved === null;
  const newestFeed = feeds.reduce<FeedState | null>((best, feed) => {
    const difference = feed.onAir.revision - (best?.onAir.revision ?? -1);
    return difference > 0 || (difference === 0 && !isRecordingNewest) ? feed : best;
  }, null);
  const template = newestFeed ?? {
    ...createEmptyFeed(slug, at),
    collectionId: history.newest?.header?.id ?? null,
  };
  const candidates: readonly Candidate[] = [
    ...(history.newest === null ? [] : [history.newest]),
    ...feeds.map(({ onAir }) => onAir),
  ];
  const last = candidates.reduce<Candidate>(
    (best, candidate) => (candidate.revision > best.revision ? candidate : best),
    { ...emptyList, revision: -1 },
  );
  const highest = Math.max(revision, history.revision, last.revision, marked?.revision ?? 0);
  const isSavedCurrent =
    !isContradicted && saved?.onAir.revision === highest && saved.guards.version >= (marked?.guardsVersion ?? 0);
  // Only a complete log proves that no later list is missing. A post of an earlier list may have been blocked since.
  const isHistoryCurrent = history.isIntact && history.newest?.revision === highest;
  const isRecordedListCurrent = recorded?.isIntact === true && recorded.feed.onAir.revision === highest;
  // Not every change of the guards has a revision of its own.
  const isRecordingCurrent = isRecordedListCurrent && recorded.feed.guards.version >= (marked?.guardsVersion ?? 0);
  // A list that was unknown at the last start still is.
  const isUnknown =
    (!areLogsComplete && !isSavedCurrent) || (template.loss === 'list' && template.onAir.revision === highest);
  const isCurrent =
    last.revision === highest && (isSavedCurrent || isHistoryCurrent || isRecordedListCurrent) && !isUnknown;
  const visible = new Set(isCurrent ? last.items.map(({ id }) => id) : []);
  const blocks = mergeBlocks([...(marked === null ? [] : [marked]), ...feeds]).filter(
    ({ itemId }) => !visible.has(itemId),
  );
  const currentGuards = isSavedCurrent ? saved.guards : isRecordingCurrent ? recorded.feed.guards : null;
  const guards = currentGuards ?? mergeGuards(feeds.map((feed) => feed.guards));
  const wasCleared =
    isCurrent &&
    (last.revision > template.onAir.revision ? history.newest?.verb === 'clear' : template.gate === 'cleared');
  const listBefore: ListWithHeader = feeds.find(({ onAir }) => isSameList(onAir.items, last.items))?.base ?? last;
  const base = { items: wasCleared || !isCurrent ? [] : listBefore.items, header: last.header };
  const items = visibleItems({ blocks, guards }, base.items);
  return {
    ...template,
    gate: wasCleared ? 'cleared' : 'held',
    gateBy: null,
    gateSince: at,
    hold: wasCleared ? null : { by: null, since: at },
    base,
    beforeClear: wasCleared ? (template.beforeClear ?? history.previous ?? emptyList) : null,
    blocks,
    guards,
    isRestored: true,
    hasChangedSinceRestart: false,
    changedAtStart: null,
    loss: !isCurrent ? 'list' : isRecordingCurrent ? 'changes' : 'guards',
    onAir: {
      ...{ items, header: last.header, revision: Math.max(highest, 0) },
      ...{ since: at, cause: 'rule', by: null, verb: 'restart', about: null },
    },
    playHead: followList(template.playHead, items, items, template.playHead.since),
  };
}

function mergeBlocks(feeds: readonly Pick<FeedState, 'blocks'>[]): readonly Block[] {
  const byItem = new Map(feeds.flatMap(({ blocks }) => blocks).map((block) => [block.itemId, block]));
  return [...byItem.values()];
}

/** Keeps every rule of either, and lets only those posts through that both allow. */
function mergeGuards(guards: readonly Guards[]): Guards {
  const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
  return {
    version: Math.max(noGuards.version, ...guards.map(({ version }) => version)),
    words: unique(guards.flatMap(({ words }) => words)),
    authors: unique(guards.flatMap(({ authors }) => authors)),
    allowed: (guards[0]?.allowed ?? []).filter((id) => guards.every(({ allowed }) => allowed.includes(id))),
  };
}
