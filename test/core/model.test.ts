/** Compares the show with an independent model over long random runs of operator actions and source events. */

import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import type { Item } from '../../src/core/collection.ts';
import { feedOf, type ShowEvent, type ShowState } from '../../src/core/show.ts';
import { fc } from '../properties.ts';
import { eventOf, idsOf, mainOf, play } from './build.ts';

const itemId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
/** A live list of unique posts, some of them edited. */
const live = fc
  .uniqueArray(itemId, { maxLength: 6 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(id, id, id.toUpperCase()))))
  .map((ids) => ids.join(''));

const eventText = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(60), live).map(([second, list]) => `live ${second} ${list}`) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(60), live).map(([second, list]) => `live2 ${second} ${list}`) },
  { weight: 2, arbitrary: fc.constantFrom('hold', 'clear', 'back', 'release', 'take', 'removals', 'seen') },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('take', 'release', 'removals'), fc.nat(12)).map((words) => words.join(' ')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('block', 'unblock', 'allow', 'cue', 'used'), itemId)
      .map((words) => words.join(' ')),
  },
  { weight: 1, arbitrary: fc.constantFrom('guard edited', 'guard ', 'author user-c', 'guard message') },
  { weight: 1, arbitrary: live.map((list) => `rollback ${list}`) },
  { weight: 1, arbitrary: fc.constantFrom('point col_1', 'point col_2', 'point col_2 hold') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('next', 'previous', 'pin', 'unpin', 'rotate 5 loop skip', 'elapsed a', 'source'),
  },
);

/** The model's own state, derived only from the events and their outcomes. */
type Model = {
  blocks: Set<string>;
  guard: string;
  author: string;
  /** Posts as they were when they were allowed. */
  allowed: Set<string>;
  /** The newest live list by collection, and its date. */
  newest: Map<string, { second: number; list: string }>;
  collectionId: string;
  /** The live list that the feed has accepted. */
  live: string;
  gate: string;
  /** The list before blocks and guards. */
  base: string;
  beforeClear: string;
};

function isShown(model: Model, id: string): boolean {
  const plain = id.toLowerCase();
  if (model.blocks.has(plain)) return false;
  if (model.allowed.has(id)) return true;
  if (model.author === `user-${plain}`) return false;
  const text = id === plain ? `message of ${plain} user-${plain}` : `edited user-${plain}`;
  return model.guard === '' || !text.includes(model.guard);
}

const shown = (model: Model, list: string): string => [...list].filter((id) => isShown(model, id)).join('');
const keepPresent = (list: string, present: string): string =>
  [...list].filter((id) => present.toLowerCase().includes(id.toLowerCase())).join('');

function arrive(model: Model, id: string, second: number, list: string): void {
  const newest = model.newest.get(id);
  if (newest !== undefined && second <= newest.second) return;
  model.newest.set(id, { second, list });
  if (model.collectionId !== id) return;
  model.live = list;
  if (model.gate === 'following') model.base = list;
}

function applyToModel(model: Model, event: string, wasDone: boolean): void {
  const [verb = '', first = '', second = ''] = event.split(' ');
  if (verb === 'live') arrive(model, 'col_1', Number(first), second);
  if (verb === 'live2') arrive(model, 'col_2', Number(first), second);
  if (verb === 'block') model.blocks.add(first);
  if (verb === 'unblock') model.blocks.delete(first);
  if (verb === 'allow') {
    const seen = [...model.live, ...model.base].find((id) => id.toLowerCase() === first);
    if (seen !== undefined) model.allowed.add(seen);
  }
  if (verb === 'guard' || verb === 'author') {
    const [guard, author] = verb === 'guard' ? [first, ''] : ['', first];
    if (guard !== model.guard || author !== model.author) model.allowed.clear();
    model.guard = guard;
    model.author = author;
  }
  if (!wasDone) return;
  if (verb === 'hold' || (verb === 'point' && second === 'hold' && model.gate === 'following')) model.gate = 'held';
  if (verb === 'release') Object.assign(model, { gate: 'following', base: model.live });
  if (verb === 'take') Object.assign(model, { gate: 'held', base: model.live });
  if (verb === 'rollback') Object.assign(model, { gate: 'held', base: first });
  if (verb === 'back') Object.assign(model, { gate: 'held', base: model.beforeClear });
  if (verb === 'clear') Object.assign(model, { gate: 'cleared', beforeClear: model.base, base: '' });
  if (verb === 'removals') Object.assign(model, { gate: 'held', base: keepPresent(model.base, model.live) });
  if (verb === 'point') {
    model.collectionId = first;
    model.live = model.newest.get(first)?.list ?? model.live;
    if (model.gate === 'following') model.base = model.live;
  }
}

/** Whether a gate action has something to do; `true` for every other event. */
function changesGate(event: string, before: ShowState): boolean {
  const gate = mainOf(before).gate;
  if (event === 'hold') return gate === 'following';
  if (event.startsWith('release')) return gate !== 'following';
  if (event === 'clear') return gate !== 'cleared';
  if (event === 'back') return gate === 'cleared';
  return true;
}

const textOf = (list: readonly Item[]): string => JSON.stringify(list);

describe('in any run of at least thirty events', () => {
  const run = fc.array(eventText, { minLength: 30, maxLength: 80 });

  it('on air always matches the model: the base without blocked and guarded posts', () => {
    fc.assert(
      fc.property(run, (events) => {
        let state = play().state;
        const model: Model = {
          ...{ blocks: new Set(), guard: '', author: '', allowed: new Set(), newest: new Map(), collectionId: 'col_1' },
          ...{ live: '', gate: 'following', base: '', beforeClear: '' },
        };
        for (const one of events) {
          const step = advance(state, eventOf(one));
          applyToModel(model, one, step.outcome.kind === 'done' && changesGate(one, state));
          const feed = mainOf(step.state);
          expect(feed.gate, one).toBe(model.gate);
          expect(idsOf(feed.live.items), one).toBe(model.live);
          expect(idsOf(feed.onAir.items), one).toBe(shown(model, model.base));
          state = step.state;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the revision never goes back, and rises by one exactly when the posts change', () => {
    checkEveryStep((before, _, after) => {
      const [old, next] = [mainOf(before).onAir, mainOf(after).onAir];
      const isChanged = textOf(old.items) !== textOf(next.items);
      expect(next.revision - old.revision).toBe(isChanged ? 1 : 0);
      if (!isChanged) expect(next).toBe(old);
    });
  });

  it('source problems, media, other problems and Hold never change what is on air', () => {
    const problem = {
      code: 'SOURCE_OFFLINE',
      severity: 'warning',
      message: '',
      nextStep: '',
      since: '',
      about: 'source',
    } as const;
    const harmless: ShowEvent[] = [
      { type: 'sourceChanged', source: { state: 'refused', freshness: 'offline' } },
      { type: 'problemRaised', problem },
      { type: 'problemCleared', code: 'SOURCE_OFFLINE', about: 'source' },
      { type: 'mediaChanged', media: [['https://media.example/a', null]] },
      eventOf('hold'),
    ];
    checkEveryStep((_, __, after) => {
      for (const event of harmless) {
        const next = advance(after, event).state;
        expect(mainOf(next).onAir).toBe(mainOf(after).onAir);
        expect(mainOf(next).playHead).toBe(mainOf(after).playHead);
      }
    });
  });

  it('the play head is on a post that is on air, or empty when nothing is', () => {
    checkEveryStep((_, __, after) => {
      const { onAir, playHead } = mainOf(after);
      if (onAir.items.length === 0) expect([playHead.itemId, playHead.index]).toEqual([null, null]);
      else expect(onAir.items[playHead.index ?? -1]?.id).toBe(playHead.itemId);
    });
  });

  it('a refused action, or one with nothing to do, returns the same state object', () => {
    checkEveryStep((before, event, after) => {
      const { outcome } = advance(before, event);
      if (outcome.kind !== 'done') expect(after).toBe(before);
    });
  });

  it('an action never changes another feed', () => {
    const start = advance(play().state, {
      type: 'feedsConfigured',
      feeds: [
        { slug: 'main', collectionId: 'col_1' },
        { slug: 'other', collectionId: 'col_1' },
      ],
      at: '2026-11-20T18:00:00Z',
    }).state;
    checkEveryStep((before, event, after) => {
      if ('feed' in event) expect(feedOf(after, 'other')).toBe(feedOf(before, 'other'));
    }, start);
  });

  function checkEveryStep(
    check: (before: ShowState, event: ShowEvent, after: ShowState) => void,
    start = play().state,
  ): void {
    fc.assert(
      fc.property(run, (events) => {
        let state = start;
        for (const one of events) {
          const event = eventOf(one);
          const next = advance(state, event).state;
          check(state, event, next);
          state = next;
        }
      }),
      { numRuns: 100 },
    );
  }
});
