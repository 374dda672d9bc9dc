/** Authoring API for API keys, organisations and the demo show. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { keyView } from '../../core/authoringDocument.ts';
import { errorResponse } from '../../core/serviceDocument.ts';
import type { App } from '../http/app.ts';
import { HttpError } from '../http/httpError.ts';
import { generateKey, hashOf, type Keys, type KnownKey } from '../keys.ts';
import type { Store } from '../store.ts';
import { emptyBody, newKey, newOrganisation } from './bodies.ts';

const organisationList = z
  .object({
    organisations: z.array(z.object({ name: z.string(), collections: z.int().min(0) })),
    hasFaults: z.boolean().describe('True if the service was started with `--faults`, so that faults can be set.'),
  })
  .describe('All organisations');

const demoResult = z.object({ mainId: z.string(), added: z.int().min(0) });

/** Adds the demo show to an organisation; `null` when the service has none. */
export type AddDemoShow =
  | ((organisation: string) => Promise<{ readonly mainId: string; readonly added: number }>)
  | null;

export type KeyRouteDeps = {
  readonly store: Store;
  readonly keys: Keys;
  readonly now: () => number;
  readonly addDemoShow: AddDemoShow;
  readonly hasFaults: boolean;
};

export function addKeyRoutes(app: App, { store, keys, now, addDemoShow, hasFaults }: KeyRouteDeps): void {
  const toView = ({ id, name, endsWith, createdAt, isSetAtStartup }: KnownKey) => {
    return { id, name, endsWith, createdAt, lastUsedAt: keys.lastUsedAt(id), isSetAtStartup };
  };
  const listOrganisations = () => {
    const views = store.organisations().map((name) => ({ name, collections: store.summaries(name).length }));
    return { organisations: views, hasFaults };
  };

  app.get(
    '',
    {
      schema: {
        tags: ['Organisations'],
        operationId: 'listOrganisations',
        summary: 'List organisations',
        description: 'Returns every organisation and its number of collections, and whether faults can be set.',
        response: { 200: organisationList },
      },
    },
    async () => listOrganisations(),
  );

  app.post(
    '',
    {
      schema: {
        tags: ['Organisations'],
        operationId: 'createOrganisation',
        summary: 'Create an organisation',
        description: 'Does nothing if the organisation exists.',
        body: newOrganisation,
        response: { 201: organisationList },
      },
    },
    async ({ body }, reply) => {
      await store.addOrganisation(body.name);
      reply.code(201);
      return listOrganisations();
    },
  );

  app.get(
    '/:organisation/keys',
    {
      schema: {
        tags: ['Keys'],
        operationId: 'listKeys',
        summary: 'List API keys',
        description: 'Returns each key’s name and last four characters, never the key itself.',
        response: { 200: z.object({ keys: z.array(keyView) }).describe('The API keys') },
      },
    },
    async ({ organisation }) => ({ keys: keys.list(organisation).map(toView) }),
  );

  app.post(
    '/:organisation/keys',
    {
      schema: {
        tags: ['Keys'],
        operationId: 'createKey',
        summary: 'Create an API key',
        description: 'Returns the key once. The service stores only its hash, so a lost key must be replaced.',
        body: newKey,
        response: { 201: keyView.extend({ key: z.string() }).describe('The new API key') },
      },
    },
    async ({ organisation, body }, reply) => {
      const key = generateKey(organisation);
      const stored = {
        id: `key_${randomUUID()}`,
        organisation,
        name: body.name,
        hash: hashOf(key),
        endsWith: key.slice(-4),
        createdAt: new Date(now()).toISOString(),
      };
      await store.changeRegistry({ type: 'keyAdded', key: stored });
      reply.code(201);
      return { ...toView({ ...stored, isSetAtStartup: false }), key };
    },
  );

  app.delete(
    '/:organisation/keys/:keyId',
    {
      schema: {
        tags: ['Keys'],
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description:
          'Takes effect immediately and is permanent: the next request with the key gets 401 INVALID_API_KEY.',
        params: z.object({ keyId: z.string() }),
        response: {
          200: z.object({ id: z.string() }).describe('The revoked key’s id'),
          404: errorResponse.describe('KEY_NOT_FOUND'),
          409: errorResponse.describe('SET_AT_STARTUP: the key was set at startup'),
        },
      },
    },
    async ({ organisation, params }) => {
      const found = keys.list(organisation).find(({ id }) => id === params.keyId);
      if (found === undefined) throw new HttpError(404, 'KEY_NOT_FOUND', 'No such API key.');
      if (found.isSetAtStartup) {
        throw new HttpError(409, 'SET_AT_STARTUP', 'This API key was set at startup. Restart the service without it.');
      }
      await store.changeRegistry({ type: 'keyRemoved', id: found.id });
      return { id: found.id };
    },
  );

  app.post(
    '/:organisation/demo',
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'addDemoShow',
        summary: 'Add the demo show',
        description: 'Adds the demo collections that are missing. Collections of the same name are not affected.',
        body: emptyBody,
        response: {
          200: demoResult.describe('The main collection’s id and the number of collections added'),
          404: errorResponse.describe('DEMO_NOT_FOUND'),
        },
      },
    },
    async ({ organisation }) => {
      if (addDemoShow === null) throw new HttpError(404, 'DEMO_NOT_FOUND', 'This service has no demo show.');
      return addDemoShow(organisation);
    },
  );
}
