/** A connection without an engine: pushes one scene and answers commands and queries; for screenshots and tests. */
import type { CommandResult, Refusal } from '../../../src/contract/commands.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { CollectionRow, LogEntry, QueryName, QueryResult } from '../../../src/contract/queries.ts';
import type { DeskMessage, DeskWire, EngineMessage } from '../../../src/contract/wire.ts';
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
  /** Refuses every later query; `null` answers them again. */
  readonly refuseQueries: (refusal: Refusal | null) => void;
};

const done: CommandResult = { ok: true, value: {} };

export function createFakeWire(scene: Scene): FakeWire {
  const sent: DeskMessage[] = [];
  let listener: ((message: EngineMessage) => void) | null = null;
  let closeListener: (() => void) | null = null;
  let answer: CommandResult | null = done;
  let queryRefusal: Refusal | null = null;
  const answers = new Map<QueryName, QueryResult<QueryName>>();
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
            ? { rows: collections, page: 0, totalPages: 1 }
            : message.name === 'collectionPreview'
              ? { live: [posts.omar, posts.tom, posts.aoife] }
              : { entries: events });
        push({ type: 'queryResult', id: message.id, result: { ok: true, value } });
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

const collections: readonly CollectionRow[] = [
  row('Harbour Night: viewer posts', 'col_8812', 8, 7, at('20:42:06')),
  row('Harbour Night: crew picks', 'col_8813', 3, 9, at('20:41:30')),
  row('Harbour Night: half-time quiz', 'col_8820', 12, 0, at('20:15:02')),
  row('Studio B: ask the harbour master', 'col_studio-b', 21, 12, at('20:42:44')),
  row('Foyer wall', 'col_foyer', 0, 0, at('18:02:11')),
  row('Harbour Day: morning', 'col_8781', 0, 14, at('12:58:40')),
  row('Sea rescue appeal', 'col_8402', 5, 6, new Date(2026, 10, 18, 21, 10).toISOString()),
  row('Test, do not use', 'col_7001', 2, 600, new Date(2026, 10, 3, 9, 12).toISOString()),
];

const entry = (clock: string, ms: number, level: LogEntry['level'], code: string, message: string): LogEntry => ({
  at: new Date(Date.parse(at(clock)) + ms).toISOString(),
  level,
  code,
  message,
});

/** Worded like the engine's event log and problems. */
const events: readonly LogEntry[] = [
  entry('20:42:07', 118, 'info', 'ON_AIR', 'main: revision 128 on air, 6 posts (+1), by the service.'),
  entry('20:40:51', 402, 'info', 'ON_AIR', 'main: revision 127 on air, 5 posts (±1), by the service.'),
  entry('20:39:10', 955, 'info', 'ON_AIR', 'main: revision 126 on air, 5 posts (−1), by the service.'),
  entry('20:38:12', 7, 'info', 'ON_AIR', 'main: revision 125 on air, 6 posts (±1), by Marit Lund (Release).'),
  entry('20:38:12', 7, 'info', 'GATE', 'main: released by Marit Lund, following live.'),
  entry(
    '20:37:24',
    331,
    'error',
    'FEED_CONSUMER_BEHIND',
    'CasparCG 1 still shows revision 123, which is no longer on air. Refresh that source, then check the programme monitor.',
  ),
  entry('20:37:15', 290, 'info', 'ON_AIR', 'main: revision 124 on air, 6 posts (−1), by Marit Lund (Block).'),
  entry('20:37:02', 118, 'info', 'GATE', 'main: held by Marit Lund.'),
  entry('20:36:40', 4, 'info', 'ON_AIR', 'main: revision 123 on air, 7 posts (+2), by the service.'),
  entry(
    '20:35:58',
    660,
    'warn',
    'SOURCE_FAILING',
    'The service returned 503. On air is not affected: the last good list stays. Wait: Greenroom tries again automatically. If it continues, contact the service’s support.',
  ),
  entry('20:30:12', 502, 'info', 'ON_AIR', 'main: revision 122 on air, 5 posts (+1), by the service.'),
  entry('20:28:03', 740, 'info', 'COMMAND', 'Marit Lund changed the settings: source.mode from hybrid to poll.'),
];

/** The settings and ports of a client that connects to `wire`. */
export const connectionTo = (wire: FakeWire) => ({
  openWire: async () => wire,
  token: null,
  name: null,
  givenName: null,
  secret: { current: () => 's', renew: () => undefined },
});
