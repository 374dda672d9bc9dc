/** A connection without an engine: pushes one scene and answers commands and queries; for screenshots and tests. */
import type { CommandResult, Refusal } from '../../../src/contract/commands.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { LogEntry } from '../../../src/contract/eventLog.ts';
import type { CollectionRow, QueryName, QueryResult } from '../../../src/contract/queries.ts';
import type { DeskMessage, DeskWire, EngineMessage } from '../../../src/contract/wire.ts';
import { type Difference, noDifference } from '../../../src/core/compare.ts';
import { answerPast } from './past.ts';
import { at, posts } from './posts.ts';
import type { Scene } from './show.ts';

export type FakeWire = DeskWire & {
  readonly sent: readonly DeskMessage[];
  readonly pushScene: (scene: Scene) => void;
  readonly pushLists: (lists: FeedLists) => void;
  readonly pushMessage: (message: EngineMessage) => void;
  readonly disconnect: () => void;
  /** Sets the answer to every later command. */
  readonly answerWith: (answer: CommandResult) => void;
  /** Leaves every later command without an answer. */
  readonly holdAnswers: () => void;
  /** Sets the answer to every later query of this name. */
  readonly answerQuery: (name: QueryName, value: QueryResult<QueryName>) => void;
  /** Holds the answers to the queries of this name; returns a function that sends them. */
  readonly holdQuery: (name: QueryName) => () => void;
  /** Refuses every later query; `null` answers them again. */
  readonly refuseQueries: (refusal: Refusal | null) => void;
};

/** A collection without any post of a feed. */
function replaceAll({ state }: Scene, input: object): Record<string, Difference> {
  const id = 'collectionId' in input ? input.collectionId : null;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const added = ids(serviceCollections.find((row) => row.id === id)?.liveCount ?? 0);
  return Object.fromEntries(
    state.feeds.map(({ slug, counts }) => [slug, { ...noDifference, added, removed: ids(counts.onAir) }]),
  );
}

const done: CommandResult = { ok: true, value: {} };

export function createFakeWire(scene: Scene): FakeWire {
  const sent: DeskMessage[] = [];
  let listener: ((message: EngineMessage) => void) | null = null;
  let closeListener: (() => void) | null = null;
  let answer: CommandResult | null = done;
  let queryRefusal: Refusal | null = null;
  const answers = new Map<QueryName, QueryResult<QueryName>>();
  let held: { readonly name: QueryName; readonly answers: (() => void)[] } | null = null;
  let pushed = scene;
  const push = (message: EngineMessage): void => listener?.(message);
  const pushScene = (next: Scene): void => {
    pushed = next;
    const { state, lists } = next;
    push({ type: 'lists', sequence: state.sequence, lists });
    push({ type: 'state', state });
  };
  return {
    sent,
    send: (message) => {
      if (message.type === 'ping') return queueMicrotask(() => push({ type: 'pong', sentMs: message.sentMs }));
      sent.push(message);
      queueMicrotask(() => {
        if (message.type === 'hello') pushScene(scene);
        if (message.type === 'command' && answer !== null)
          push({ type: 'commandResult', id: message.id, result: answer });
        if (message.type !== 'query') return;
        if (queryRefusal !== null) {
          push({ type: 'queryResult', id: message.id, result: queryRefusal });
          return;
        }
        const past = answerPast(message.name, 'revision' in message.input ? message.input.revision : 0);
        const value =
          answers.get(message.name) ??
          past ??
          (message.name === 'collections'
            ? { rows: serviceCollections, page: 0, totalPages: 1 }
            : message.name === 'collectionPreview'
              ? { live: [posts.omar, posts.tom, posts.aoife], changes: replaceAll(pushed, message.input) }
              : { entries: events });
        const pushResult = (): void => push({ type: 'queryResult', id: message.id, result: { ok: true, value } });
        if (held?.name === message.name) held.answers.push(pushResult);
        else pushResult();
      });
    },
    onMessage: (next) => {
      listener = next;
    },
    onClose: (next) => {
      closeListener = next;
    },
    close: () => closeListener?.(),
    pushScene,
    pushLists: (lists) => pushScene({ ...pushed, lists }),
    pushMessage: push,
    disconnect: () => closeListener?.(),
    answerWith: (next) => {
      answer = next;
    },
    holdAnswers: () => {
      answer = null;
    },
    holdQuery: (name) => {
      const holding = { name, answers: [] as (() => void)[] };
      held = holding;
      return () => {
        held = null;
        for (const pushHeld of holding.answers) pushHeld();
      };
    },
    answerQuery: (name, value) => void answers.set(name, value),
    refuseQueries: (refusal) => {
      queryRefusal = refusal;
    },
  };
}

const row = (name: string, id: string, stagingCount: number, liveCount: number, changed: string): CollectionRow => ({
  id,
  name,
  contentType: 'SOCIAL_POST',
  stagingCount,
  liveCount,
  lastModifiedDate: changed,
});

/** The collections of the service. */
export const serviceCollections: readonly CollectionRow[] = [
  row('Harbour Night: viewer posts', 'col_8812', 8, 7, at('20:42:06')),
  row('Harbour Night: crew picks', 'col_8813', 3, 9, at('20:41:30')),
  row('Harbour Night: half-time quiz', 'col_8820', 12, 0, at('20:15:02')),
  row('Studio B: ask the harbour master', 'col_studio-b', 21, 12, at('20:42:44')),
  row('Foyer wall', 'col_foyer', 0, 0, at('18:02:11')),
  row('Harbour Day: morning', 'col_8781', 0, 14, at('12:58:40')),
  row('Sea rescue appeal', 'col_8402', 5, 6, new Date(2026, 10, 18, 21, 10).toISOString()),
  row('Test, do not use', 'col_7001', 2, 600, new Date(2026, 10, 3, 9, 12).toISOString()),
];

/** Clock time and milliseconds, level, code, who caused it, revision and sentence. */
type EventFixture = readonly [string, number, LogEntry['level'], string, LogEntry['by'], number, string];

const editsIn = (message: string): LogEntry['edits'] =>
  [...message.matchAll(/“([^”]*)” → “([^”]*)”/g)].map(([, before = '', after = '']) => ({ before, after }));

/** Worded like the engine's event log and problems. */
const events: readonly LogEntry[] = (
  [
    [
      '20:42:07',
      118,
      'info',
      'ON_AIR',
      null,
      128,
      'main: 田中 健司 “港の花火、雨でも最高でした！来年も絶対に来ます。” on air, position 5. 6 posts on air.',
    ],
    [
      '20:40:51',
      402,
      'info',
      'ON_AIR',
      null,
      127,
      'main: Tom Okafor edited: “…a show at 7 pm. Then the crane…” → “…a show at 8 pm. Then the crane…”. 5 posts on air.',
    ],
    [
      '20:39:10',
      955,
      'info',
      'OFF_AIR',
      null,
      126,
      'main: Ingrid Aas “North bridge is moving again. Take the…” off air. 5 posts on air.',
    ],
    [
      ...(['20:38:12', 7, 'info', 'ON_AIR', 'Marit Lund', 125] as const),
      'main: Release. Priya Raghunathan edited: “…कम नहीं हुई।” → “…कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।”. 6 posts on air.',
    ],
    ['20:38:12', 7, 'info', 'GATE', 'Marit Lund', 125, 'main: released by Marit Lund, following live.'],
    [
      ...(['20:37:24', 331, 'error', 'FEED_CONSUMER_BEHIND', null, 124] as const),
      'CasparCG 1 still shows revision 123, which is no longer on air. Refresh that source, then check the programme monitor.',
    ],
    [
      ...(['20:37:15', 290, 'info', 'OFF_AIR', 'Marit Lund', 124] as const),
      'main: Block. Ticket Hunter 24 “LAST 40 wristbands, half price, cash…” off air. 6 posts on air.',
    ],
    ['20:37:02', 118, 'info', 'GATE', 'Marit Lund', 123, 'main: held by Marit Lund.'],
    ['20:36:40', 4, 'info', 'ON_AIR', null, 123, 'main: Aoife Brennan “Magic.” on air, position 7. 7 posts on air.'],
    [
      ...(['20:35:58', 660, 'warn', 'SOURCE_FAILING', null, 122] as const),
      'The service returned 503. On air is not affected: the last good list stays. Wait: Greenroom tries again automatically. If it continues, contact the service’s support.',
    ],
    ['20:31:44', 871, 'info', 'CONSUMER', 'Foyer wall', 122, 'main: Foyer wall is up to date again, on revision 122.'],
    [
      '20:30:12',
      502,
      'info',
      'ON_AIR',
      null,
      122,
      'main: Priya Raghunathan “बारिश में भी भीड़ कम नहीं हुई। समुद्र…” on air, position 3. 5 posts on air.',
    ],
    ['20:29:12', 40, 'info', 'GATE', 'Ines Halvorsen', 121, 'main: released by Ines Halvorsen, following live.'],
    [
      ...(['20:28:03', 740, 'info', 'COMMAND', 'Marit Lund', 121] as const),
      'Marit Lund changed the settings: Update mode from hybrid to poll.',
    ],
  ] as const satisfies readonly EventFixture[]
).map(([clock, ms, level, code, by, revision, message]) => ({
  at: new Date(Date.parse(at(clock)) + ms).toISOString(),
  ...{ level, code, message, by, edits: editsIn(message) },
  about:
    message.startsWith('main: ') || code === 'FEED_CONSUMER_BEHIND'
      ? 'main'
      : code.startsWith('SOURCE')
        ? 'source'
        : null,
  cause: code === 'CONSUMER' || level !== 'info' ? null : by === null ? ('service' as const) : ('operator' as const),
  revision: message.startsWith('main: ') ? revision : null,
}));

/** The events with as many newer ones. */
export function eventsWith(added: number): { readonly entries: readonly LogEntry[] } {
  const [first] = events;
  const newer = Array.from({ length: first === undefined ? 0 : added }, (_, index) => ({
    ...(first as LogEntry),
    message: `main: event ${added - index}.`,
  }));
  return { entries: [...newer, ...events] };
}

/** The settings and ports of a client that connects to `wire`. */
export const connectionTo = (wire: FakeWire) => ({
  openWire: async () => wire,
  token: null,
  name: null,
  givenName: null,
  secret: { current: () => 's', renew: () => undefined },
  shownRevisions: null,
});
