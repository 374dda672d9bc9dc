/** The authoring API: one function per request. */
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { type ApiResult, type CallApi, isRecord, noOptions } from './callApi.ts';
import type {
  ActiveFault,
  ApiKey,
  Collection,
  CollectionSummary,
  DeliveryLog,
  TestDeliveryResult,
  Webhook,
} from './shapes.ts';

/** The fields of a post to add or to change. */
export type RequestFields = Partial<Omit<ContentItem, 'id' | 'lastModifiedDate'>>;

export type ChangeRequest =
  | { readonly verb: 'rename'; readonly name: string }
  | { readonly verb: 'delete' }
  | { readonly verb: 'add'; readonly list: ListName; readonly fields: RequestFields }
  | { readonly verb: 'edit'; readonly itemId: string; readonly fields: RequestFields }
  | { readonly verb: 'deleteItem'; readonly itemId: string }
  | { readonly verb: 'promote' | 'demote'; readonly itemId: string; readonly index: number | null }
  | { readonly verb: 'order'; readonly list: ListName; readonly itemIds: readonly string[] }
  | { readonly verb: 'clearLive' }
  | { readonly verb: 'undo' };

export type Client = ReturnType<typeof createClient>;

export function createClient(callApi: CallApi) {
  const root = '/authoring/v1';
  const buildPath = (organisation: string, ...parts: readonly string[]) =>
    [root, organisation, ...parts].map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');
  const get = (path: string) => callApi('GET', path, noOptions);
  const post = (path: string, body: unknown) => callApi('POST', path, { ...noOptions, body });

  return {
    listOrganisations: async () =>
      mapResult(await get(root), (value) => readList(value, 'organisations').map(readName)),
    listCollections: async (organisation: string) =>
      mapResult(
        await get(buildPath(organisation, 'collections')),
        (value) => readList(value, 'collections') as CollectionSummary[],
      ),
    /** The value is `null` when the collection still has `knownEtag`. */
    readCollection: async (organisation: string, collectionId: string, knownEtag: string | null) => {
      const path = buildPath(organisation, 'collections', collectionId);
      const result = await callApi('GET', path, { ...noOptions, ifNoneMatch: knownEtag });
      if (!result.ok && result.status === 304) return { ok: true, value: null, etag: knownEtag } as const;
      return mapResult(result, (value) => parseCollection(value, result.ok ? result.etag : null));
    },
    createCollection: async (organisation: string, name: string, contentType: string) => {
      const result = await post(buildPath(organisation, 'collections'), { name, contentType });
      return mapResult(result, (value) => parseCollection(value, result.ok ? result.etag : null));
    },
    changeCollection: async (organisation: string, collectionId: string, change: ChangeRequest, ifMatch: string) => {
      const [method, pathParts, body] = buildRequest(change);
      const path = buildPath(organisation, 'collections', collectionId, ...pathParts);
      const result = await callApi(method, path, { body, ifMatch, ifNoneMatch: null });
      return mapResult(result, (value) => parseCollection(value, result.ok ? result.etag : null));
    },
    addDemoShow: (organisation: string) => post(buildPath(organisation, 'demo'), {}),
    listKeys: async (organisation: string) =>
      mapResult(await get(buildPath(organisation, 'keys')), (value) => readList(value, 'keys') as ApiKey[]),
    createKey: async (organisation: string, name: string) =>
      mapResult(await post(buildPath(organisation, 'keys'), { name }), (value) => ({
        name,
        value: readText(value, 'key'),
      })),
    revokeKey: (organisation: string, id: string) => callApi('DELETE', buildPath(organisation, 'keys', id), noOptions),
    listWebhooks: async (organisation: string) =>
      mapResult(await get(buildPath(organisation, 'webhooks')), (value) => readList(value, 'webhooks') as Webhook[]),
    createWebhook: async (organisation: string, webhook: { name: string; url: string; signing: string }) =>
      mapResult(await post(buildPath(organisation, 'webhooks'), webhook), (value) => ({
        name: webhook.name,
        value: readText(value, 'secret'),
      })),
    deleteWebhook: (organisation: string, id: string) =>
      callApi('DELETE', buildPath(organisation, 'webhooks', id), noOptions),
    testWebhook: async (organisation: string, id: string) =>
      mapResult(
        await post(buildPath(organisation, 'webhooks', id, 'test'), {}),
        (value) => value as TestDeliveryResult,
      ),
    replaceSecret: async (organisation: string, { id, name }: { id: string; name: string }) =>
      mapResult(await post(buildPath(organisation, 'webhooks', id, 'secret'), {}), (value) => ({
        name,
        value: readText(value, 'secret'),
      })),
    listDeliveries: async (organisation: string) =>
      mapResult(await get(`${buildPath(organisation, 'deliveries')}?limit=300`), (value) => value as DeliveryLog),
    retryDelivery: (organisation: string, id: string) => post(buildPath(organisation, 'deliveries', id, 'retry'), {}),
    listFaults: async (organisation: string) =>
      mapResult(await get(buildPath(organisation, 'faults')), (value) => readList(value, 'faults') as ActiveFault[]),
    /** Replaces all faults; an empty list switches every fault off. */
    setFaults: async (organisation: string, faults: readonly ActiveFault['setting'][]) =>
      mapResult(
        await callApi('PUT', buildPath(organisation, 'faults'), { ...noOptions, body: { faults } }),
        (value) => readList(value, 'faults') as ActiveFault[],
      ),
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

function buildRequest(
  change: ChangeRequest,
): readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', readonly string[], Readonly<Record<string, unknown>> | undefined] {
  switch (change.verb) {
    case 'rename':
      return ['PATCH', [], { name: change.name }];
    case 'delete':
      return ['DELETE', [], undefined];
    case 'add':
      return ['POST', ['items'], { list: change.list, ...change.fields }];
    case 'edit':
      return ['PATCH', ['items', change.itemId], change.fields];
    case 'deleteItem':
      return ['DELETE', ['items', change.itemId], undefined];
    case 'promote':
    case 'demote':
      return ['POST', ['items', change.itemId, change.verb], change.index === null ? {} : { index: change.index }];
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

function mapResult<T>(result: ApiResult<unknown>, read: (value: unknown) => T): ApiResult<T> {
  return result.ok ? { ...result, value: read(result.value) } : result;
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
