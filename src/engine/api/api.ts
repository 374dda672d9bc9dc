/** Adds the HTTP routes of the control API, which can do everything the desk can. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDeps } from './apiDeps.ts';
import { addAuthentication, requireRight } from './authentication.ts';
import { addCommandRoutes } from './commandRoutes.ts';
import { type Api, recordOperations, type SchemaTypes } from './document.ts';
import { addHistoryApi } from './historyApi.ts';
import { addLogApi } from './logApi.ts';
import { addRecipesApi } from './recipesApi.ts';
import { addSetupApi } from './setupApi.ts';
import { addStateApi } from './stateApi.ts';

/** Every route has a right: `view`, or a stronger one of its own. */
export function addApi(app: FastifyInstance, deps: ApiDeps): void {
  addAuthentication(app, deps.tokens, deps.ports.clock);
  void app.register(async (untyped) => {
    const api: Api = untyped.withTypeProvider<SchemaTypes>();
    const describe = await recordOperations(api, deps.version);
    api.addHook('preValidation', requireRight('view'));
    addCommandRoutes(api, deps.dispatch);
    addStateApi(api, deps);
    addHistoryApi(api, deps);
    addLogApi(api, deps);
    addRecipesApi(api, deps);
    await api.register(async (forDesk: Api) => {
      forDesk.addHook('preValidation', requireRight('desk'));
      addSetupApi(forDesk, deps);
    });
    api.get(
      '/api/openapi.json',
      {
        schema: {
          operationId: 'getOpenApi',
          summary: 'Get this document',
          description: 'Returns the OpenAPI description of the control API.',
          response: { 200: z.looseObject({}).describe('This document.') },
        },
      },
      async (_, reply) => reply.send({ ...describe() }),
    );
  });
}
