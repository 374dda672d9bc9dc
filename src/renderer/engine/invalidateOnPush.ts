/** Makes the desk request an answer again when the engine pushes a change that touches it. */
import type { QueryClient } from '@tanstack/react-query';
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import type { QueryInput, QueryName } from '../../contract/queries.ts';
import { isSameJson } from '../../core/boundedJson.ts';
import { useMirror } from '../stores/engineMirror.ts';

type Dependencies = {
  readonly [Name in QueryName]: (state: DeskState, input: QueryInput<Name>) => unknown;
};

/** The part of the feeds on which the effect of a change of settings depends. */
const readAir = ({ eventCount, feeds }: DeskState): unknown => [
  eventCount,
  feeds.map(({ gate, revision, collection, pending, blocked, guards, counts }) => [
    ...[gate, revision, collection?.id, pending.liveVersion, counts.consumers],
    ...[guards.version, blocked.map(({ itemId }) => itemId)],
  ]),
];

const feedOf = ({ feeds }: DeskState, slug: string): DeskFeed | undefined => feeds.find((feed) => feed.slug === slug);

/** The part of the pushed state that each answer depends on. */
const dependencies: Dependencies = {
  collections: ({ source }) => [source.baseUrl, source.state, source.lastConfirmedAt],
  collectionPreview: ({ feeds }) =>
    feeds.map(({ slug, gate, gateSince, revision, blocked, guards }) => [
      ...[slug, gate, gateSince, revision, guards.version],
      blocked.map(({ itemId }) => itemId),
    ]),
  // Requested again with each sample.
  figures: () => null,
  events: ({ eventCount }) => eventCount,
  eventsText: () => null,
  history: (state, { feed }) => feedOf(state, feed)?.revision,
  pastList: (state, input) => {
    const feed = feedOf(state, input.feed);
    return [feed?.revision, feed?.guards, feed?.blocked.map(({ itemId }) => itemId)];
  },
  postPast: (state, { feed }) => feedOf(state, feed)?.revision,
  asRun: (state, input) => {
    const feed = feedOf(state, input.feed);
    return [feed?.revision, feed?.playHead.itemId, feed?.playHead.since, feed?.counts.consumers];
  },
  asRunText: () => null,
  exportPart: () => null,
  // The running recording grows with each check of the service and each change on air.
  recordings: ({ source, feeds }) => [
    source.lastConfirmedAt,
    feeds.map(({ revision, gateSince }) => [revision, gateSince]),
  ],
  // A change of its lists or consumers is pushed without them.
  rehearsed: ({ rehearsal, sequence }) => (rehearsal === null ? null : sequence),
  rehearsalEvents: () => null,
  // A reader’s last read is not pushed, so the screen requests it every second.
  recipes: ({ feedBase, isReadTokenRequired }) => [feedBase, isReadTokenRequired],
  servicePage: () => null,
  // A change that could not be saved at first is saved later.
  settings: ({ eventCount, problems }) => [eventCount, problems.some(({ about }) => about === 'settings')],
  settingsPreview: readAir,
  settingsBackups: ({ eventCount }) => eventCount,
  settingsBackup: () => null,
  tokens: ({ eventCount }) => eventCount,
  networks: () => null,
  storedMedia: ({ eventCount, feeds }) => [eventCount, feeds.map(({ revision }) => revision)],
  // It can be installed only while nothing is on air and there are no consumers.
  update: ({ feeds, problems, eventCount }) => [
    eventCount,
    problems.some(({ about }) => about === 'update'),
    feeds.map(({ revision, counts }) => [revision, counts.consumers]),
  ],
  preflight: ({ eventCount }) => eventCount,
  checkService: () => null,
  setup: ({ isDemo, isFirstStart, eventCount }) => [isDemo, isFirstStart, eventCount],
  serviceCollections: () => null,
  servicePreview: readAir,
  // A captured delivery is not pushed, so the screen requests it every second.
  detection: ({ eventCount }) => eventCount,
  trySignature: () => null,
  // A secret can be set or restored while Greenroom runs; each check of the service uses it.
  missingSecrets: ({ source, eventCount }) => [source.mode, source.lastConfirmedAt, eventCount],
};

/** Returns a function that stops it. After a reconnection or in another language, every answer is requested again. */
export function invalidateOnPush(queryClient: QueryClient): () => void {
  return useMirror.subscribe((now, before) => {
    const { state } = now;
    const { state: previous } = before;
    const isReconnected = now.link.state === 'open' && before.link.state !== 'open';
    if (isReconnected || state?.language !== previous?.language) void queryClient.invalidateQueries();
    if (state === null || previous === null || state === previous) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, input] }) => {
        const dependency = dependencies[name as QueryName] as (from: DeskState, of: unknown) => unknown;
        return !isSameJson(dependency(state, input), dependency(previous, input));
      },
    });
  });
}
