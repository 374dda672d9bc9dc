/** Server-sent events for the authoring page: what changed, in small; the page asks for the rest. */
import { plainRoute, type Route } from '../http/route.ts';
import type { Keys } from '../keys.ts';
import { etagOf } from '../store/stored.ts';
import type { Store } from '../store.ts';
import { authoringRoot } from './collectionRoutes.ts';

const heartbeatEveryMs = 15_000;
/** One key's reading is told at most this often. */
const readEveryMs = 1000;

type Listener = (organisation: string | null, name: string, data: unknown) => void;

export function eventsRoute(
  store: Store,
  keys: Keys,
  clock: { readonly now: () => number; readonly after: (milliseconds: number, callback: () => void) => () => void },
): Route {
  const listeners = new Set<Listener>();
  const tell: Listener = (organisation, name, data) => {
    for (const listener of listeners) listener(organisation, name, data);
  };
  store.onEvent((event) => {
    switch (event.type) {
      case 'collection': {
        const { id, version, isDeleted, lastChange } = event.collection;
        tell(event.organisation, 'collection', { id, version, etag: etagOf(event.collection), isDeleted, lastChange });
        return;
      }
      case 'delivery': {
        const { id, webhookId, state } = event.delivery;
        tell(event.organisation, 'delivery', { id, webhookId, state });
        return;
      }
      case 'registry':
        tell(null, 'registry', {});
        return;
      default: {
        const unreachable: never = event;
        return unreachable;
      }
    }
  });
  const toldReadAt = new Map<string, number>();
  keys.onUsed(({ id, organisation, name }) => {
    const now = clock.now();
    if (now - (toldReadAt.get(id) ?? 0) < readEveryMs) return;
    toldReadAt.set(id, now);
    tell(organisation, 'read', { keyId: id, name, at: new Date(now).toISOString() });
  });

  return plainRoute(
    {
      method: 'GET',
      path: `${authoringRoot}/events`,
      asker: 'author',
      tag: 'Authoring',
      summary: 'Server-sent events: collection, delivery, registry and read, each with a small JSON object',
      answers: { 200: { says: 'A stream that does not end', schema: null, type: 'text/event-stream' } },
    },
    async ({ organisation }) => ({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
      wire: null,
      body: (write) => {
        write(': open\n\n');
        const listener: Listener = (of, name, data) => {
          if (of === null || of === organisation) write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        };
        listeners.add(listener);
        let cancel = (): void => undefined;
        const beat = (): void => {
          write(': still here\n\n');
          cancel = clock.after(heartbeatEveryMs, beat);
        };
        cancel = clock.after(heartbeatEveryMs, beat);
        return () => {
          listeners.delete(listener);
          cancel();
        };
      },
    }),
  );
}
