/** Authoring of webhooks, and what became of their deliveries. */
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, jsonAnswer, Refused } from '../http/answer.ts';
import { type Asked, plainRoute, type Route, type RouteFacts, route } from '../http/route.ts';
import { isSettled } from '../store/deliveryLog.ts';
import type { Delivery } from '../store/record.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Endpoint, Store } from '../store.ts';
import type { Sender } from '../webhooks/sender.ts';
import { deliveriesQuery, deliveryView, newWebhook, nothingNeeded, webhookView } from './bodies.ts';
import { authoringRoot } from './collectionRoutes.ts';

const webhooks = `${authoringRoot}/webhooks`;
const single = `${webhooks}/{webhookId}`;
const deliveries = `${authoringRoot}/deliveries`;
const error = (says: string) => ({ says, schema: null, type: 'error' });
const json = (says: string, schema: z.ZodType) => ({ says, schema, type: 'application/json' });

const trial = z.object({
  outcome: z.enum(['delivered', 'retry', 'failed']).describe('What the table of outcomes says of it'),
  status: z.int().nullable(),
  fault: z.string().nullable(),
  ms: z.number(),
});

export function webhookRoutes(store: Store, sender: () => Sender, now: () => number): readonly Route[] {
  const facts = (method: RouteFacts['method'], path: string, summary: string, answers: RouteFacts['answers']) =>
    ({ method, path, summary, answers, asker: 'author', tag: 'Webhooks' }) as const;
  const endpointOf = ({ organisation, params }: Asked<unknown, unknown>): Endpoint => {
    const found = store.endpointsOf(organisation).find(({ id }) => id === params['webhookId']);
    if (found === undefined) throw new Refused(404, 'WEBHOOK_NOT_FOUND', 'There is no such webhook.');
    return found;
  };
  const registered = (asked: Asked<unknown, unknown>): Endpoint => {
    const found = endpointOf(asked);
    if (found.organisation !== null) return found;
    throw new Refused(409, 'GIVEN_AT_START', 'This webhook was given when the service was started; change it there.');
  };
  const view = ({ id, name, url, signing, createdAt, organisation }: Endpoint) => {
    return {
      id,
      name,
      url,
      signing,
      createdAt,
      isGiven: organisation === null,
      waiting: store.deliveries.pendingCount(id),
    };
  };

  return [
    plainRoute(
      facts('GET', webhooks, 'Who is told of changes', {
        200: json('The webhooks, without their secrets', z.object({ webhooks: z.array(webhookView) })),
      }),
      async ({ organisation }) => jsonAnswer(200, { webhooks: store.endpointsOf(organisation).map(view) }),
    ),
    route(
      facts('POST', webhooks, 'Register an endpoint; private addresses are allowed, as this service is local', {
        201: json('The webhook with its secret, shown this once', webhookView.extend({ secret: z.string() })),
      }),
      {
        query: null,
        body: newWebhook,
        handle: async ({ organisation, body }) => {
          const { name, url, signing } = body;
          const secret = body.secret ?? newSecret();
          const createdAt = new Date(now()).toISOString();
          const webhook = { id: `whk_${randomUUID()}`, organisation, name, url, signing, secret, createdAt };
          await store.changeRegistry({ type: 'webhookAdded', webhook });
          return jsonAnswer(201, { ...view(webhook), secret });
        },
      },
    ),
    plainRoute(
      facts('DELETE', single, 'Remove it; what it is still owed is dropped', {
        200: json('It is removed', z.object({ id: z.string() })),
        404: error('WEBHOOK_NOT_FOUND'),
        409: error('GIVEN_AT_START'),
      }),
      async (asked) => {
        const { id } = registered(asked);
        await store.changeRegistry({ type: 'webhookRemoved', id });
        return jsonAnswer(200, { id });
      },
    ),
    route(
      facts('POST', `${single}/test`, 'A trial delivery now, tried once', {
        200: json('What came of it', trial),
        404: error('WEBHOOK_NOT_FOUND'),
      }),
      {
        query: null,
        body: nothingNeeded,
        handle: async (asked) => {
          const endpoint = endpointOf(asked);
          const collection = (await newestOf(store, asked.organisation)) ?? sample(asked.organisation, now());
          return jsonAnswer(200, await sender().trial(endpoint, collection));
        },
      },
    ),
    route(
      facts('POST', `${single}/secret`, 'A new secret; the old one signs no more', {
        200: json('The secret, shown this once', z.object({ id: z.string(), secret: z.string() })),
        404: error('WEBHOOK_NOT_FOUND'),
        409: error('GIVEN_AT_START'),
      }),
      {
        query: null,
        body: nothingNeeded,
        handle: async (asked) => {
          const { id } = registered(asked);
          const secret = newSecret();
          await store.changeRegistry({ type: 'webhookSecretSet', id, secret });
          return jsonAnswer(200, { id, secret });
        },
      },
    ),
    route(
      facts('GET', deliveries, 'Deliveries, newest first', {
        200: json(
          'What became of each',
          z.object({ deliveries: z.array(deliveryView), waiting: z.int().min(0), total: z.int().min(0) }),
        ),
      }),
      {
        query: deliveriesQuery,
        body: null,
        handle: async ({ organisation, query }) =>
          listDeliveries(store, organisation, query.limit, query.state ?? null),
      },
    ),
    route(
      facts(
        'POST',
        `${deliveries}/{deliveryId}/retry`,
        'Try a waiting one now; send a settled one’s collection again as it is now',
        {
          202: json('It is under way', z.object({ id: z.string() })),
          404: error('DELIVERY_NOT_FOUND, or its collection is gone'),
        },
      ),
      {
        query: null,
        body: nothingNeeded,
        handle: async ({ organisation, params }) => {
          const found = store.deliveries.find(params['deliveryId'] ?? '');
          if (found === null || found.organisation !== organisation) throw deliveryUnknown();
          if (isSettled(found)) {
            const isKnown = store.endpointsOf(organisation).some(({ id }) => id === found.webhookId);
            if (!isKnown) throw new Refused(404, 'WEBHOOK_NOT_FOUND', 'Its webhook was removed.');
            const isAsked = await store.askDelivery(organisation, found.collectionId, found.webhookId);
            if (!isAsked) throw new Refused(404, 'COLLECTION_NOT_FOUND', 'Its collection was deleted.');
          }
          sender().tryNow(found.webhookId);
          return jsonAnswer(202, { id: found.id });
        },
      },
    ),
  ];
}

function listDeliveries(store: Store, organisation: string, limit: number, state: Delivery['state'] | null): Answer {
  const names = new Map(store.endpointsOf(organisation).map(({ id, name }) => [id, name]));
  const mine = store.deliveries.list().filter((delivery) => delivery.organisation === organisation);
  const waiting = mine.filter((delivery) => !isSettled(delivery));
  const places = new Map<string, number>();
  const taken = new Map<string, number>();
  for (const { id, webhookId } of waiting.toReversed()) {
    const place = (taken.get(webhookId) ?? 0) + 1;
    taken.set(webhookId, place);
    places.set(id, place);
  }
  const shown = (state === null ? mine : mine.filter((delivery) => delivery.state === state)).slice(0, limit);
  const views = shown.map(({ seq: _seq, organisation: _organisation, ...delivery }) => ({
    ...delivery,
    webhookName: names.get(delivery.webhookId) ?? null,
    place: places.get(delivery.id) ?? null,
  }));
  return jsonAnswer(200, { deliveries: views, waiting: waiting.length, total: mine.length });
}

async function newestOf(store: Store, organisation: string): Promise<StoredCollection | null> {
  const newest = store
    .summaries(organisation)
    .reduce<{ readonly id: string; readonly at: string } | null>(
      (best, { id, lastModifiedDate: at }) => (best === null || at > best.at ? { id, at } : best),
      null,
    );
  return newest === null ? null : store.read(organisation, newest.id);
}

/** A collection of no posts, for a trial before there is any other. */
function sample(organisation: string, nowMs: number): StoredCollection {
  const at = new Date(nowMs).toISOString();
  return {
    id: 'col_trial',
    organisation,
    name: 'Trial delivery',
    contentType: 'SOCIAL_POST',
    isDeleted: false,
    version: 1,
    createdDate: at,
    lastModifiedDate: at,
    lastChange: { kind: 'collectionCreated', itemId: null, at },
    staging: [],
    live: [],
    undo: [],
  };
}

function newSecret(): string {
  return `whs_${randomBytes(24).toString('base64url')}`;
}

function deliveryUnknown(): Refused {
  return new Refused(404, 'DELIVERY_NOT_FOUND', 'There is no such delivery.');
}
