import { describe, expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { Item } from '../../../src/core/collection.ts';
import type { FeedEvent, ShowState } from '../../../src/core/show.ts';
import { createPreparedApply } from '../../../src/engine/commands/prepareFeedEvent.ts';
import { longListLength } from '../../../src/engine/prepareLists.ts';
import { eventOf, mainOf, play, post } from '../../core/build.ts';

const longList: readonly Item[] = Array.from({ length: longListLength + 1 }, (_, index) =>
  post(`long-${index}`, { message: `message ${index}` }),
);

const origin = { feed: 'main', by: 'Ines', at: '2026-11-20T18:00:00.000Z' } as const;
const restore: FeedEvent = { type: 'feedRolledBack', list: { items: longList, header: null }, revision: 1, ...origin };
const clear: FeedEvent = { type: 'feedCleared', ...origin };

function start() {
  let state: ShowState = play('live 1 ab').state;
  const applied: string[] = [];
  const apply = createPreparedApply(
    () => state,
    async (event) => {
      applied.push(event.type);
      state = advance(state, event).state;
      return event.type;
    },
  );
  return { apply, applied, onAir: () => mainOf(state).onAir.items };
}

describe('a command that replaces a long list', () => {
  it('is applied once, after its preparation', async () => {
    const { apply, applied, onAir } = start();
    const restoring = apply(restore);
    expect(applied).toEqual([]);
    expect(await restoring).toBe('feedRolledBack');
    await new Promise((resolve) => setImmediate(resolve));
    expect(applied).toEqual(['feedRolledBack']);
    expect(onAir()).toEqual(longList);
  });

  it('goes before a clear that is sent during its preparation, and does not delay it', async () => {
    const { apply, applied, onAir } = start();
    const restoring = apply(restore);
    const clearing = apply(clear);
    expect(applied).toEqual(['feedRolledBack', 'feedCleared']);
    expect(await Promise.all([restoring, clearing])).toEqual(['feedRolledBack', 'feedCleared']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(applied).toEqual(['feedRolledBack', 'feedCleared']);
    expect(onAir()).toEqual([]);
  });

  it('keeps off the posts of a guard that was set during its preparation', async () => {
    const { apply, onAir } = start();
    const restoring = apply(restore);
    const guarding = apply({ type: 'guardsSet', words: ['message 7'], authors: [], version: null, ...origin });
    await Promise.all([restoring, guarding]);
    expect(onAir().length).toBeGreaterThan(0);
    expect(onAir().filter(({ message }) => message.includes('message 7'))).toEqual([]);
  });
});

describe('a command on a short list', () => {
  it('is applied now', () => {
    const { apply, applied } = start();
    for (const command of ['hold', 'clear', 'back', 'release']) void apply(eventOf(command) as FeedEvent);
    expect(applied).toEqual(['feedHeld', 'feedCleared', 'feedBroughtBack', 'feedReleased']);
  });
});
