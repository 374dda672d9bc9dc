/** The webhook listener: one path, POST only; verified over the raw bytes, on disk before it is answered 200. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Collection } from '../../core/collection.ts';
import { isHostAllowed } from '../door/hostGuard.ts';
import { closeServer, listen, serverLimits } from '../door/listen.ts';
import type { Ports } from '../ports.ts';
import type { SourceSettings } from '../record/settings.ts';
import type { Store } from '../store.ts';
import type { Contact } from './contact.ts';
import { readDelivery } from './delivery.ts';
import { noteOddities } from './look.ts';
import { isFromOutside, ownAddresses, reachableHost } from './ownAddresses.ts';
import { createRate } from './rate.ts';
import { deliveryLimit, readDeliveryBody } from './readDeliveryBody.ts';
import { deliveryKey, type SeenDeliveries } from './seen.ts';
import { readSentAtMs } from './sentAt.ts';
import { type Scheme, type Signed, schemeOf, signedBy, signsTime } from './signature.ts';
import { createWebhookRecord } from './webhookRecord.ts';

const waitingLimit = 100;
const perSecondLimit = 50;
const retryLaterSeconds = 5;
const retryFloodSeconds = 2;
const closeWithinMs = 2000;
/** Connections at once: in all, and from one other machine. */
const connectionLimit = 256;
const peerLimit = 32;

type Answer = { readonly status: number; readonly code: string; readonly retryAfterSeconds: number | null };

const accepted: Answer = { status: 200, code: 'OK', retryAfterSeconds: null };
const refuse = (status: number, code: string): Answer => ({ status, code, retryAfterSeconds: null });
const later = (code: string): Answer => ({ status: 503, code, retryAfterSeconds: retryLaterSeconds });
const flooded: Answer = { status: 429, code: 'TOO_MANY_DELIVERIES', retryAfterSeconds: retryFloodSeconds };

export type PushDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly contact: Contact;
  readonly seen: SeenDeliveries;
  /** The held version of a watched collection (null: none yet); undefined for one that no feed reads. */
  readonly heldOf: (id: string) => Collection | null | undefined;
  /** Whether the service can be asked when a delivery cannot decide. */
  readonly canAsk: () => boolean;
  /** Ask the service about the collection now, unconditionally; null: about all. */
  readonly ask: (id: string | null) => void;
  /** A delivery brought this version. */
  readonly arrived: (id: string) => void;
  /** While a signing scheme is looked for: takes the delivery, which is answered 503. Null otherwise. */
  readonly capture: () => ((signed: Signed) => void) | null;
  /** Keeps what could not be understood, for a person to look at. */
  readonly keepUnreadable: (body: Buffer) => void;
};

export type Push = {
  /** Resolves when it listens. Rejects with PortTaken. */
  readonly start: () => Promise<void>;
  /** Answers what is under way, then closes. */
  readonly stop: () => Promise<void>;
  readonly address: () => string | null;
};

export function createPush(settings: SourceSettings['push'], deps: PushDeps): Push {
  const { ports, contact, store } = deps;
  const { clock } = ports;
  const scheme = schemeOf(settings.signing);
  const record = createWebhookRecord(contact, clock);
  const rate = createRate(perSecondLimit);
  let waiting = 0;
  let idle = (): void => undefined;
  let isOpen = false;
  let address: string | null = null;
  let server: Server | null = null;

  const knownHosts = [settings.host, ...settings.allowedHosts];
  /** The machine's addresses are looked up only for a name that is not known without them. */
  const isAddressedToUs = (host: string | undefined): boolean =>
    isHostAllowed(host, knownHosts) || isHostAllowed(host, ownAddresses());

  const take = async (request: IncomingMessage): Promise<Answer> => {
    if (!isAddressedToUs(request.headers.host)) return refuse(421, 'HOST_NOT_ALLOWED');
    if (request.url !== settings.path) return refuse(404, 'NOT_FOUND');
    if (request.method !== 'POST') return refuse(405, 'METHOD_NOT_ALLOWED');
    const peer = request.socket.remoteAddress ?? '';
    if (isFromOutside(peer)) record.reached(peer);
    if (!isOpen) return later('STOPPING');
    if (waiting >= waitingLimit || !rate(clock.monotonicMs())) {
      record.flooded();
      return flooded;
    }
    waiting += 1;
    try {
      // Both are under way at once: the secrets may come from the keychain.
      const secrets = ports.secrets.webhookSecrets();
      const body = await readDeliveryBody(request);
      if (body === 'gone') return refuse(400, 'BODY_INCOMPLETE');
      if (body === 'tooLarge') return tooLarge();
      return await judge(signedOf(request, body), body, await secrets, peer);
    } finally {
      waiting -= 1;
      if (waiting === 0) idle();
    }
  };

  const tooLarge = (): Answer => {
    contact.raise('WEBHOOK_TOO_LARGE', 'webhook', {});
    deps.ask(null);
    return refuse(413, 'BODY_TOO_LARGE');
  };

  const judge = async (signed: Signed, body: Buffer, secrets: readonly string[], peer: string): Promise<Answer> => {
    const capture = deps.capture();
    if (capture !== null) {
      capture(signed);
      return later('DETECTING');
    }
    if (secrets.length === 0) {
      contact.raise('WEBHOOK_SECRET_MISSING', 'webhook', {});
      return later('NO_SECRET');
    }
    if (signedBy(scheme, secrets, signed) === null || !isTimely(scheme, signed.timestamp)) {
      record.signedWrongly(peer);
      return refuse(401, 'INVALID_SIGNATURE');
    }
    const answer = await apply(body);
    if (answer === accepted) record.accepted(peer);
    return answer;
  };

  const isTimely = (used: Scheme, timestamp: string | null): boolean => {
    if (!signsTime(used)) return true;
    const sentAtMs = readSentAtMs(timestamp);
    return sentAtMs !== null && Math.abs(contact.skew.serviceNowMs() - sentAtMs) <= settings.toleranceSeconds * 1000;
  };

  /** What a well-signed delivery does. Answers 200 only when it is on disk, or changes nothing. */
  const apply = async (body: Buffer): Promise<Answer> => {
    const key = deliveryKey(body);
    if (deps.seen.has(key)) return accepted;
    const delivery = readDelivery(body, deps.heldOf, contact.skew.serviceNowMs());
    if (delivery.kind === 'beside') return accepted;
    if (delivery.kind === 'unreadable') return unreadable(body, delivery.id, delivery.what);
    const { collection } = delivery;
    const outcome = await store.apply({
      type: 'collectionArrived',
      collection,
      from: 'webhook',
      accept: deps.canAsk() ? 'newer' : 'newerOrTie',
      at: new Date(clock.now()).toISOString(),
    });
    switch (outcome.kind) {
      case 'done':
      case 'nothing':
        noteOddities(contact, collection.id, delivery.problems);
        contact.delivered(collection.id);
        deps.arrived(collection.id);
        break;
      case 'older':
        deps.arrived(collection.id);
        break;
      case 'tie':
        deps.ask(collection.id);
        break;
      case 'undated':
        return unreadable(body, collection.id, 'its date says nothing');
      case 'refused':
        return later('NOT_SAVED');
      default: {
        const unreachable: never = outcome;
        return unreachable;
      }
    }
    deps.seen.add(key);
    return accepted;
  };

  const unreadable = (body: Buffer, id: string | null, what: string): Answer => {
    contact.raise('WEBHOOK_UNREADABLE', 'webhook', { what });
    deps.keepUnreadable(body);
    deps.ask(id);
    return refuse(422, 'NOT_UNDERSTOOD');
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.on('error', () => undefined);
    take(request)
      .catch((error: unknown) => {
        ports.log('error', 'ENGINE_FAULT', { where: 'webhook', error: String(error) });
        return later('FAULT');
      })
      .then((answer) => {
        if (answer.status !== 200) record.refused();
        send(request, response, answer);
      })
      .catch(() => response.destroy());
  };

  return {
    start: async () => {
      if (server !== null) return;
      const made = createServer({ ...serverLimits }, handle);
      made.maxConnections = connectionLimit;
      limitPeers(made);
      const port = await listen(made, settings.host, settings.port);
      server = made;
      isOpen = true;
      const host = reachableHost(settings.host);
      address = `http://${host.includes(':') ? `[${host}]` : host}:${port}${settings.path}`;
      record.opened(address);
    },
    stop: async () => {
      const closing = server;
      if (closing === null) return;
      isOpen = false;
      server = null;
      address = null;
      if (waiting > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
          clock.after(closeWithinMs, resolve);
        });
        // One turn more, so that the last answer is handed to its socket.
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closeServer(closing, closeWithinMs);
      record.closed();
    },
    address: () => address,
  };
}

function signedOf(request: IncomingMessage, body: Buffer): Signed {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    body,
    timestamp: header('x-webhook-delivery-timestamp'),
    event: header('x-webhook-event'),
    id: header('webhook-id'),
    signature: header('x-webhook-signature'),
  };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const text =
    answer.status === 200
      ? '{"ok":true}'
      : JSON.stringify({ error: { code: answer.code, message: sentences[answer.status] ?? '' } });
  if (answer.retryAfterSeconds !== null) response.setHeader('retry-after', answer.retryAfterSeconds);
  if (answer.status === 405) response.setHeader('allow', 'POST');
  // What was not read is not waited for.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The body did not arrive whole.',
  401: 'The signature is missing or wrong, or the signed time is too far off.',
  404: 'There is nothing here.',
  405: 'Only POST is taken here.',
  413: `The body is larger than ${deliveryLimit / 1024 / 1024} MiB.`,
  421: 'This host is not known here.',
  422: 'The signature is good, but the body could not be understood.',
  429: 'Too many deliveries. Send again later.',
  503: 'It could not be taken now. Send again later.',
};

/** Keeps one other machine from taking all connections. This machine itself is not limited: a tunnel comes from there. */
function limitPeers(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (!isFromOutside(peer)) return;
    const count = (open.get(peer) ?? 0) + 1;
    if (count > peerLimit) {
      socket.destroy();
      return;
    }
    open.set(peer, count);
    socket.on('close', () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left > 0) open.set(peer, left);
      else open.delete(peer);
    });
  });
}
