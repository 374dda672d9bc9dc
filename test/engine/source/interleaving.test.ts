import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSimulation, type ServiceBehaviour, type Simulation, secret } from './simulation.ts';

/** How many random interleavings: a short run by default, the long one where INTERLEAVINGS says so. */
const runs = Number(process.env['INTERLEAVINGS'] ?? 150);

type Step =
  | { readonly do: 'weather'; readonly weather: ServiceBehaviour }
  | { readonly do: 'edit'; readonly sameSecond: boolean }
  | { readonly do: 'deliver'; readonly back: number; readonly isForged: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'checkNow' }
  | { readonly do: 'restart' };

// Two caches of 30 s in a row show nothing older than 62 s.
const weather: fc.Arbitrary<ServiceBehaviour> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'good' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cached' as const), ageMs: fc.integer({ min: 0, max: 62_000 }) }),
  },
  fc.record({
    kind: fc.constant('failing' as const),
    code: fc.constantFrom('SOURCE_OFFLINE' as const, 'SOURCE_FAILING' as const, 'SOURCE_KEY_REFUSED' as const),
  }),
  fc.constant({ kind: 'malformed' } as const),
  fc.constant({ kind: 'liar304' } as const),
  fc.record({ kind: fc.constant('slow' as const), forMs: fc.integer({ min: 1, max: 9999 }) }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('weather' as const), weather }),
  fc.record({ do: fc.constant('edit' as const), sameSecond: fc.boolean() }),
  fc.record({
    do: fc.constant('deliver' as const),
    back: fc.nat(6),
    isForged: fc.constantFrom(false, false, false, true),
  }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  fc.constant({ do: 'checkNow' } as const),
  fc.constant({ do: 'restart' } as const),
);

async function take(on: Simulation, one: Step): Promise<void> {
  switch (one.do) {
    case 'weather':
      return on.setBehaviour(one.weather);
    case 'edit':
      return on.edit(one.sameSecond);
    case 'deliver': {
      const before = { second: on.heldSecond(), edit: on.heldEdit() };
      const wasCopy = on.isCopy(one.back);
      const status = await on.deliver(one.back, one.isForged ? 'another secret' : secret);
      expect(status).toBe(one.isForged ? 401 : 200);
      if (one.isForged || wasCopy) expect(on.heldEdit()).toBe(before.edit);
      // Among versions of one second: the service decides; while nothing is to be had of it, who came last.
      else if (on.behaviour() === 'good' && !on.isPolling()) expect(on.heldEdit()).toBeGreaterThanOrEqual(before.edit);
      else if (on.behaviour() === 'failing' && on.secondBack(one.back) === before.second)
        expect(on.heldIds()).toEqual(on.idsBack(one.back));
      return;
    }
    case 'pass':
      return on.advance(one.ms);
    case 'checkNow':
      return on.checkNow();
    case 'restart':
      return on.restart();
    default: {
      const unreachable: never = one;
      return unreachable;
    }
  }
}

describe('polls, deliveries, faults and restarts in any order', () => {
  it(`never put an older version over a newer one, and end with the service’s own (${runs} interleavings)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const on = await createSimulation();
        let highest = on.heldSecond() ?? 0;
        for (const one of steps) {
          await take(on, one);
          const held = on.heldSecond();
          expect(held).toBeGreaterThanOrEqual(highest);
          highest = held ?? highest;
          expect(on.heldIds()).not.toEqual([]);
        }
        // Once the weather is good, the next unconditional question settles whatever is left.
        on.setBehaviour({ kind: 'good' });
        await on.checkNow();
        await on.advance(66_000);
        expect(on.heldIds()).toEqual(on.serviceIds());
        expect(on.problemCodes().filter((code) => code.startsWith('SOURCE_'))).toEqual([]);
        await on.close();
      }),
      { numRuns: runs, endOnFailure: true },
    );
  }, 3_600_000);

  it('follow a service that really went back, not before 65 s and not after 130 s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (steps, versions) => {
        const on = await createSimulation();
        for (const one of steps) await take(on, one);
        for (let edits = 0; edits < 6; edits += 1) on.edit(false);
        on.setBehaviour({ kind: 'good' });
        await on.checkNow();
        await on.advance(66_000);
        const before = on.heldIds();
        on.restore(versions);
        await on.advance(64_000);
        expect(on.heldIds()).toEqual(before);
        await on.advance(66_000);
        expect(on.heldIds()).toEqual(on.serviceIds());
        expect(on.problemCodes()).toContain('SOURCE_REWOUND');
        await on.close();
      }),
      { numRuns: Math.ceil(runs / 5), endOnFailure: true },
    );
  }, 3_600_000);
});
