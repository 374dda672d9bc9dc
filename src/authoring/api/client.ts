/** The authoring API: one function per request. */

import type {
  ApiKey,
  CollectionChange,
  DeliveryLog,
  TestDeliveryResult,
  Webhook,
} from '../../core/authoringDocument.ts';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { type ApiResponse, type CallApi, isRecord, noOptions } from './callApi.ts';
import type { ActiveFault, Collection, CollectionSummary } from './shapes.ts';

/** The fields of a post to add or to change. */
export type RequestFields = Partial<Omit<ContentItem, 'id' | 'lastModifiedDate'>>;

export type ChangeRequest =
  | { readonly verb: 'rename'; readonly name: string }
  | { readonly verb: 'delete' }
  | { readonly verb: 'add'; readonly list: ListName; readonly fields: RequestFields }
  | { readonly verb: 'edit'; readonly itemId: string; readonly fields: RequestFields }
  | { readonly verb: 'deleteItems'; readonly itemIds: readonly string[] }
  | { readonly verb: 'promote' | 'demote'; readonly itemIds: readonly string[]; readonly index: number | null }
  | { readonly verb: 'order'; readonly list: ListName; readonly itemIds: readonly string[] }
  | { readonly verb: 'clearLive' }
  | { readonly verb: 'undo' };

export type Client = ReturnType<typeof createClient>;

/** The lists of one organisation that the page shows, by name. */
export type Lists = {
  readonly collections: readonly CollectionSummary[];
  readonly keys: readonly ApiKey[];
  readonly webhooks: readonly Webhook[];
  readonly deliveries: DeliveryLog;
  /** Exists only if the service was started with `--faults`. */
  readonly faults: readonly ActiveFault[];
};

/** `hasFaults`: whether the service was started with `--faults`. */
export type Organisations = { readonly names: readonly string[]; readonly hasFaults: boolean };

/** Every function rejects with an `ApiError`. */
export function createClient(callApi: CallApi) {
  const root = '/authoring/v1';
  const buildPath = (organisation: string, ...parts: readonly string[]) =>
    [root, organisation, ...parts].map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');
  const get = async (path: string) => (await callApi('GET', path, noOptions)).value;
  const post = async (path: string, body: unknown) => (await callApi('POST', path, { ...noOptions, body })).value;
  const remove = (path: string) => callApi('DELETE', path, noOptions);
  const toCollection = ({ value, etag }: ApiResponse) => parseCollection(value, etag);
  const lists: { readonly [Name in keyof Lists]: (organisation: string) => Promise<Lists[Name]> } = {
    collections: async (organisation) =>
      readList(await get(buildPath(organisation, 'collections')), 'collections') as CollectionSummary[],
    keys: async (organisation) => readList(await get(buildPath(organisation, 'keys')), 'keys') as ApiKey[],
    webhooks: async (organisation) => readList(await get(buildPath(organisation, 'webhooks')), 'webhooks') as Webhook[],
    deliveries: async (organisation) =>
      (await get(`${buildPath(organisation, 'deliveries')}?limit=300`)) as DeliveryLog,
    faults: async (organisation) => readList(await get(buildPath(organisation, 'faults')), 'faults') as ActiveFault[],
  };

  return {
    lists,
    listOrganisations: async (): Promise<Organisations> => {
      const value = await get(root);
      const hasFaults = isRecord(value) && value['hasFaults'] === true;
      return { names: readList(value, 'organisations').map(readName), hasFaults };
    },
    /** `null` when the collection still has `knownEtag`. */
    readCollection: async (organisation: string, collectionId: string, knownEtag: string | null) => {
      const path = buildPath(organisation, 'collections', collectionId);
      return toCollection(await callApi('GET', path, { ...noOptions, ifNoneMatch: knownEtag }));
    },
    createCollection: async (organisation: string, name: string, contentType: string) => {
      const options = { ...noOptions, body: { name, contentType } };
      return toCollection(await callApi('POST', buildPath(organisation, 'collections'), options));
    },
    /** Returns the difference from the version before, or the whole collection. */
    changeCollection: async (organisation: string, collectionId: string, change: ChangeRequest, ifMatch: string) => {
      const [method, pathParts, body] = buildRequest(change);
      const path = buildPath(organisation, 'collections', collectionId, ...pathParts);
      const response = await callApi(method, path, { body, ifMatch, ifNoneMatch: null });
      return parseChange(response.value) ?? toCollection(response);
    },
    addDemoShow: (organisation: string) => post(buildPath(organisation, 'demo'), {}),
    createKey: async (organisation: string, name: string) => ({
      name,
      value: readText(await post(buildPath(organisation, 'keys'), { name }), 'key'),
    }),
    revokeKey: (organisation: string, id: string) => remove(buildPath(organisation, 'keys', id)),
    createWebhook: async (organisation: string, webhook: { name: string; url: string; signing: string }) => ({
      name: webhook.name,
      value: readText(await post(buildPath(organisation, 'webhooks'), webhook), 'secret'),
    }),
    deleteWebhook: (organisation: string, id: string) => remove(buildPath(organisation, 'webhooks', id)),
    testWebhook: async (organisation: string, id: string) =>
      (await post(buildPath(organisation, 'webhooks', id, 'test'), {})) as TestDeliveryResult,
    replaceSecret: async (organisation: string, { id, name }: { id: string; name: string }) => ({
      name,
      value: readText(await post(buildPath(organisation, 'webhooks', id, 'secret'), {}), 'secret'),
    }),
    retryDelivery: (organisation: string, id: string) => post(buildPath(organisation, 'deliveries', id, 'retry'), {}),
    /** Replaces all faults; an empty list switches every fault off. */
    setFaults: (organisation: string, faults: readonly ActiveFault['setting'][]) =>
      callApi('PUT', buildPath(organisation, 'faults'), { ...noOptions, body: { faults } }),
  };
}

/** Reads a collection from a response body or a 412's error details; `null` when there is none. */
export function parseCollection(value: unknown, etag: string | null): Collection | null {
  const source = isRecord(value) && isRecord(value['collection']) ? value['collection'] : value;
  if (!isRecord(source) || typeof source['id'] !== 'string') return null;
  const staging = source['stagingContents'];
  const live = source['liveContents'];
  if (!Array.isArray(staging) || !Array.isArray(live)) return null;
  const lastModifiedDate = String(source['lastModifiedDate']);
  return {
    ...(source as unknown as Collection),
    staging: staging as ContentItem[],
    live: live as ContentItem[],
    etag: etag ?? `"${lastModifiedDate}"`,
  };
}

/** Reads the difference between two versions from a response or an event; `null` if it is something else. */
export function parseChange(value: unknown): CollectionChange | null {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['version'] !== 'number') return null;
  return value['splices'] === null || Array.isArray(value['splices']) ? (value as unknown as CollectionChange) : null;
}

function buildRequest(
  change: ChangeRequest,
): readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', readonly string[], Readonly<Record<string, unknown>> | undefined] {
  // The change of one post says which it was, so that other windows can name it.
  const onlyOne = 'itemIds' in change && change.itemIds.length === 1 ? (change.itemIds[0] ?? null) : null;
  switch (change.verb) {
    case 'rename':
      return ['PATCH', [], { name: change.name }];
    case 'delete':
      return ['DELETE', [], undefined];
    case 'add':
      return ['POST', ['items'], { list: change.list, ...change.fields }];
    case 'edit':
      return ['PATCH', ['items', change.itemId], change.fields];
    case 'deleteItems':
      return onlyOne === null
        ? ['POST', ['delete-items'], { itemIds: change.itemIds }]
        : ['DELETE', ['items', onlyOne], undefined];
    case 'promote':
    case 'demote': {
      const index = change.index === null ? {} : { index: change.index };
      return onlyOne === null
        ? ['POST', [`${change.verb}-items`], { itemIds: change.itemIds, ...index }]
        : ['POST', ['items', onlyOne, change.verb], index];
    }
    case 'order':
      return ['PUT', ['order'], { list: change.list, itemIds: change.itemIds }];
    case 'clearLive':
      return ['POST', ['clear-live'], {}];
    case 'undo':
      return ['POST', ['undo'], {}];
    default:
      return change satisfies never;
  }
}

function readList(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : value;
  return Array.isArray(list) ? list : [];
}

function readName(value: unknown): string {
  return isRecord(value) ? String(value['name']) : String(value);
}

function readText(value: unknown, name: string): string {
  return isRecord(value) ? String(value[name] ?? '') : '';
}
