/** Authoring API for the fault switches; it exists only with --faults. */
import type { App } from '../http/app.ts';
import { faultsSetting, faultsView } from './faultSchemas.ts';
import type { FaultSwitches } from './faultSwitches.ts';

const shared = {
  tags: ['Faults'],
  response: { 200: faultsView.describe('The faults that are on') },
};

export function addFaultRoutes(app: App, switches: FaultSwitches): void {
  const toView = (organisation: string) => ({
    faults: switches.list(organisation).map(({ fault, hits }) => ({
      setting: fault,
      hits,
      isSpent: fault.times !== null && hits >= fault.times,
    })),
  });

  app.get(
    '/:organisation/faults',
    {
      schema: {
        ...shared,
        operationId: 'getFaults',
        summary: 'Get the faults',
        description: 'Returns the faults that are on for this organisation’s readers, with their hits.',
      },
    },
    async ({ organisation }) => toView(organisation),
  );

  app.put(
    '/:organisation/faults',
    {
      schema: {
        ...shared,
        operationId: 'setFaults',
        summary: 'Set the faults',
        description: 'Replaces all faults and resets their hits. An empty list switches every fault off.',
        body: faultsSetting,
      },
    },
    async ({ organisation, body }) => {
      switches.set(organisation, body.faults);
      return toView(organisation);
    },
  );
}
