/** Server-sent events for the authoring page: each names what changed, and the page fetches the rest. */
import { createPlainRoute, type Route } from '../http/route.ts';
import type { Keys } from '../keys.ts';
import { etagOf } from '../store/stored.ts';
import type { Store } from '../store.ts';
import { authoringRoot } from './collectionRoutes.ts';

const heartbeatMs = 15_000;
/** Minimum time between two read events of one API key. */
const readEventIntervalMs = 1000;

type Listener = (organisation: string | null, name: string, data: unknown) => void;

export function createEventsRoute(
  store: Store,
  keys: Keys,
  clock: { readonly now: () => number; readonly after: (milliseconds: number, callback: () => void) => () => void },
): Route {
  const listeners = new Set<Listener>();
  const emit: Listener = (organisation, name, data) => {
    for (const listener of listeners) listener(organisation, name, data);
  };
  store.onEvent((event) => {
    switch (event.type) {
      case 'collection': {
        const { id, version, isDeleted, lastChange } = event.collection;
        emit(event.organisation, 'collection', { id, version, etag: etagOf(event.collection), isDeleted, lastChange });
        return;
      }
      case 'delivery': {
        const { id, webhookId, state } = event.delivery;
        emit(event.organisation, 'delivery', { id, webhookId, state });
        return;
      }
      case 'registry':
        emit(null, 'registry', {});
        return;
      default: {
        const unreachable: never = event;
        return unreachable;
      }
    }
  });
  const lastReadEventMs = new Map<string, number>();
  keys.onUsed(({ id, organisation, name }) => {
    const now = clock.now();
    if (now - (lastReadEventMs.get(id) ?? 0) < readEventIntervalMs) return;
    lastReadEventMs.set(id, now);
    emit(organisation, 'read', { keyId: id, name, at: new Date(now).toISOString() });
  });

  return createPlainRoute(
    {
      method: 'GET',
      path: `${authoringRoot}/events`,
      caller: 'author',
      operationId: 'streamEvents',
      tag: 'Authoring',
      summary: 'Stream events',
      description: 'Sends the events `collection`, `delivery`, `registry` and `read`, each with a small JSON object.',
      responses: { 200: { description: 'A stream that stays open', schema: null, type: 'text/event-stream' } },
    },
    async ({ organisation }) => ({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
      wireFault: null,
      body: (write) => {
        write(': open\n\n');
        const listener: Listener = (target, name, data) => {
          if (target === null || target === organisation) write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        };
        listeners.add(listener);
        let cancel = (): void => undefined;
        const sendHeartbeat = (): void => {
          write(': heartbeat\n\n');
          cancel = clock.after(heartbeatMs, sendHeartbeat);
        };
        cancel = clock.after(heartbeatMs, sendHeartbeat);
        return () => {
          listeners.delete(listener);
          cancel();
        };
      },
    }),
  );
}
