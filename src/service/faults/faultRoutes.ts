/** Authoring API for the fault switches; it exists only with --faults. */
import { authoringRoot } from '../authoring/collectionRoutes.ts';
import { createJsonResponse } from '../http/response.ts';
import { createPlainRoute, createRoute, type Route, type RouteInfo } from '../http/route.ts';
import { faultsSetting, faultsView } from './faultSchemas.ts';
import type { FaultSwitches } from './faultSwitches.ts';

const shared = {
  path: `${authoringRoot}/faults`,
  caller: 'author',
  tag: 'Faults',
  responses: { 200: { description: 'The faults that are on', schema: faultsView, type: 'application/json' } },
} as const;

const getFaults: RouteInfo = {
  ...shared,
  method: 'GET',
  operationId: 'getFaults',
  summary: 'Get the faults',
  description: 'Returns the faults that are on for this organisation’s readers, with their hits.',
};

const setFaults: RouteInfo = {
  ...shared,
  method: 'PUT',
  operationId: 'setFaults',
  summary: 'Set the faults',
  description: 'Replaces all faults and resets their hits. An empty list switches every fault off.',
};

export function createFaultRoutes(switches: FaultSwitches): readonly Route[] {
  const toView = (organisation: string) => ({
    faults: switches.list(organisation).map(({ fault, hits }) => ({
      setting: fault,
      hits,
      isSpent: fault.times !== null && hits >= fault.times,
    })),
  });
  return [
    createPlainRoute(getFaults, async ({ organisation }) => createJsonResponse(200, toView(organisation))),
    createRoute(setFaults, {
      query: null,
      body: faultsSetting,
      handle: async ({ organisation, body }) => {
        switches.set(organisation, body.faults);
        return createJsonResponse(200, toView(organisation));
      },
    }),
  ];
}
