/** The webhook listener: one path, POST only; verified over the raw bytes, on disk before it is answered 200. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostName, isHostAllowed } from '../door/hostGuard.ts';
import { closeServer, listen, serverLimits } from '../door/listen.ts';
import type { SourceSettings } from '../record/settings.ts';
import { type Answer, flooded, later, refuse, send } from './answers.ts';
import { createJudge, type JudgeDeps } from './judge.ts';
import { isFromOutside, ownAddresses, reachableHost } from './ownAddresses.ts';
import type { Signed } from './places.ts';
import { createRate } from './rate.ts';
import { readDeliveryBody } from './readDeliveryBody.ts';
import { createWebhookRecord } from './webhookRecord.ts';

const waitingLimit = 100;
const perSecondLimit = 50;
const closeWithinMs = 2000;
/** Connections at once: in all, and from one other machine. */
const connectionLimit = 256;
const peerLimit = 32;

export type Push = {
  /** Resolves when it listens. Rejects with PortTaken. */
  readonly start: () => Promise<void>;
  /** Answers what is under way, then closes. */
  readonly stop: () => Promise<void>;
  readonly address: () => string | null;
  /** This machine's addresses have changed: says where deliveries have to go now. */
  readonly announce: () => void;
};

/** Host, port and path are read when it starts; everything else may change while it listens. */
export function createPush(settings: () => SourceSettings['push'], deps: JudgeDeps): Push {
  const { ports, contact } = deps;
  const { clock } = ports;
  const record = createWebhookRecord(contact, clock);
  const judge = createJudge(settings, record, deps);
  const rate = createRate(perSecondLimit);
  let waiting = 0;
  let idle = (): void => undefined;
  let isOpen = false;
  let address: string | null = null;
  let port: number | null = null;
  let server: Server | null = null;

  const { host, path } = settings();
  /** The machine's addresses are looked up only for a name that is not known without them. */
  const isAddressedToUs = (name: string | undefined): boolean =>
    isHostAllowed(name, [host, ...settings().allowedHosts]) || isHostAllowed(name, ownAddresses());

  const take = async (request: IncomingMessage): Promise<Answer> => {
    const isToUs = isAddressedToUs(request.headers.host);
    if ((!isToUs || request.url !== path) && isLikeDelivery(request))
      record.misaddressed(
        isToUs ? 'WEBHOOK_PATH_UNKNOWN' : 'WEBHOOK_HOST_UNKNOWN',
        nameForPeople(request.headers.host),
      );
    if (!isToUs) return refuse(421, 'HOST_NOT_ALLOWED');
    if (request.url !== path) return refuse(404, 'NOT_FOUND');
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
      secrets.catch(() => undefined);
      const body = await readDeliveryBody(request);
      if (body === 'gone') return refuse(400, 'BODY_INCOMPLETE');
      if (body === 'tooLarge') return tooLarge();
      return await judge(signedOf(request, body, path), body, await secrets, peer);
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

  const announce = (): void => {
    if (port === null) return;
    const reachable = reachableHost(host);
    const found = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${path}`;
    if (found === address) return;
    address = found;
    record.opened(found);
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
      port = await listen(made, host, settings().port);
      server = made;
      isOpen = true;
      announce();
    },
    stop: async () => {
      const closing = server;
      if (closing === null) return;
      isOpen = false;
      server = null;
      address = null;
      port = null;
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
    announce,
  };
}

/** Whether somebody means to deliver, and does not merely look what is here. */
function isLikeDelivery({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && (headers['x-webhook-signature'] ?? headers['webhook-signature']) !== undefined;
}

/** The host that was asked for; never more than a host, whatever was sent. */
function nameForPeople(header: string | undefined): string {
  return hostName(header)?.slice(0, 100) ?? 'something that is no name of a host';
}

function signedOf(request: IncomingMessage, body: Buffer, path: string): Signed {
  const lines = request.headersDistinct;
  // Of a header that comes twice no line counts: which of them the sender meant is not known.
  const header = (name: string): string | null => {
    const [value, ...more] = lines[name] ?? [];
    return value === undefined || more.length > 0 ? null : value;
  };
  // A sender by Standard Webhooks has names of its own: all of them together, so that no two families mix.
  const isStandard = lines['x-webhook-signature'] === undefined && lines['webhook-signature'] !== undefined;
  return {
    body,
    timestamp: header(isStandard ? 'webhook-timestamp' : 'x-webhook-delivery-timestamp'),
    event: header('x-webhook-event'),
    id: header('webhook-id') ?? header('x-webhook-id'),
    url: `http://${request.headers.host ?? ''}${path}`,
    signature: header(isStandard ? 'webhook-signature' : 'x-webhook-signature'),
  };
}

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
