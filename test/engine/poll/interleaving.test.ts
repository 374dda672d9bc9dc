import { describe, expect, it } from 'vitest';
import { fc } from '../../properties.ts';
import { createSimulation, type ServiceBehaviour, type Simulation, secret } from '../simulation.ts';

/** A short run by default; set INTERLEAVINGS for a long one. */
const runs = Number(process.env['INTERLEAVINGS'] ?? 150);

type Step =
  | { readonly do: 'behaviour'; readonly behaviour: ServiceBehaviour }
  | { readonly do: 'edit'; readonly isSameSecond: boolean }
  | { readonly do: 'deliver'; readonly versionsBack: number; readonly isForged: boolean }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'checkNow' }
  | { readonly do: 'restart' };

// Two chained caches of 30 s serve nothing older than 62 s.
const anyBehaviour: fc.Arbitrary<ServiceBehaviour> = fc.oneof(
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
  fc.constant({ kind: 'wrong304' } as const),
  fc.record({ kind: fc.constant('slow' as const), forMs: fc.integer({ min: 1, max: 9999 }) }),
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('behaviour' as const), behaviour: anyBehaviour }),
  fc.record({ do: fc.constant('edit' as const), isSameSecond: fc.boolean() }),
  fc.record({
    do: fc.constant('deliver' as const),
    versionsBack: fc.nat(6),
    isForged: fc.constantFrom(false, false, false, true),
  }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  fc.constant({ do: 'checkNow' } as const),
  fc.constant({ do: 'restart' } as const),
);

async function runStep(simulation: Simulation, step: Step): Promise<void> {
  switch (step.do) {
    case 'behaviour':
      return simulation.setBehaviour(step.behaviour);
    case 'edit':
      return simulation.edit(step.isSameSecond);
    case 'deliver': {
      const before = { second: simulation.storedSecond(), edit: simulation.storedEdit() };
      const wasDelivered = simulation.wasDelivered(step.versionsBack);
      const status = await simulation.deliver(step.versionsBack, step.isForged ? 'another secret' : secret);
      expect(status).toBe(step.isForged ? 401 : 200);
      if (wasDelivered && !step.isForged) expect(simulation.storedEdit()).toBe(before.edit);
      // A forged delivery changes nothing itself, but the service is checked after it.
      else if (step.isForged && simulation.behaviour() === 'failing') expect(simulation.storedEdit()).toBe(before.edit);
      // With the same date the service decides; while it can't be reached, the later event wins, or the desk says that none is known to.
      else if (simulation.behaviour() === 'good' && !simulation.isPolling())
        expect(simulation.storedEdit()).toBeGreaterThanOrEqual(before.edit);
      else if (
        simulation.behaviour() === 'failing' &&
        simulation.secondOfVersion(step.versionsBack) === before.second
      ) {
        const isUnknown = simulation.problemCodes().includes('WEBHOOK_ORDER_UNKNOWN');
        if (!isUnknown || simulation.storedEdit() !== before.edit)
          expect(simulation.storedIds()).toEqual(simulation.idsOfVersion(step.versionsBack));
      }
      return;
    }
    case 'advance':
      return simulation.advance(step.ms);
    case 'checkNow':
      return simulation.checkNow();
    case 'restart':
      return simulation.restart();
    default: {
      const unreachable: never = step;
      return unreachable;
    }
  }
}

describe('polls, deliveries, faults and restarts in any order', () => {
  it(`never replace a newer version with an older one, and end with the service’s current list (${runs} interleavings)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 25 }), async (steps) => {
        const simulation = await createSimulation();
        let highest = simulation.storedSecond() ?? 0;
        for (const step of steps) {
          await runStep(simulation, step);
          const stored = simulation.storedSecond();
          expect(stored).toBeGreaterThanOrEqual(highest);
          highest = stored ?? highest;
          expect(simulation.storedIds()).not.toEqual([]);
        }
        // Once the service responds normally, the next full poll settles everything.
        simulation.setBehaviour({ kind: 'good' });
        await simulation.checkNow();
        await simulation.advance(66_000);
        expect(simulation.storedIds()).toEqual(simulation.serviceIds());
        expect(simulation.problemCodes().filter((code) => code.startsWith('SOURCE_'))).toEqual([]);
        await simulation.close();
      }),
      { numRuns: runs, endOnFailure: true },
    );
  }, 3_600_000);

  it('still follow a service that really went back, after 65 s at the earliest and 130 s at the latest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (steps, versions) => {
        const simulation = await createSimulation();
        for (const step of steps) await runStep(simulation, step);
        for (let edits = 0; edits < 6; edits += 1) simulation.edit(false);
        simulation.setBehaviour({ kind: 'good' });
        await simulation.checkNow();
        await simulation.advance(66_000);
        const before = simulation.storedIds();
        simulation.restore(versions);
        await simulation.advance(64_000);
        expect(simulation.storedIds()).toEqual(before);
        await simulation.advance(66_000);
        expect(simulation.storedIds()).toEqual(simulation.serviceIds());
        expect(simulation.problemCodes()).toContain('SOURCE_REWOUND');
        await simulation.close();
      }),
      { numRuns: Math.ceil(runs / 5), endOnFailure: true },
    );
  }, 3_600_000);
});
