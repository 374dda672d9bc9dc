/** The show against a model that knows nothing of its code: long random runs of presses and source events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import type { Item } from '../../src/core/collection.ts';
import { feedOf, type ShowEvent, type ShowState } from '../../src/core/show.ts';
import { eventOf, letters, mainOf, play } from './build.ts';

const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
/** A live list: unique posts, some edited. */
const live = fc
  .uniqueArray(letter, { maxLength: 6 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(id, id, id.toUpperCase()))))
  .map((ids) => ids.join(''));

const words = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(60), live).map(([second, list]) => `live ${second} ${list}`) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(60), live).map(([second, list]) => `live2 ${second} ${list}`) },
  { weight: 2, arbitrary: fc.constantFrom('hold', 'clear', 'back', 'release', 'take', 'removals', 'seen') },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('take', 'release', 'removals'), fc.nat(12)).map((of) => of.join(' ')),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('block', 'unblock', 'allow', 'cue', 'used'), letter).map((of) => of.join(' ')),
  },
  { weight: 1, arbitrary: fc.constantFrom('guard edited', 'guard ', 'author user-c', 'guard message') },
  { weight: 1, arbitrary: live.map((list) => `rollback ${list}`) },
  { weight: 1, arbitrary: fc.constantFrom('point col_1', 'point col_2', 'point col_2 hold') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('next', 'previous', 'pin', 'unpin', 'rotate 5 loop skip', 'elapsed a', 'source'),
  },
);

/** What the model keeps by itself, from the words alone and from what was done. */
type Model = {
  blocks: Set<string>;
  guard: string;
  author: string;
  allowed: Set<string>;
  /** The newest live list by collection, and its date. */
  newest: Map<string, { second: number; list: string }>;
  reads: string;
  /** The live list that the feed has accepted. */
  live: string;
  gate: string;
  /** What stands before blocks and guards. */
  stands: string;
  beforeClear: string;
};

function isShown(model: Model, id: string): boolean {
  const plain = id.toLowerCase();
  if (model.blocks.has(plain)) return false;
  if (model.allowed.has(plain)) return true;
  if (model.author === `user-${plain}`) return false;
  const text = id === plain ? `message of ${plain} user-${plain}` : `edited user-${plain}`;
  return model.guard === '' || !text.includes(model.guard);
}

const shown = (model: Model, list: string): string => [...list].filter((id) => isShown(model, id)).join('');
const keep = (list: string, of: string): string =>
  [...list].filter((id) => of.toLowerCase().includes(id.toLowerCase())).join('');

function arrive(model: Model, id: string, second: number, list: string): void {
  const held = model.newest.get(id);
  if (held !== undefined && second <= held.second) return;
  model.newest.set(id, { second, list });
  if (model.reads !== id) return;
  model.live = list;
  if (model.gate === 'following') model.stands = list;
}

function follow(model: Model, said: string, wasDone: boolean): void {
  const [verb = '', first = '', second = ''] = said.split(' ');
  if (verb === 'live') arrive(model, 'col_1', Number(first), second);
  if (verb === 'live2') arrive(model, 'col_2', Number(first), second);
  if (verb === 'block') model.blocks.add(first);
  if (verb === 'unblock') model.blocks.delete(first);
  if (verb === 'allow') model.allowed.add(first);
  if (verb === 'guard' || verb === 'author') {
    const [guard, author] = verb === 'guard' ? [first, ''] : ['', first];
    if (guard !== model.guard || author !== model.author) model.allowed.clear();
    model.guard = guard;
    model.author = author;
  }
  if (!wasDone) return;
  if (verb === 'hold' || (verb === 'point' && second === 'hold' && model.gate === 'following')) model.gate = 'held';
  if (verb === 'release') Object.assign(model, { gate: 'following', stands: model.live });
  if (verb === 'take') Object.assign(model, { gate: 'held', stands: model.live });
  if (verb === 'rollback') Object.assign(model, { gate: 'held', stands: first });
  if (verb === 'back') Object.assign(model, { gate: 'held', stands: model.beforeClear });
  if (verb === 'clear') Object.assign(model, { gate: 'cleared', beforeClear: model.stands, stands: '' });
  if (verb === 'removals') Object.assign(model, { gate: 'held', stands: keep(model.stands, model.live) });
  if (verb === 'point') {
    model.reads = first;
    model.live = model.newest.get(first)?.list ?? model.live;
    if (model.gate === 'following') model.stands = model.live;
  }
}

/** Presses that find nothing to do are `nothing`; the model must not follow them. */
function isGateVerb(said: string, before: ShowState): boolean {
  const gate = mainOf(before).gate;
  if (said === 'hold') return gate === 'following';
  if (said.startsWith('release')) return gate !== 'following';
  if (said === 'clear') return gate !== 'cleared';
  if (said === 'back') return gate === 'cleared';
  return true;
}

const texts = (list: readonly Item[]): string => JSON.stringify(list);

describe('over any run of at least thirty events', () => {
  const run = fc.array(words, { minLength: 30, maxLength: 80 });

  it('what is on air is what the model says: the base less blocks and guards, whatever happened', () => {
    fc.assert(
      fc.property(run, (said) => {
        let state = play().state;
        const model: Model = {
          ...{ blocks: new Set(), guard: '', author: '', allowed: new Set(), newest: new Map(), reads: 'col_1' },
          ...{ live: '', gate: 'following', stands: '', beforeClear: '' },
        };
        for (const one of said) {
          const step = advance(state, eventOf(one));
          follow(model, one, step.outcome.kind === 'done' && isGateVerb(one, state));
          const feed = mainOf(step.state);
          expect(feed.gate, one).toBe(model.gate);
          expect(letters(feed.live.items), one).toBe(model.live);
          expect(letters(feed.onAir.items), one).toBe(shown(model, model.stands));
          state = step.state;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('revisions never go back, and rise by one exactly when the posts change', () => {
    everyStep((before, _, after) => {
      const [old, next] = [mainOf(before).onAir, mainOf(after).onAir];
      const isChanged = texts(old.items) !== texts(next.items);
      expect(next.revision - old.revision).toBe(isChanged ? 1 : 0);
      if (!isChanged) expect(next).toBe(old);
    });
  });

  it('a source problem, media and problems never change what is on air, and neither does a hold', () => {
    const problem = {
      code: 'SOURCE_OFFLINE',
      severity: 'warning',
      message: '',
      nextStep: '',
      since: '',
      about: 'source',
    } as const;
    const harmless: ShowEvent[] = [
      { type: 'sourceChanged', source: { word: 'refused', freshness: 'offline' } },
      { type: 'problemRaised', problem },
      { type: 'problemCleared', code: 'SOURCE_OFFLINE', about: 'source' },
      { type: 'mediaChanged', media: [['https://media.example/a', null]] },
      eventOf('hold'),
    ];
    everyStep((_, __, after) => {
      for (const event of harmless) {
        const next = advance(after, event).state;
        expect(mainOf(next).onAir).toBe(mainOf(after).onAir);
        expect(mainOf(next).playHead).toBe(mainOf(after).playHead);
      }
    });
  });

  it('the play head stands on a post that is on air, or on none when nothing is', () => {
    everyStep((_, __, after) => {
      const { onAir, playHead } = mainOf(after);
      if (onAir.items.length === 0) expect([playHead.itemId, playHead.index]).toEqual([null, null]);
      else expect(onAir.items[playHead.index ?? -1]?.id).toBe(playHead.itemId);
    });
  });

  it('a refusal or a word that finds nothing leaves the very same state', () => {
    everyStep((before, event, after) => {
      const { outcome } = advance(before, event);
      if (outcome.kind !== 'done') expect(after).toBe(before);
    });
  });

  it('another feed is never touched by a press', () => {
    const start = advance(play().state, {
      type: 'feedsConfigured',
      feeds: [
        { slug: 'main', collectionId: 'col_1' },
        { slug: 'other', collectionId: 'col_1' },
      ],
      at: '2026-11-20T18:00:00Z',
    }).state;
    everyStep((before, event, after) => {
      if ('feed' in event) expect(feedOf(after, 'other')).toBe(feedOf(before, 'other'));
    }, start);
  });

  function everyStep(
    look: (before: ShowState, event: ShowEvent, after: ShowState) => void,
    start = play().state,
  ): void {
    fc.assert(
      fc.property(run, (said) => {
        let state = start;
        for (const one of said) {
          const event = eventOf(one);
          const next = advance(state, event).state;
          look(state, event, next);
          state = next;
        }
      }),
      { numRuns: 100 },
    );
  }
});
