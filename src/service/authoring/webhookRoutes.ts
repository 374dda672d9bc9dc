/** Authoring API for webhooks and their deliveries. */
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { deliveryList, testResult, webhookView } from '../../core/authoringDocument.ts';
import { errorResponse } from '../../core/serviceDocument.ts';
import type { App } from '../http/app.ts';
import { HttpError } from '../http/httpError.ts';
import { isSettled, listLost } from '../store/deliveryLog.ts';
import type { Delivery } from '../store/records.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Endpoint, Store } from '../store.ts';
import type { Sender } from '../webhooks/sender.ts';
import { deliveriesQuery, emptyBody, newWebhook } from './bodies.ts';

const webhooks = '/:organisation/webhooks';
const single = `${webhooks}/:webhookId`;
const deliveries = '/:organisation/deliveries';
const tags = ['Webhooks'];
const onWebhook = z.object({ webhookId: z.string() });
const webhookNotFound = errorResponse.describe('WEBHOOK_NOT_FOUND');
const setAtStartup = errorResponse.describe('SET_AT_STARTUP: the webhook was set at startup');

export function addWebhookRoutes(app: App, store: Store, sender: Sender, now: () => number): void {
  const findEndpoint = (organisation: string, webhookId: string): Endpoint => {
    const found = store.endpointsOf(organisation).find(({ id }) => id === webhookId);
    if (found === undefined) throw new HttpError(404, 'WEBHOOK_NOT_FOUND', 'No such webhook.');
    return found;
  };
  const findRegisteredEndpoint = (organisation: string, webhookId: string): Endpoint => {
    const found = findEndpoint(organisation, webhookId);
    if (found.organisation !== null) return found;
    throw new HttpError(409, 'SET_AT_STARTUP', 'This webhook was set at startup. Restart the service without it.');
  };
  const toView = ({ id, name, url, signing, createdAt, organisation }: Endpoint) => {
    const waiting = store.deliveries.pendingCount(id);
    return { id, name, url, signing, createdAt, isSetAtStartup: organisation === null, waiting };
  };

  app.get(
    webhooks,
    {
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Returns the endpoints that are notified of changes, without their secrets.',
        response: { 200: z.object({ webhooks: z.array(webhookView) }).describe('The webhooks') },
      },
    },
    async ({ organisation }) => ({ webhooks: store.endpointsOf(organisation).map(toView) }),
  );

  app.post(
    webhooks,
    {
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'Returns the secret once. Private addresses are allowed: this service is local.',
        body: newWebhook,
        response: { 201: webhookView.extend({ secret: z.string() }).describe('The new webhook with its secret') },
      },
    },
    async ({ organisation, body }, reply) => {
      const { name, url, signing, secret = generateSecret() } = body;
      const createdAt = new Date(now()).toISOString();
      const webhook = { id: `whk_${randomUUID()}`, organisation, name, url, signing, secret, createdAt };
      await store.changeRegistry({ type: 'webhookAdded', webhook });
      reply.code(201);
      return { ...toView(webhook), secret };
    },
  );

  app.delete(
    single,
    {
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Also discards its waiting deliveries.',
        params: onWebhook,
        response: {
          200: z.object({ id: z.string() }).describe('The deleted webhook’s id'),
          404: webhookNotFound,
          409: setAtStartup,
        },
      },
    },
    async ({ organisation, params }) => {
      const { id } = findRegisteredEndpoint(organisation, params.webhookId);
      await store.changeRegistry({ type: 'webhookRemoved', id });
      return { id };
    },
  );

  app.post(
    `${single}/test`,
    {
      schema: {
        tags,
        operationId: 'sendTestDelivery',
        summary: 'Send a test delivery',
        description: 'Sends the newest collection once, now, outside the queue. The delivery log does not list it.',
        params: onWebhook,
        body: emptyBody,
        response: { 200: testResult.describe('The result'), 404: webhookNotFound },
      },
    },
    async ({ organisation, params }) => {
      const endpoint = findEndpoint(organisation, params.webhookId);
      const collection = (await findNewestCollection(store, organisation)) ?? sampleCollection(organisation, now());
      return sender.sendTest(endpoint, collection);
    },
  );

  app.post(
    `${single}/secret`,
    {
      schema: {
        tags,
        operationId: 'replaceWebhookSecret',
        summary: 'Replace the secret',
        description: 'Returns the new secret once. The service stops using the old one immediately.',
        params: onWebhook,
        body: emptyBody,
        response: {
          200: z.object({ id: z.string(), secret: z.string() }).describe('The new secret'),
          404: webhookNotFound,
          409: setAtStartup,
        },
      },
    },
    async ({ organisation, params }) => {
      const { id } = findRegisteredEndpoint(organisation, params.webhookId);
      const secret = generateSecret();
      await store.changeRegistry({ type: 'webhookSecretSet', id, secret });
      return { id, secret };
    },
  );

  app.get(
    deliveries,
    {
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'Returns waiting and recent deliveries, newest first.',
        querystring: deliveriesQuery,
        response: { 200: deliveryList.describe('The deliveries, with the number waiting and the total') },
      },
    },
    async ({ organisation, query }) => listDeliveries(store, organisation, query.limit, query.state ?? null),
  );

  app.post(
    `${deliveries}/:deliveryId/retry`,
    {
      schema: {
        tags,
        operationId: 'retryDelivery',
        summary: 'Retry a delivery',
        description: 'Sends a waiting delivery now. For a finished one, sends the collection’s current version.',
        params: z.object({ deliveryId: z.string() }),
        body: emptyBody,
        response: {
          202: z.object({ id: z.string() }).describe('The retry is queued'),
          404: errorResponse.describe('DELIVERY_NOT_FOUND, WEBHOOK_NOT_FOUND or COLLECTION_NOT_FOUND'),
        },
      },
    },
    async ({ organisation, params }, reply) => {
      const found = store.deliveries.find(params.deliveryId);
      if (found === null || found.organisation !== organisation) {
        throw new HttpError(404, 'DELIVERY_NOT_FOUND', 'No such delivery.');
      }
      if (isSettled(found)) {
        const isKnown = store.endpointsOf(organisation).some(({ id }) => id === found.webhookId);
        if (!isKnown) throw new HttpError(404, 'WEBHOOK_NOT_FOUND', 'The delivery’s webhook was deleted.');
        const isQueued = await store.requestRedelivery(organisation, found.collectionId, found.webhookId);
        if (!isQueued) throw new HttpError(404, 'COLLECTION_NOT_FOUND', 'The delivery’s collection was deleted.');
      }
      sender.tryNow(found.webhookId);
      reply.code(202);
      return { id: found.id };
    },
  );
}

function listDeliveries(store: Store, organisation: string, limit: number, state: Delivery['state'] | null) {
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
  const newest = (state === null ? mine : mine.filter((delivery) => delivery.state === state)).slice(0, limit);
  const collectionIds = new Set(store.summaries(organisation).map(({ id }) => id));
  const lost = listLost(mine).filter(
    ({ webhookId, collectionId }) => names.has(webhookId) && collectionIds.has(collectionId),
  );
  // However old: the webhook still lacks that version.
  const olderLost = state === null ? lost.filter((delivery) => !newest.includes(delivery)) : [];
  const lostIds = new Set(lost.map(({ id }) => id));
  const views = [...newest, ...olderLost].map(({ seq: _seq, organisation: _organisation, ...delivery }) => ({
    ...delivery,
    isLost: lostIds.has(delivery.id),
    webhookName: names.get(delivery.webhookId) ?? null,
    queuePosition: positions.get(delivery.id) ?? null,
  }));
  return { deliveries: views, waiting: waiting.length, total: mine.length };
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
    lastChange: { kind: 'collectionCreated', itemId: null, at, undone: null },
    staging: [],
    live: [],
    undo: [],
  };
}

function generateSecret(): string {
  return `whs_${randomBytes(24).toString('base64url')}`;
}
