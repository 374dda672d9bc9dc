/** The authoring API as the page speaks it: one function for each thing that can be asked. */
import type { ContentItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';
import type { SentFields } from '../state/draft.ts';
import { type Answer, type Ask, isRecord, nothingSent } from './answer.ts';
import type { FaultOn, Hook, Present, ReaderKey, SentLog, Summary, Trial } from './shapes.ts';

/** A change of one collection; `ifMatch` is the ETag that the person saw. */
export type Change =
  | { readonly verb: 'rename'; readonly name: string }
  | { readonly verb: 'delete' }
  | { readonly verb: 'add'; readonly list: ListName; readonly fields: SentFields }
  | { readonly verb: 'edit'; readonly itemId: string; readonly fields: SentFields }
  | { readonly verb: 'deleteItem'; readonly itemId: string }
  | { readonly verb: 'promote' | 'demote'; readonly itemId: string; readonly index: number | null }
  | { readonly verb: 'order'; readonly list: ListName; readonly itemIds: readonly string[] }
  | { readonly verb: 'clearLive' }
  | { readonly verb: 'undo' };

export type Client = ReturnType<typeof createClient>;

export function createClient(ask: Ask) {
  const root = '/authoring/v1';
  const under = (organisation: string, ...parts: readonly string[]) =>
    [root, organisation, ...parts].map((part, i) => (i === 0 ? part : encodeURIComponent(part))).join('/');
  const get = (path: string) => ask('GET', path, nothingSent);
  const post = (path: string, body: unknown) => ask('POST', path, { ...nothingSent, body });

  return {
    organisations: async () => mapped(await get(root), (value) => listIn(value, 'organisations').map(nameOf)),
    summaries: async (organisation: string) =>
      mapped(await get(under(organisation, 'collections')), (value) => listIn(value, 'collections') as Summary[]),
    /** Null: it is as it was under that ETag. */
    read: async (organisation: string, collectionId: string, knownEtag: string | null) => {
      const path = under(organisation, 'collections', collectionId);
      const answer = await ask('GET', path, { ...nothingSent, ifNoneMatch: knownEtag });
      if (!answer.ok && answer.status === 304) return { ok: true, value: null, etag: knownEtag } as const;
      return mapped(answer, (value) => readPresent(value, answer.ok ? answer.etag : null));
    },
    create: async (organisation: string, name: string, contentType: string) => {
      const answer = await post(under(organisation, 'collections'), { name, contentType });
      return mapped(answer, (value) => readPresent(value, answer.ok ? answer.etag : null));
    },
    change: async (organisation: string, collectionId: string, change: Change, ifMatch: string) => {
      const [method, tail, body] = requestOf(change);
      const path = under(organisation, 'collections', collectionId, ...tail);
      const answer = await ask(method, path, { body, ifMatch, ifNoneMatch: null });
      return mapped(answer, (value) => readPresent(value, answer.ok ? answer.etag : null));
    },
    demo: (organisation: string) => post(under(organisation, 'demo'), {}),
    keys: async (organisation: string) =>
      mapped(await get(under(organisation, 'keys')), (value) => listIn(value, 'keys') as ReaderKey[]),
    makeKey: async (organisation: string, name: string) =>
      mapped(await post(under(organisation, 'keys'), { name }), (value) => ({ name, value: textIn(value, 'key') })),
    revokeKey: (organisation: string, id: string) => ask('DELETE', under(organisation, 'keys', id), nothingSent),
    hooks: async (organisation: string) =>
      mapped(await get(under(organisation, 'webhooks')), (value) => listIn(value, 'webhooks') as Hook[]),
    makeHook: async (organisation: string, hook: { name: string; url: string; signing: string }) =>
      mapped(await post(under(organisation, 'webhooks'), hook), (value) => ({
        name: hook.name,
        value: textIn(value, 'secret'),
      })),
    removeHook: (organisation: string, id: string) => ask('DELETE', under(organisation, 'webhooks', id), nothingSent),
    testHook: async (organisation: string, id: string) =>
      mapped(await post(under(organisation, 'webhooks', id, 'test'), {}), (value) => value as Trial),
    newSecret: async (organisation: string, { id, name }: { id: string; name: string }) =>
      mapped(await post(under(organisation, 'webhooks', id, 'secret'), {}), (value) => ({
        name,
        value: textIn(value, 'secret'),
      })),
    deliveries: async (organisation: string) =>
      mapped(await get(`${under(organisation, 'deliveries')}?limit=300`), (value) => value as SentLog),
    retry: (organisation: string, id: string) => post(under(organisation, 'deliveries', id, 'retry'), {}),
    faults: async (organisation: string) =>
      mapped(await get(under(organisation, 'faults')), (value) => listIn(value, 'faults') as FaultOn[]),
    /** All of them anew; an empty list switches every fault off. */
    setFaults: async (organisation: string, faults: readonly FaultOn['setting'][]) =>
      mapped(
        await ask('PUT', under(organisation, 'faults'), { ...nothingSent, body: { faults } }),
        (value) => listIn(value, 'faults') as FaultOn[],
      ),
  };
}

/** The present collection out of an answer, or out of the body of a 412. Null where there is none. */
export function readPresent(value: unknown, etag: string | null): Present | null {
  const found = isRecord(value) && isRecord(value['collection']) ? value['collection'] : value;
  if (!isRecord(found) || typeof found['id'] !== 'string') return null;
  const staging = found['stagingContents'];
  const live = found['liveContents'];
  if (!Array.isArray(staging) || !Array.isArray(live)) return null;
  const lastModifiedDate = String(found['lastModifiedDate']);
  return {
    ...(found as unknown as Present),
    staging: staging as ContentItem[],
    live: live as ContentItem[],
    etag: etag ?? `"${lastModifiedDate}"`,
  };
}

function requestOf(
  change: Change,
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

function mapped<T>(answer: Answer<unknown>, read: (value: unknown) => T): Answer<T> {
  return answer.ok ? { ...answer, value: read(answer.value) } : answer;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : value;
  return Array.isArray(list) ? list : [];
}

function nameOf(value: unknown): string {
  return isRecord(value) ? String(value['name']) : String(value);
}

function textIn(value: unknown, name: string): string {
  return isRecord(value) ? String(value[name] ?? '') : '';
}
