/** Authoring API for API keys, organisations and the demo show. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createJsonResponse, HttpError } from '../http/response.ts';
import { createPlainRoute, createRoute, type Route, type RouteInfo } from '../http/route.ts';
import { generateKey, hashOf, type Keys, type KnownKey } from '../keys.ts';
import type { Store } from '../store.ts';
import { emptyBody, keyView, newKey, newOrganisation } from './bodies.ts';
import { authoringRoot } from './collectionRoutes.ts';

const keysPath = `${authoringRoot}/keys`;
const jsonShape = (description: string, schema: z.ZodType) => ({ description, schema, type: 'application/json' });
const errorShape = (description: string) => ({ description, schema: null, type: 'error' });
const organisationView = z.object({
  organisations: z.array(z.object({ name: z.string(), collections: z.int().min(0) })),
});

/** Adds the demo show to an organisation; `null` when the service has none. */
export type AddDemoShow =
  | ((organisation: string) => Promise<{ readonly mainId: string; readonly added: number }>)
  | null;

export function createKeyRoutes(
  store: Store,
  keys: Keys,
  now: () => number,
  addDemoShow: AddDemoShow,
): readonly Route[] {
  const toView = ({ id, name, endsWith, createdAt, isSetAtStartup }: KnownKey) => {
    return { id, name, endsWith, createdAt, lastUsedAt: keys.lastUsedAt(id), isSetAtStartup };
  };
  const listOrganisations = () => {
    const views = store.organisations().map((name) => ({ name, collections: store.summaries(name).length }));
    return { organisations: views };
  };
  return [
    createPlainRoute(routeInfos.listOrganisations, async () => createJsonResponse(200, listOrganisations())),
    createRoute(routeInfos.createOrganisation, {
      query: null,
      body: newOrganisation,
      handle: async ({ body }) => {
        await store.addOrganisation(body.name);
        return createJsonResponse(201, listOrganisations());
      },
    }),
    createPlainRoute(routeInfos.listKeys, async ({ organisation }) =>
      createJsonResponse(200, { keys: keys.list(organisation).map(toView) }),
    ),
    createRoute(routeInfos.createKey, {
      query: null,
      body: newKey,
      handle: async ({ organisation, body }) => {
        const key = generateKey(organisation);
        const createdAt = new Date(now()).toISOString();
        const stored = {
          id: `key_${randomUUID()}`,
          organisation,
          name: body.name,
          hash: hashOf(key),
          endsWith: key.slice(-4),
          createdAt,
        };
        await store.changeRegistry({ type: 'keyAdded', key: stored });
        return createJsonResponse(201, { ...toView({ ...stored, isSetAtStartup: false }), key });
      },
    }),
    createPlainRoute(routeInfos.revokeKey, async ({ organisation, params }) => {
      const found = keys.list(organisation).find(({ id }) => id === params['keyId']);
      if (found === undefined) throw new HttpError(404, 'KEY_NOT_FOUND', 'No such API key.');
      if (found.isSetAtStartup) {
        throw new HttpError(409, 'SET_AT_STARTUP', 'This API key was set at startup. Restart the service without it.');
      }
      await store.changeRegistry({ type: 'keyRemoved', id: found.id });
      return createJsonResponse(200, { id: found.id });
    }),
    createRoute(routeInfos.addDemoShow, {
      query: null,
      body: emptyBody,
      handle: async ({ organisation }) => {
        if (addDemoShow === null) throw new HttpError(404, 'DEMO_NOT_FOUND', 'This service has no demo show.');
        return createJsonResponse(200, await addDemoShow(organisation));
      },
    }),
  ];
}

const routeInfos = {
  listOrganisations: {
    method: 'GET',
    path: '/authoring/v1',
    caller: 'author',
    operationId: 'listOrganisations',
    summary: 'List organisations',
    description: 'Returns every organisation and its number of collections.',
    tag: 'Organisations',
    responses: { 200: jsonShape('All organisations', organisationView) },
  },
  createOrganisation: {
    method: 'POST',
    path: '/authoring/v1',
    caller: 'author',
    operationId: 'createOrganisation',
    summary: 'Create an organisation',
    description: 'Does nothing if the organisation exists.',
    tag: 'Organisations',
    responses: { 201: jsonShape('All organisations', organisationView) },
  },
  listKeys: {
    method: 'GET',
    path: keysPath,
    caller: 'author',
    operationId: 'listKeys',
    summary: 'List API keys',
    description: 'Returns each key’s name and last four characters, never the key itself.',
    tag: 'Keys',
    responses: { 200: jsonShape('The API keys', z.object({ keys: z.array(keyView) })) },
  },
  createKey: {
    method: 'POST',
    path: keysPath,
    caller: 'author',
    operationId: 'createKey',
    summary: 'Create an API key',
    description: 'Returns the key once. The service stores only its hash, so a lost key must be replaced.',
    tag: 'Keys',
    responses: { 201: jsonShape('The new API key', keyView.extend({ key: z.string() })) },
  },
  revokeKey: {
    method: 'DELETE',
    path: `${keysPath}/{keyId}`,
    caller: 'author',
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately and is permanent: the next request with the key gets 401 INVALID_API_KEY.',
    tag: 'Keys',
    responses: {
      200: jsonShape('The revoked key’s id', z.object({ id: z.string() })),
      404: errorShape('KEY_NOT_FOUND'),
      409: errorShape('SET_AT_STARTUP: the key was set at startup'),
    },
  },
  addDemoShow: {
    method: 'POST',
    path: `${authoringRoot}/demo`,
    caller: 'author',
    operationId: 'addDemoShow',
    summary: 'Add the demo show',
    description: 'Adds the demo collections that are missing. Collections of the same name are not affected.',
    tag: 'Authoring',
    responses: {
      200: jsonShape(
        'The main collection’s id and the number of collections added',
        z.object({ mainId: z.string(), added: z.int().min(0) }),
      ),
      404: errorShape('DEMO_NOT_FOUND'),
    },
  },
} satisfies Record<string, RouteInfo>;
