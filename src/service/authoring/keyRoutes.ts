/** Authoring of readers' keys and of organisations, the demo show, and the stream that tells the page what changed. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonAnswer, Refused } from '../http/answer.ts';
import { plainRoute, type Route, type RouteFacts, route } from '../http/route.ts';
import { hashOf, type Keys, type KnownKey, makeKey } from '../keys.ts';
import type { Store } from '../store.ts';
import { keyView, newKey, newOrganisation, nothingNeeded } from './bodies.ts';
import { authoringRoot } from './collectionRoutes.ts';

const keysPath = `${authoringRoot}/keys`;
const json = (says: string, schema: z.ZodType) => ({ says, schema, type: 'application/json' });
const organisationView = z.object({
  organisations: z.array(z.object({ name: z.string(), collections: z.int().min(0) })),
});

/** Fills in the demo show; null where the service came without it. */
export type FillDemo = ((organisation: string) => Promise<{ readonly mainId: string; readonly added: number }>) | null;

export function keyRoutes(store: Store, keys: Keys, now: () => number, fillDemo: FillDemo): readonly Route[] {
  const facts = (
    method: RouteFacts['method'],
    path: string,
    tag: string,
    summary: string,
    answers: RouteFacts['answers'],
  ) => ({ method, path, tag, summary, answers, asker: 'author' }) as const;
  const view = ({ id, name, endsWith, createdAt, isGiven }: KnownKey) => {
    return { id, name, endsWith, createdAt, lastUsedAt: keys.lastUsedAt(id), isGiven };
  };
  const organisations = () => {
    const views = store.organisations().map((name) => ({ name, collections: store.summaries(name).length }));
    return { organisations: views };
  };
  return [
    plainRoute(
      facts('GET', '/authoring/v1', 'Organisations', 'The organisations', {
        200: json('Their names', organisationView),
      }),
      async () => jsonAnswer(200, organisations()),
    ),
    route(
      facts('POST', '/authoring/v1', 'Organisations', 'Make an organisation', {
        201: json('All of them', organisationView),
      }),
      {
        query: null,
        body: newOrganisation,
        handle: async ({ body }) => {
          await store.addOrganisation(body.name);
          return jsonAnswer(201, organisations());
        },
      },
    ),
    plainRoute(
      facts('GET', keysPath, 'Keys', 'The organisation’s keys, never the keys themselves', {
        200: json('The keys', z.object({ keys: z.array(keyView) })),
      }),
      async ({ organisation }) => jsonAnswer(200, { keys: keys.of(organisation).map(view) }),
    ),
    route(
      facts('POST', keysPath, 'Keys', 'Make a key; it is answered this once and kept only as a hash', {
        201: json('The key', keyView.extend({ key: z.string() })),
      }),
      {
        query: null,
        body: newKey,
        handle: async ({ organisation, body }) => {
          const key = makeKey(organisation);
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
          return jsonAnswer(201, { ...view({ ...stored, isGiven: false }), key });
        },
      },
    ),
    plainRoute(
      facts('DELETE', `${keysPath}/{keyId}`, 'Keys', 'Revoke a key; the next request with it is refused', {
        200: json('It is revoked', z.object({ id: z.string() })),
        404: { says: 'KEY_NOT_FOUND', schema: null, type: 'error' },
        409: { says: 'GIVEN_AT_START', schema: null, type: 'error' },
      }),
      async ({ organisation, params }) => {
        const found = keys.of(organisation).find(({ id }) => id === params['keyId']);
        if (found === undefined) throw new Refused(404, 'KEY_NOT_FOUND', 'There is no such key.');
        if (found.isGiven) {
          throw new Refused(
            409,
            'GIVEN_AT_START',
            'This key was given when the service was started; leave it out there.',
          );
        }
        await store.changeRegistry({ type: 'keyRemoved', id: found.id });
        return jsonAnswer(200, { id: found.id });
      },
    ),
    route(
      facts('POST', `${authoringRoot}/demo`, 'Authoring', 'Fill in the demo show', {
        200: json(
          'The main collection, and how many were added',
          z.object({ mainId: z.string(), added: z.int().min(0) }),
        ),
        404: { says: 'DEMO_NOT_FOUND', schema: null, type: 'error' },
      }),
      {
        query: null,
        body: nothingNeeded,
        handle: async ({ organisation }) => {
          if (fillDemo === null) throw new Refused(404, 'DEMO_NOT_FOUND', 'This service came without the demo show.');
          return jsonAnswer(200, await fillDemo(organisation));
        },
      },
    ),
  ];
}
