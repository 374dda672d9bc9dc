/** Authoring API for webhooks and their deliveries. */
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createJsonResponse, HttpError, type HttpResponse } from '../http/response.ts';
import { createPlainRoute, createRoute, type RequestContext, type Route, type RouteInfo } from '../http/route.ts';
import { isSettled } from '../store/deliveryLog.ts';
import type { Delivery } from '../store/records.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Endpoint, Store } from '../store.ts';
import type { Sender } from '../webhooks/sender.ts';
import { deliveriesQuery, deliveryView, emptyBody, newWebhook, webhookView } from './bodies.ts';
import { authoringRoot } from './collectionRoutes.ts';

const webhooks = `${authoringRoot}/webhooks`;
const single = `${webhooks}/{webhookId}`;
const deliveries = `${authoringRoot}/deliveries`;
const errorShape = (description: string) => ({ description, schema: null, type: 'error' });
const jsonShape = (description: string, schema: z.ZodType) => ({ description, schema, type: 'application/json' });

const testResult = z.object({
  outcome: z.enum(['delivered', 'retry', 'failed']).describe('The outcome that a real delivery would have'),
  status: z.int().nullable(),
  fault: z.string().nullable(),
  ms: z.number(),
});

export function createWebhookRoutes(store: Store, sender: () => Sender, now: () => number): readonly Route[] {
  const endpointOf = ({ organisation, params }: RequestContext<unknown, unknown>): Endpoint => {
    const found = store.endpointsOf(organisation).find(({ id }) => id === params['webhookId']);
    if (found === undefined) throw new HttpError(404, 'WEBHOOK_NOT_FOUND', 'No such webhook.');
    return found;
  };
  const registeredEndpointOf = (context: RequestContext<unknown, unknown>): Endpoint => {
    const found = endpointOf(context);
    if (found.organisation !== null) return found;
    throw new HttpError(409, 'SET_AT_STARTUP', 'This webhook was set at startup. Restart the service without it.');
  };
  const toView = ({ id, name, url, signing, createdAt, organisation }: Endpoint) => {
    return {
      id,
      name,
      url,
      signing,
      createdAt,
      isSetAtStartup: organisation === null,
      waiting: store.deliveries.pendingCount(id),
    };
  };

  return [
    createPlainRoute(routeInfos.listWebhooks, async ({ organisation }) =>
      createJsonResponse(200, { webhooks: store.endpointsOf(organisation).map(toView) }),
    ),
    createRoute(routeInfos.createWebhook, {
      query: null,
      body: newWebhook,
      handle: async ({ organisation, body }) => {
        const { name, url, signing } = body;
        const secret = body.secret ?? generateSecret();
        const createdAt = new Date(now()).toISOString();
        const webhook = { id: `whk_${randomUUID()}`, organisation, name, url, signing, secret, createdAt };
        await store.changeRegistry({ type: 'webhookAdded', webhook });
        return createJsonResponse(201, { ...toView(webhook), secret });
      },
    }),
    createPlainRoute(routeInfos.deleteWebhook, async (context) => {
      const { id } = registeredEndpointOf(context);
      await store.changeRegistry({ type: 'webhookRemoved', id });
      return createJsonResponse(200, { id });
    }),
    createRoute(routeInfos.sendTestDelivery, {
      query: null,
      body: emptyBody,
      handle: async (context) => {
        const endpoint = endpointOf(context);
        const collection =
          (await findNewestCollection(store, context.organisation)) ?? sampleCollection(context.organisation, now());
        return createJsonResponse(200, await sender().sendTest(endpoint, collection));
      },
    }),
    createRoute(routeInfos.replaceWebhookSecret, {
      query: null,
      body: emptyBody,
      handle: async (context) => {
        const { id } = registeredEndpointOf(context);
        const secret = generateSecret();
        await store.changeRegistry({ type: 'webhookSecretSet', id, secret });
        return createJsonResponse(200, { id, secret });
      },
    }),
    createRoute(routeInfos.listDeliveries, {
      query: deliveriesQuery,
      body: null,
      handle: async ({ organisation, query }) => listDeliveries(store, organisation, query.limit, query.state ?? null),
    }),
    createRoute(routeInfos.retryDelivery, {
      query: null,
      body: emptyBody,
      handle: async ({ organisation, params }) => {
        const found = store.deliveries.find(params['deliveryId'] ?? '');
        if (found === null || found.organisation !== organisation) {
          throw new HttpError(404, 'DELIVERY_NOT_FOUND', 'No such delivery.');
        }
        if (isSettled(found)) {
          const isKnown = store.endpointsOf(organisation).some(({ id }) => id === found.webhookId);
          if (!isKnown) throw new HttpError(404, 'WEBHOOK_NOT_FOUND', 'The delivery’s webhook was deleted.');
          const isQueued = await store.requestRedelivery(organisation, found.collectionId, found.webhookId);
          if (!isQueued) throw new HttpError(404, 'COLLECTION_NOT_FOUND', 'The delivery’s collection was deleted.');
        }
        sender().tryNow(found.webhookId);
        return createJsonResponse(202, { id: found.id });
      },
    }),
  ];
}

const shared = { caller: 'author', tag: 'Webhooks' } as const;

const routeInfos = {
  listWebhooks: {
    ...shared,
    method: 'GET',
    path: webhooks,
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Returns the endpoints that are notified of changes, without their secrets.',
    responses: { 200: jsonShape('The webhooks', z.object({ webhooks: z.array(webhookView) })) },
  },
  createWebhook: {
    ...shared,
    method: 'POST',
    path: webhooks,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description: 'Returns the secret once. Private addresses are allowed: this service is local.',
    responses: { 201: jsonShape('The new webhook with its secret', webhookView.extend({ secret: z.string() })) },
  },
  deleteWebhook: {
    ...shared,
    method: 'DELETE',
    path: single,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Also discards its waiting deliveries.',
    responses: {
      200: jsonShape('The deleted webhook’s id', z.object({ id: z.string() })),
      404: errorShape('WEBHOOK_NOT_FOUND'),
      409: errorShape('SET_AT_STARTUP: the webhook was set at startup'),
    },
  },
  sendTestDelivery: {
    ...shared,
    method: 'POST',
    path: `${single}/test`,
    operationId: 'sendTestDelivery',
    summary: 'Send a test delivery',
    description: 'Sends the newest collection once, now, outside the queue. The delivery log does not list it.',
    responses: { 200: jsonShape('The result', testResult), 404: errorShape('WEBHOOK_NOT_FOUND') },
  },
  replaceWebhookSecret: {
    ...shared,
    method: 'POST',
    path: `${single}/secret`,
    operationId: 'replaceWebhookSecret',
    summary: 'Replace the secret',
    description: 'Returns the new secret once. The service stops using the old one immediately.',
    responses: {
      200: jsonShape('The new secret', z.object({ id: z.string(), secret: z.string() })),
      404: errorShape('WEBHOOK_NOT_FOUND'),
      409: errorShape('SET_AT_STARTUP: the webhook was set at startup'),
    },
  },
  listDeliveries: {
    ...shared,
    method: 'GET',
    path: deliveries,
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: 'Returns waiting and recent deliveries, newest first.',
    responses: {
      200: jsonShape(
        'The deliveries, with the number waiting and the total',
        z.object({ deliveries: z.array(deliveryView), waiting: z.int().min(0), total: z.int().min(0) }),
      ),
    },
  },
  retryDelivery: {
    ...shared,
    method: 'POST',
    path: `${deliveries}/{deliveryId}/retry`,
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    description: 'Sends a waiting delivery now. For a finished one, sends the collection’s current version.',
    responses: {
      202: jsonShape('The retry is queued', z.object({ id: z.string() })),
      404: errorShape('DELIVERY_NOT_FOUND, WEBHOOK_NOT_FOUND or COLLECTION_NOT_FOUND'),
    },
  },
} satisfies Record<string, RouteInfo>;

function listDeliveries(
  store: Store,
  organisation: string,
  limit: number,
  state: Delivery['state'] | null,
): HttpResponse {
  const names = new Map(store.endpointsOf(organisation).map(({ id, name }) => [id, name]));
  const mine = store.deliveries.list().filter((delivery) => delivery.organisation === organisation);
  const waiting = mine.filter((delivery) => !isSettled(delivery));
  const positions = new Map<string, number>();
  const queueLengths = new Map<string, number>();
  for (const { id, webhookId } of waiting.toReversed()) {
    const position = (queueLengths.get(webhookId) ?? 0) + 1;
    queueLengths.set(webhookId, position);
    positions.set(id, position);
  }
  const shown = (state === null ? mine : mine.filter((delivery) => delivery.state === state)).slice(0, limit);
  const views = shown.map(({ seq: _seq, organisation: _organisation, ...delivery }) => ({
    ...delivery,
    webhookName: names.get(delivery.webhookId) ?? null,
    queuePosition: positions.get(delivery.id) ?? null,
  }));
  return createJsonResponse(200, { deliveries: views, waiting: waiting.length, total: mine.length });
}

async function findNewestCollection(store: Store, organisation: string): Promise<StoredCollection | null> {
  const newest = store
    .summaries(organisation)
    .reduce<{ readonly id: string; readonly at: string } | null>(
      (best, { id, lastModifiedDate: at }) => (best === null || at > best.at ? { id, at } : best),
      null,
    );
  return newest === null ? null : store.read(organisation, newest.id);
}

/** An empty collection, for a test before the organisation has any. */
function sampleCollection(organisation: string, nowMs: number): StoredCollection {
  const at = new Date(nowMs).toISOString();
  return {
    id: 'col_trial',
    organisation,
    name: 'Test delivery',
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

function generateSecret(): string {
  return `whs_${randomBytes(24).toString('base64url')}`;
}
