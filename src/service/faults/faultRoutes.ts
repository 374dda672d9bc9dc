/** Authoring API for the fault switches; it exists only with --faults. */
import { authoringRoot } from '../authoring/collectionRoutes.ts';
import { jsonResponse } from '../http/answer.ts';
import { plainRoute, type Route, type RouteInfo, route } from '../http/route.ts';
import type { FaultSwitches } from './faultBoard.ts';
import { faultsSetting, faultsView } from './faultShapes.ts';

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

export function faultRoutes(switches: FaultSwitches): readonly Route[] {
  const view = (organisation: string) => ({
    faults: switches.list(organisation).map(({ fault, hits }) => ({
      setting: fault,
      hits,
      isSpent: fault.times !== null && hits >= fault.times,
    })),
  });
  return [
    plainRoute(getFaults, async ({ organisation }) => jsonResponse(200, view(organisation))),
    route(setFaults, {
      query: null,
      body: faultsSetting,
      handle: async ({ organisation, body }) => {
        switches.set(organisation, body.faults);
        return jsonResponse(200, view(organisation));
      },
    }),
  ];
}
