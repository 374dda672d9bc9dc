import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { isSameItem } from '../../src/core/compare.ts';
import { keepOnlyRemovals } from '../../src/engine/keepOnlyRemovals.ts';
import { eventOf, idsOf, mainOf, play } from '../core/build.ts';
import { fc } from '../properties.ts';

const lists = ['', 'a', 'ab', 'bA', 'abc', 'cBad'];
const command = fc.oneof(
  fc.tuple(fc.nat(30), fc.constantFrom(...lists)).map(([second, list]) => `live ${second} ${list}`),
  fc.constantFrom(
    'hold',
    'clear',
    'back',
    'release',
    'take',
    'removals',
    'rollback ab',
    'rollback de',
    'guard edited',
    'guard ',
  ),
  fc
    .tuple(fc.constantFrom('block', 'unblock', 'allow'), fc.constantFrom('a', 'b', 'c'))
    .map((words) => words.join(' ')),
);

describe('keepOnlyRemovals', () => {
  it('keeps no post or version that was not on air, and none that should be off', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), command, (before, last) => {
        const start = play(...before).state;
        const wanted = advance(start, eventOf(last)).state;
        const reduced = keepOnlyRemovals(start, wanted);
        const [old, now, next] = [start, reduced, wanted].map((state) => mainOf(state).onAir);
        const isReplaced =
          next !== undefined &&
          next.items.length > 0 &&
          !next.items.some(({ id }) => old?.items.some((item) => item.id === id));
        if (isReplaced && (old?.items.length ?? 0) > 0) {
          // No consumer sees a blank: the service’s list goes on air, and an operator’s other list waits.
          const isLive = idsOf(mainOf(wanted).base.items) === idsOf(mainOf(wanted).live.items);
          expect(now).toEqual(isLive && next.header?.id === old?.header?.id ? next : old);
          return;
        }
        const offAir = (now?.items ?? []).filter((item) => !next?.items.some(({ id }) => id === item.id));
        expect(offAir).toEqual([]);
        expect((now?.items ?? []).filter((item) => !old?.items.some((other) => isSameItem(other, item)))).toEqual([]);
        const isShorter = (now?.items.length ?? 0) < (old?.items.length ?? 0);
        // Nothing that the service took off live waits for the disk, and a held feed knows what to take off.
        const [liveBefore, live, wantedLive] = [start, reduced, wanted].map((state) => mainOf(state).live.items);
        const isInLive = ({ id }: { readonly id: string }) => wantedLive?.some((item) => item.id === id) === true;
        expect((live ?? []).every(isInLive)).toBe(true);
        const isLiveShorter = (live?.length ?? 0) < (liveBefore?.length ?? 0);
        expect(reduced === start).toBe(!isShorter && !isLiveShorter);
        expect((now?.revision ?? 0) - (old?.revision ?? 0)).toBe(isShorter ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });
});
