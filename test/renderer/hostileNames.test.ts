// @vitest-environment happy-dom
/** Tests that a name from outside cannot change the order or the lines of any sentence that contains it. */
import { describe, expect, it } from 'vitest';
import { getAuthorName } from '../../src/authoring/state/text.ts';
import type { HistoryRow } from '../../src/contract/history.ts';
import { advance } from '../../src/core/advance.ts';
import type { Item } from '../../src/core/collection.ts';
import { noDifference } from '../../src/core/compare.ts';
import { describeAction } from '../../src/core/describeAction.ts';
import { createEmptyFeed } from '../../src/core/feedState.ts';
import { labelPost } from '../../src/core/postLabel.ts';
import { describeProblem } from '../../src/core/problem.ts';
import { emptyShow, type ShowEvent } from '../../src/core/show.ts';
import { summariseEvent } from '../../src/core/summariseEvent.ts';
import { describeStep } from '../../src/engine/logs/eventSentences.ts';
import type { AirChange } from '../../src/renderer/model/airChange.ts';
import { announcementOf } from '../../src/renderer/model/words/announcement.ts';
import { nameOf } from '../../src/renderer/model/words/counts.ts';
import { describeDone } from '../../src/renderer/model/words/doneSentence.ts';
import { buildStripFacts } from '../../src/renderer/model/words/stripFacts.ts';
import { describeClear, describeConfirmation } from '../../src/renderer/model/words/takedown.ts';
import { describeRestore, describeRevision } from '../../src/renderer/screens/log/history/historyText.ts';
import { rowLabelOf } from '../../src/renderer/screens/show/Row.tsx';
import { now as nowText, post } from '../core/build.ts';
import { feedResult } from './feedResult.ts';
import { now, posts } from './states/posts.ts';
import { baseFeed, scenes } from './states/show.ts';

const hostileNames = {
  'an override to the left': 'User 1 \u202elive',
  'an embedding that never ends': 'Ada \u202b\u202d',
  'the end of an isolate': 'Ada\u2069\u2069 \u2067Bo',
  'a mark from right to left': 'Ada \u200f\u061c1',
  'line breaks': 'Ada\r\n22:00 NOTHING ON AIR\u2028\u2029\u0085Bo',
  'other controls': 'Ada\u0000\u0007\u001b[31m\u009b',
  'Arabic text': 'سلمى (1)',
  'Hebrew text': 'דנה 24',
  'old text from right to left': '𐤀𐤁 1',
  'only controls': '\u202e\u2066',
};

/** Whether every line, direction and letter from right to left in the sentence stays inside an isolated name. */
function keepsItsOrder(sentence: string): boolean {
  const outside = sentence.replace(/\u2068[^\p{Cc}\u2028-\u202e\u2066-\u2069]*\u2069/gu, '');
  return !/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u0590-\u08ff\u{10800}-\u{10fff}]/u.test(outside);
}

const at = nowText;

/** The event log’s sentences and the summaries of a recording, for a post, a collection and a person with the name. */
function engineSentences(name: string): readonly string[] {
  const item: Item = post('p1', { fullName: name, message: name });
  const action = { feed: 'main', by: name, at };
  const collection = {
    ...{ id: 'col_1', name, contentType: 'SOCIAL_POST', createdDate: at, lastModifiedDate: at },
    ...{ live: [item], staging: [] },
  };
  const events: readonly ShowEvent[] = [
    { type: 'collectionArrived', collection, from: 'poll', accept: 'any', at },
    { type: 'feedPointed', collectionId: 'col_1', hold: false, ...action },
    { type: 'headCued', itemId: 'p1', index: null, ...action },
    { type: 'itemUsed', itemId: 'p1', isUsed: true, ...action },
    { type: 'feedHeld', ...action },
    { type: 'problemRaised', problem: describeProblem('SOURCE_OFFLINE', 'p1', at, { collection: name }) },
    { type: 'itemBlocked', itemId: 'p1', reason: null, ...action },
  ];
  let show = { ...emptyShow, feeds: [createEmptyFeed('main', at)] };
  return events.flatMap((event) => {
    const { state } = advance(show, event);
    const summary = summariseEvent(event, show, state);
    const logged = describeStep({ event, state, previous: show } as Parameters<typeof describeStep>[0]);
    show = { ...state, feeds: [...state.feeds] };
    return [summary?.text ?? '', ...logged.map(({ message }) => message)];
  });
}

const takedown = (name: string) => ({
  ...{ itemId: 'p1', post: null, by: name, since: new Date(now - 9000).toISOString(), reason: null, saved: true },
  ...{
    waitingFor: [{ id: null, name, program: name, canConfirm: true }],
    confirmedOffAirAt: null,
    confirmedOffAirBy: null,
    confirmedInMs: null,
  },
});

function deskSentences(name: string): readonly string[] {
  const item = { ...posts.mira, id: 'p1', fullName: name, message: '' };
  const { state } = scenes.held;
  const held = { ...(state.feeds[0] ?? baseFeed), gateBy: name };
  const block = takedown(name);
  const blocked = { ...baseFeed, blocked: [block] };
  const consumer = { ...(baseFeed.consumers[0] as (typeof baseFeed.consumers)[number]), name };
  const announce = (feed: typeof baseFeed): readonly string[] => {
    const off = [{ name, position: 1 }];
    const change: AirChange = { at, beganAt: at, isInferred: false, on: [], off, edited: [], isReordered: false };
    const announcement = announcementOf({
      ...{ state: { ...state, problems: [] }, feed, nowMs: now, armed: null, notice: null, done: null },
      ...{ airChange: change, arrivals: null, nameOfPost: () => nameOf(item) },
      ...{ isInLive: () => true, hasPost: () => true },
    });
    return [announcement.lead, announcement.rest];
  };
  const row: HistoryRow = {
    ...{
      ...noDifference,
      revision: 3,
      at,
      until: null,
      hasGapAfter: false,
      cause: 'operator',
      by: name,
      verb: 'point',
      about: 'col_1',
    },
    ...{ added: ['p1'], names: { p1: name }, position: 1, edit: null },
  };
  const edit = { before: '', after: name };
  const effect = {
    comesBack: [item],
    goesOff: [item],
    getsOldText: [item],
    getsOldVersion: [item],
    getsOtherVersion: [item],
    staysOff: [item],
    moved: [],
  };
  const command = { name: 'pin', input: { feed: 'main' } } as never;
  const playHead = { index: 0, itemId: 'p1', pinned: true };
  const result = { ...feedResult(baseFeed), playHead };
  const strip = (state_: 'behind' | 'silent') => {
    const feed = { ...held, consumers: [{ ...consumer, state: state_ }] };
    const facts = buildStripFacts(state, feed, now);
    return [facts.consumers.note, facts.gate.note];
  };
  return [
    ...announce(held),
    ...announce(blocked),
    ...announce({ ...baseFeed, blocked: [] }),
    ...strip('behind'),
    ...strip('silent'),
    describeClear(block),
    describeConfirmation(block, now),
    describeConfirmation({ ...block, waitingFor: [], confirmedOffAirAt: at, confirmedOffAirBy: name }, now),
    describeRevision(row, () => null, { col_1: name }),
    describeRevision({ ...row, added: [], edited: [{ id: 'p1', fields: [] }], edit }, () => null, { col_1: name }),
    describeRestore(effect, 2, false, () => true).rest,
    describeDone({ command, before: baseFeed, result, nameOfPost: () => nameOf(item) })?.sentence ?? '',
    rowLabelOf({ key: 'p1', item, state: 'air', position: 1 }, []),
    getAuthorName(item),
  ];
}

describe.each(Object.entries(hostileNames))('a name with %s', (_, name) => {
  it.each([
    ['the label of a post', () => [labelPost(post('p1', { fullName: name, message: name }))]],
    ['an action', () => [describeAction({ verb: 'point', about: 'a' }, { a: name }) ?? '']],
    ['a problem', () => [describeProblem('SOURCE_OFFLINE', 'source', at, { collection: name, what: name }).message]],
    ['the event log', () => engineSentences(name)],
    ['the desk', () => deskSentences(name)],
  ])('leaves the order of %s as it is', (_, build) => {
    const sentences = build();
    expect(sentences.filter((sentence) => !keepsItsOrder(sentence))).toEqual([]);
    expect(sentences.join('')).not.toBe('');
  });
});
