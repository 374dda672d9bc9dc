/** The switches of the faults, by the authoring API only. */
import { authoringRoot } from '../authoring/collectionRoutes.ts';
import { jsonAnswer } from '../http/answer.ts';
import { plainRoute, type Route, route } from '../http/route.ts';
import type { FaultBoard } from './faultBoard.ts';
import { faultsSetting, faultsView } from './faultShapes.ts';

export function faultRoutes(board: FaultBoard): readonly Route[] {
  const facts = {
    path: `${authoringRoot}/faults`,
    asker: 'author',
    tag: 'Faults',
    answers: { 200: { says: 'The faults that are on', schema: faultsView, type: 'application/json' } },
  } as const;
  const view = (organisation: string) => ({
    faults: board.of(organisation).map(({ fault, hits }) => ({
      setting: fault,
      hits,
      isSpent: fault.times !== null && hits >= fault.times,
    })),
  });
  return [
    plainRoute(
      { ...facts, method: 'GET', summary: 'The faults that readers of this organisation get' },
      async (asked) => jsonAnswer(200, view(asked.organisation)),
    ),
    route(
      { ...facts, method: 'PUT', summary: 'All of them anew; an empty list switches every fault off' },
      {
        query: null,
        body: faultsSetting,
        handle: async ({ organisation, body }) => {
          board.set(organisation, body.faults);
          return jsonAnswer(200, view(organisation));
        },
      },
    ),
  ];
}
