/** Server-sent events for the authoring page: each names what changed, and the page fetches the rest. */
import { z } from 'zod';
import type { App } from '../http/app.ts';
import type { Keys } from '../keys.ts';
import { presentCollectionChange } from '../present.ts';
import type { ServiceClock } from '../serviceClock.ts';
import { etagOf } from '../store/stored.ts';
import type { Store } from '../store.ts';

const heartbeatMs = 15_000;
/** Minimum time between two read events of one API key. */
const readEventIntervalMs = 1000;
/** A reader this far behind is disconnected. The page then opens another stream and requests everything again. */
const maxUnreadBytes = 1_000_000;

/** `data` is built for the origin that the reader used. */
type Listener = (organisation: string | null, name: string, data: (base: string) => unknown) => void;

export function addEventsRoute(app: App, store: Store, keys: Keys, clock: ServiceClock): void {
  const listeners = new Set<Listener>();
  const emit: Listener = (organisation, name, data) => {
    for (const listener of listeners) listener(organisation, name, data);
  };
  store.onEvent((event) => {
    switch (event.type) {
      case 'collection': {
        const { isDeleted } = event.collection;
        const etag = etagOf(event.collection);
        emit(event.organisation, 'collection', (base) => ({
          ...presentCollectionChange(event, base),
          etag,
          isDeleted,
        }));
        return;
      }
      case 'delivery': {
        const { id, webhookId, state } = event.delivery;
        emit(event.organisation, 'delivery', () => ({ id, webhookId, state }));
        return;
      }
      case 'registry':
        emit(null, 'registry', () => ({}));
        return;
      default:
        return event satisfies never;
    }
  });
  const lastReadEventMs = new Map<string, number>();
  keys.onUsed(({ id, organisation, name }) => {
    const now = clock.now();
    if (now - (lastReadEventMs.get(id) ?? 0) < readEventIntervalMs) return;
    lastReadEventMs.set(id, now);
    emit(organisation, 'read', () => ({ keyId: id, name, at: new Date(now).toISOString() }));
  });

  app.get(
    '/:organisation/events',
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'streamEvents',
        summary: 'Stream events',
        description: 'Sends the events `collection`, `delivery`, `registry` and `read`, each with a small JSON object.',
        response: {
          200: { description: 'A stream that stays open', content: { 'text/event-stream': { schema: z.any() } } },
        },
      },
    },
    ({ organisation, method, base }, reply) => {
      void reply.type('text/event-stream');
      if (method === 'HEAD') return reply.send();
      reply.hijack();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      const write = (text: string): void => {
        if (raw.writableLength >= maxUnreadBytes) raw.destroy();
        else if (!raw.writableEnded) raw.write(text);
      };
      write(': open\n\n');
      const listener: Listener = (target, name, data) => {
        if (target === null || target === organisation)
          write(`event: ${name}\ndata: ${JSON.stringify(data(base))}\n\n`);
      };
      listeners.add(listener);
      const sendHeartbeat = (): void => {
        write(': heartbeat\n\n');
        cancel = clock.after(heartbeatMs, sendHeartbeat);
      };
      let cancel = clock.after(heartbeatMs, sendHeartbeat);
      raw.once('close', () => {
        listeners.delete(listener);
        cancel();
      });
      return reply;
    },
  );
}
