/** Fixtures for the views of the past: revisions, past lists, the as-run log, recordings and a rehearsal. */

import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { DeskState } from '../../../src/contract/deskState.ts';
import type {
  AsRunRow,
  HistoryRow,
  PastListView,
  RecordingRow,
  RehearsalEvent,
  RehearsedList,
} from '../../../src/contract/history.ts';
import type { PostPast } from '../../../src/contract/postPast.ts';
import type { QueryName, QueryResult } from '../../../src/contract/queries.ts';
import type { Verb } from '../../../src/core/action.ts';
import { noDifference } from '../../../src/core/compare.ts';
import { findTextEdit, rowQuote } from '../../../src/core/textChange.ts';
import { figures } from './figures.ts';
import { at, posts as p } from './posts.ts';
import { preflight } from './preflight.ts';
import { recipes } from './recipes.ts';
import { backups, checkAnswer, networks, settingsAnswer, storedMedia, tokens, updateAnswer } from './settings.ts';

const marit = 'Marit Lund';
const ines = 'Ines Halvorsen';
const beforeEdit = '2026-11-20T18:00:00.000Z';
const priyaOld: DeskItem = { ...p.priya, message: 'बारिश में भी भीड़ कम नहीं हुई।', lastModifiedDate: beforeEdit };
const tomOld: DeskItem = { ...p.tomOld, lastModifiedDate: beforeEdit };

type Change = Partial<Pick<HistoryRow, 'added' | 'removed' | 'edited' | 'moved' | 'position' | 'edit'>>;

const authors = [p.kenji, p.tom, p.ingrid, p.priya, p.dealz, p.aoife, p.petra, p.mira, p.omar, p.rosa];
const names = Object.fromEntries(authors.map(({ id, fullName }) => [id, fullName]));
const edit = (id: string) => [{ id, fields: ['message'] }];
const editTo = (before: DeskItem, { id, message }: DeskItem): Change => ({
  edited: edit(id),
  edit: findTextEdit(before.message, message, rowQuote),
});

const rows: readonly HistoryRow[] = (
  [
    [128, '20:42:07', 'service', null, null, { added: ['kenji'], position: 5 }],
    [127, '20:40:51', 'service', null, null, editTo(p.tomOld, p.tom)],
    [126, '20:39:10', 'service', null, null, { removed: ['ingrid'] }],
    [125, '20:38:12', 'operator', marit, 'release', editTo(priyaOld, p.priya)],
    [124, '20:37:15', 'operator', marit, 'block', { removed: ['dealz'] }],
    [123, '20:36:40', 'service', null, null, { added: ['dealz', 'aoife'] }],
    [122, '20:30:12', 'service', null, null, { added: ['priya'], position: 3 }],
    [121, '20:28:40', 'rule', null, 'guards', { removed: ['petra'] }],
    [120, '20:24:03', 'operator', marit, 'back', { added: ['mira', 'omar', 'tom', 'ingrid', 'petra'] }],
    [119, '20:23:41', 'operator', ines, 'clear', { removed: ['mira', 'omar', 'tom', 'ingrid', 'petra'] }],
    [118, '20:11:02', 'service', null, null, { added: ['tom', 'ingrid'], edited: edit('mira') }],
  ] as const satisfies readonly (readonly [number, string, HistoryRow['cause'], string | null, Verb | null, Change])[]
).map(([revision, clock, cause, by, verb, change], index, all) => {
  const next = all[index - 1];
  return {
    ...noDifference,
    ...{ position: null, edit: null },
    ...change,
    revision,
    at: at(clock),
    until: next === undefined ? null : at(next[1]),
    hasGapAfter: false,
    cause,
    by,
    verb,
    about: verb === 'guards' ? 'word evacuation' : verb === 'block' ? 'dealz' : null,
    names,
  };
});

const lists: Readonly<Record<number, readonly DeskItem[]>> = {
  127: [p.mira, p.omar, p.priya, p.tom, p.aoife],
  124: [p.mira, p.omar, priyaOld, tomOld, p.ingrid, p.aoife],
  123: [p.mira, p.omar, priyaOld, tomOld, p.ingrid, p.dealz, p.aoife],
};

function pastList(revision: number): PastListView | null {
  const row = rows.find((candidate) => candidate.revision === revision);
  if (row === undefined) return null;
  const items = lists[revision] ?? [p.mira, p.omar, tomOld];
  return { ...row, items, blockedNow: items.some(({ id }) => id === 'dealz') ? ['dealz'] : [] };
}

/** Post, on, off, on by, off by, revision and consumers. */
type AiredPost = readonly [DeskItem, string, string | null, string | null, string | null, number, number];

const asRun: readonly AsRunRow[] = (
  [
    [p.kenji, '20:42:07', null, null, null, 128, 4],
    [p.tom, '20:40:51', null, null, null, 127, 4],
    [p.priya, '20:38:12', null, marit, null, 125, 4],
    [p.aoife, '20:36:40', null, null, null, 123, 4],
    [p.dealz, '20:36:40', '20:37:15', null, marit, 123, 4],
    [p.ingrid, '20:35:08', '20:39:10', null, null, 122, 4],
    [priyaOld, '20:30:12', '20:38:12', null, marit, 122, 3],
    [p.omar, '20:29:02', null, null, null, 121, 3],
    [p.petra, '20:26:14', '20:28:40', null, null, 120, 4],
    [p.mira, '20:24:03', null, marit, null, 120, 4],
    [p.tomOld, '20:24:03', '20:40:51', marit, null, 120, 4],
    [p.tomOld, '20:11:02', '20:23:41', null, ines, 118, 4],
    [p.ingrid, '20:11:02', '20:23:41', null, ines, 118, 4],
    [p.mira, '20:04:30', '20:23:41', null, ines, 114, 4],
    [p.rosa, '20:02:18', '20:11:02', null, null, 113, 4],
    [p.unnamed, '20:01:40', '20:06:12', null, marit, 112, 4],
    // Earlier entries, below the visible part of the table.
    [p.omar, '20:01:10', '20:03:30', null, null, 111, 4],
    [p.kenji, '20:00:58', '20:02:18', null, null, 110, 4],
    [p.petra, '20:00:50', '20:01:40', null, marit, 109, 4],
    [p.priya, '20:00:41', '20:01:40', null, null, 108, 4],
    [p.rosa, '20:00:30', '20:01:10', null, null, 107, 4],
    [p.aoife, '20:00:12', '20:00:58', null, null, 106, 4],
    [p.mira, '20:00:00', '20:00:50', null, null, 105, 4],
  ] as const satisfies readonly AiredPost[]
).map(([item, on, off, onBy, offBy, revision, consumers]) => ({
  feed: 'main',
  itemId: item.id,
  author: item.fullName ?? '',
  message: item.message,
  on: at(on),
  off: off === null ? null : at(off),
  seconds: (Date.parse(at(off ?? '20:42:49')) - Date.parse(at(on))) / 1000,
  onCause: onBy === null ? 'service' : 'operator',
  onBy,
  onVerb: onBy === null ? null : at(on) === at('20:24:03') ? 'back' : 'release',
  onAbout: null,
  offCause: off === null ? null : off === '20:28:40' ? 'rule' : offBy === null ? 'service' : 'operator',
  offBy,
  offVerb:
    off === '20:28:40'
      ? 'guard'
      : offBy === null
        ? null
        : offBy === ines
          ? 'clear'
          : off === '20:38:12'
            ? 'release'
            : 'block',
  offAbout: off === '20:28:40' ? 'word evacuation' : null,
  revision,
  consumers,
  confirmedOffAirAt: offBy === null || offBy === ines || off === '20:38:12' || off === null ? null : at(off),
  confirmedOffAirBy: offBy === null || offBy === ines || off === '20:38:12' ? null : 'OBS main',
}));

const recordings: readonly RecordingRow[] = [
  { id: 'r3', startedAt: at('19:30:00'), endedAt: at('20:42:49'), bytes: 1_840_000, isRunning: true },
  { id: 'r2', startedAt: at('14:05:00'), endedAt: at('15:31:20'), bytes: 921_000, isRunning: false },
  { id: 'r1', startedAt: at('11:58:12'), endedAt: at('12:10:44'), bytes: 64_000, isRunning: false },
];

/** A running rehearsal, as part of the desk's state. */
export const rehearsing: NonNullable<DeskState['rehearsal']> = {
  recording: 'r3',
  base: 'http://127.0.0.1:7421',
  speed: 10,
  isPaused: false,
  step: 214,
  steps: 231,
  at: at('20:37:15'),
  startedAt: at('19:30:00'),
  endedAt: at('20:42:47'),
};

const rehearsed: RehearsedList = {
  revision: 124,
  gate: 'held',
  collection: 'Harbour Night',
  rows: [p.mira, p.omar, priyaOld, tomOld, p.ingrid, p.dealz, p.aoife].map((item) => {
    const isBlocked = item.id === 'dealz';
    return { item, keptOff: isBlocked ? 'block' : null, since: isBlocked ? at('20:37:15') : null };
  }),
  consumers: [
    {
      id: 'chrome',
      name: 'Chrome, card',
      program: 'Chrome',
      address: '127.0.0.1',
      protocol: 'socket',
      revision: 124,
      confirmedRevision: 124,
      paintedRevision: 124,
      paintedInMs: 40,
      state: 'reading',
      behindSince: null,
      problem: null,
      lastSeenAt: at('20:42:49'),
    },
  ],
};

const recorded: readonly (readonly [string, RehearsalEvent['cause'], string])[] = [
  ['20:36:40', 'service', 'Live: Ticket Hunter 24, Aoife Brennan added'],
  ['20:37:02', 'operator', 'Hold'],
  ['20:37:15', 'operator', 'Block Ticket Hunter 24'],
  ['20:37:48', 'service', 'Live: Priya Raghunathan edited'],
  ['20:38:12', 'operator', 'Release'],
  ['20:39:10', 'service', 'Live: Ingrid Aas moved back to staging'],
  ['20:40:51', 'service', 'Live: Tom Okafor edited'],
  ['20:42:07', 'service', 'Live: 田中 健司 added'],
  ...Array.from({ length: 12 }, (_, index) => [`20:42:${25 + 2 * index}`, 'operator', 'Next'] as const),
];

/** The end of the show in detail, preceded by a post that is added or removed every 17 s. */
const rehearsalEvents: readonly RehearsalEvent[] = [
  ...Array.from({ length: rehearsing.steps - recorded.length }, (_, index) => ({
    step: index + 1,
    at: new Date(Date.parse(rehearsing.startedAt) + index * 17_000).toISOString(),
    cause: 'service' as const,
    by: null,
    words: `Live: Rosa Iglesias ${index % 2 === 0 ? 'added' : 'removed'}`,
  })),
  ...recorded.map(([clock, cause, words], index) => ({
    step: rehearsing.steps - recorded.length + index + 1,
    at: at(clock),
    cause,
    by: cause === 'operator' ? marit : null,
    words,
  })),
];

const noPast: PostPast = {
  since: null,
  changes: [],
  earlierChanges: 0,
  times: [],
  earlierTimes: 0,
  missingRevisions: 0,
  unreadable: [],
};

/** The answer to a query about the past; `null` for other queries and unknown revisions. */
export function answerPast(name: QueryName, revision: number): QueryResult<QueryName> | null {
  switch (name) {
    case 'history':
      return { rows, kept: { revisions: 5000, megabytes: 200 } };
    case 'pastList':
      return pastList(revision);
    case 'postPast':
      return noPast;
    case 'asRun':
      return { rows: asRun };
    case 'asRunText':
    case 'eventsText':
      return { text: 'feed,itemId\r\n', next: 1 };
    case 'exportPart':
      return { text: 'main,p1\r\n', next: null };
    case 'recordings':
      return { rows: recordings };
    case 'figures':
      return figures;
    case 'rehearsed':
      return { list: rehearsed };
    case 'rehearsalEvents':
      return { events: rehearsalEvents };
    case 'settingsPreview':
      return { changes: [] };
    case 'settingsBackups':
      return { backups };
    case 'settingsBackup':
      return { file: {} };
    case 'networks':
      return { networks };
    case 'storedMedia':
      return storedMedia;
    case 'tokens':
      return { tokens };
    case 'preflight':
      return { last: preflight };
    case 'update':
      return updateAnswer;
    case 'settings':
      return settingsAnswer;
    case 'checkService':
      return checkAnswer;
    case 'recipes':
      return { recipes };
    case 'detection':
      return { detection: null };
    case 'trySignature':
      return { fits: [false, false] };
    case 'setup':
    case 'serviceCollections':
    case 'servicePreview':
    case 'collections':
    case 'collectionPreview':
    case 'servicePage':
    case 'missingSecrets':
    case 'events':
      return null;
    default:
      return name satisfies never;
  }
}
