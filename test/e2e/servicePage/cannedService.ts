/** Serves the built page and canned responses of the authoring API at the mock-ups' address, without a service. */
import { join, resolve } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import type { ActiveFault, CollectionSummary } from '../../../src/authoring/api/shapes.ts';
import type { ApiKey, AuthoredCollection, DeliveryLog, Webhook } from '../../../src/core/authoringDocument.ts';
import { authoringToken, pageDir } from '../authoringPage.ts';
import { externalPictureUrl, mediaBytes, organisation, origin } from './show.ts';

const root = resolve(import.meta.dirname, '../../..');
const demoMedia = join(root, 'resources/demo/media');

export type CannedResponse = { readonly status: number; readonly body: unknown };

/** The service's state. A test may change it while the page is open. */
export type CannedService = {
  summaries: readonly CollectionSummary[];
  /** The only collection that can be opened. */
  collection: AuthoredCollection | null;
  keys: readonly ApiKey[];
  webhooks: readonly Webhook[];
  log: DeliveryLog;
  /** `null` for a service started without `--faults`. */
  faults: readonly ActiveFault[] | null;
  /** Responds to a request that changes something; `request` is, for example, `POST /keys`. */
  respondToChange: (request: string, body: unknown) => CannedResponse;
};

export async function serveCanned(page: Page, service: CannedService): Promise<void> {
  await page.route(`${origin}/authoring/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname.slice('/authoring/'.length);
    return route.fulfill({ path: join(pageDir, file === '' ? 'authoring.html' : file) });
  });
  await page.route(`${origin}/media/**`, sendMedia);
  await page.route(externalPictureUrl, sendMedia);
  await page.route(`${origin}/authoring/v1**`, (route) => fulfillApi(route, service));
  await page.route(`${origin}/authoring/v1/**`, (route) => fulfillApi(route, service));
}

/** Draws stored pictures at the size given in their names; takes faces and videos from the demo show. */
async function sendMedia(route: Route): Promise<void> {
  const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
  const [, width, height] = /-(\d+)x(\d+)\.jpg$/.exec(name) ?? [];
  if (width === undefined || height === undefined) return route.fulfill({ path: join(demoMedia, name) });
  const length = mediaBytes[name];
  if (route.request().method() === 'HEAD' && length !== undefined)
    return route.fulfill({ headers: { 'content-length': String(length) } });
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#356"/></svg>`;
  return route.fulfill({ contentType: 'image/svg+xml', body });
}

async function fulfillApi(route: Route, service: CannedService): Promise<void> {
  const request = route.request();
  if ((await request.headerValue('authorization')) !== `Bearer ${authoringToken}`) return refuse(route, 401);
  const path = decodeURIComponent(new URL(request.url()).pathname).replace(/^\/authoring\/v1/, '');
  const resource = path.replace(`/${organisation}`, '');
  // The event stream stays open and silent.
  if (resource === '/events') return;
  if (request.method() !== 'GET') {
    const { status, body } = service.respondToChange(`${request.method()} ${resource}`, readBody(request));
    return route.fulfill({ status, json: body });
  }
  const { collection } = service;
  if (collection !== null && resource === `/collections/${collection.id}`) {
    const etag = `"${collection.version}"`;
    if ((await request.headerValue('if-none-match')) === etag) return route.fulfill({ status: 304, headers: { etag } });
    return route.fulfill({ json: collection, headers: { etag } });
  }
  const list = buildResponses(service)[path === '' ? '' : resource];
  return list === undefined ? refuse(route, 404) : route.fulfill({ json: list });
}

function buildResponses(service: CannedService): Readonly<Record<string, unknown>> {
  const { summaries, keys, webhooks, log, faults } = service;
  return {
    '': { organisations: [{ name: organisation, collections: summaries.length }], hasFaults: faults !== null },
    '/collections': { collections: summaries },
    '/keys': { keys },
    '/webhooks': { webhooks },
    '/deliveries': log,
    ...(faults === null ? {} : { '/faults': { faults } }),
  };
}

/** An upload's body is a file, not JSON. */
function readBody(request: Request): unknown {
  return request.headers()['content-type'] === 'application/json' ? request.postDataJSON() : null;
}

function refuse(route: Route, status: number): Promise<void> {
  return route.fulfill({ status, json: { error: { code: 'REFUSED', message: `No canned response: ${status}.` } } });
}
