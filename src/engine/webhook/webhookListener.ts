/** Listens for deliveries: one path, POST only. Each is verified over its raw bytes and saved before it gets 200. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { createClientErrorHandler } from '../../http/clientError.ts';
import { hostName, isHostAllowed, readHostHeader } from '../../http/hostGuard.ts';
import { closeServer, listen, serverLimits } from '../../http/listen.ts';
import { findReachableHost } from '../../http/machineAddresses.ts';
import { readSecret } from '../readSecret.ts';
import type { SourceSettings } from '../settings/settings.ts';
import type { SignedDelivery } from '../signing/templateFields.ts';
import { createDeliveryLimits } from './deliveryLimits.ts';
import { isRemotePeer, listOwnAddresses } from './ownAddresses.ts';
import { createOwnProbe } from './ownProbe.ts';
import { maxDeliveryBytes, readDeliveryBody } from './readDeliveryBody.ts';
import { createDeliveryVerifier, type VerifyDeps } from './verifyDelivery.ts';
import {
  refuse,
  retryLater,
  sendResponse,
  sendRetryLater,
  tooManyDeliveries,
  type WebhookResponse,
} from './webhookResponse.ts';
import { createWebhookStatus } from './webhookStatus.ts';

const closeTimeoutMs = 2000;
/** Open connections in total, and from any one other machine. */
const maxConnections = 1024;
const maxConnectionsPerPeer = 32;

export type WebhookListener = {
  /** Resolves once listening. Rejects with PortTaken. */
  readonly start: () => Promise<void>;
  /** Finishes the requests in progress, then closes. */
  readonly stop: () => Promise<void>;
  readonly address: () => string | null;
  /** Requests its own address, and resolves with the status, which is 405. Rejects if nothing answers there. */
  readonly probe: (signal: AbortSignal) => Promise<number>;
  /** Call when this machine's addresses have changed; publishes the new webhook address. */
  readonly updateAddress: () => void;
};

/** Host, port and path are read at start; all other settings may change while listening. */
export function createWebhookListener(settings: () => SourceSettings['push'], deps: VerifyDeps): WebhookListener {
  const { ports, sourceStatus } = deps;
  const { clock } = ports;
  const webhookStatus = createWebhookStatus(sourceStatus, clock);
  const { verify, isSigned, recordMisaddressed } = createDeliveryVerifier(settings, webhookStatus, deps);
  const ownProbe = createOwnProbe();
  const limits = createDeliveryLimits(clock, webhookStatus.trustIn);
  let onIdle = (): void => undefined;
  let isAccepting = false;
  let address: string | null = null;
  let port: number | null = null;
  let server: Server | null = null;

  const { host, path } = settings();
  // Own addresses are checked last, because listing them is expensive.
  const isAddressedToUs = (name: string | undefined): boolean =>
    isHostAllowed(name, [host, ...settings().allowedHosts]) || isHostAllowed(name, listOwnAddresses());

  /** A delivery that is not used can have brought a change. Its signature could not be verified, so the peer decides. */
  const recordUnverified = (peer: string): void => {
    if (webhookStatus.trustIn(peer) === 'none') deps.recordUntrusted([]);
    else deps.recordUnused(null);
  };

  /** A delivery that never arrived whole; anyone can send half a request. Returns whether it is from the service. */
  const recordBroken = (peer: string): boolean => {
    if (webhookStatus.trustIn(peer) !== 'full') return false;
    webhookStatus.recordBroken();
    deps.recordUnused(null);
    return true;
  };

  /** After a 4xx the service would not send it again, also if it has another address than before. */
  const respondToBroken = (socket: Duplex): void => {
    const isKnown = recordBroken(socket instanceof Socket ? (socket.remoteAddress ?? '') : '');
    webhookStatus.recordRefused();
    if (isKnown) sendRetryLater(socket);
    else socket.destroy();
  };

  const findWrongAddress = (request: IncomingMessage): (typeof wrongAddresses)[keyof typeof wrongAddresses] | null => {
    if (!isAddressedToUs(readHostHeader(request))) return wrongAddresses.host;
    if (request.url !== path) return wrongAddresses.path;
    return request.method === 'POST' ? null : wrongAddresses.method;
  };

  const handleDelivery = async (request: IncomingMessage): Promise<WebhookResponse> => {
    const wrongAddress = findWrongAddress(request);
    const misaddressed = wrongAddress?.response ?? null;
    if (wrongAddress !== null) {
      if (!looksLikeDelivery(request)) return wrongAddress.response;
      webhookStatus.recordWrongAddress(wrongAddress.code, describeHost(readHostHeader(request)));
    }
    const peer = peerOf(request);
    if (misaddressed === null && isRemotePeer(peer)) webhookStatus.recordRemotePeer(peer);
    if (!isAccepting) return misaddressed ?? retryLater('STOPPING');
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    const admission = limits.begin(peer, Math.min(declaredBytes, maxDeliveryBytes));
    if (admission === null) return misaddressed ?? refuseFlood(peer, false);
    try {
      // Read the secrets, which may come from the keychain, while the body arrives.
      const reading = readSecret(ports.secrets.webhookSecrets, sourceStatus);
      const body = await readDeliveryBody(request, admission.displaced);
      admission.hasBody();
      if (body === 'gone') {
        recordBroken(peer);
        return retryLater('BODY_INCOMPLETE');
      }
      if (body === 'tooLarge') return refuseTooLarge(peer, misaddressed);
      const read = await reading;
      if (read.kind === 'unreadable') {
        sourceStatus.raise(read.failure.code, 'source', read.failure.facts);
        recordUnverified(peer);
        return misaddressed ?? retryLater('NO_SECRET');
      }
      if (declaredBytes === 0 && !limits.mayCheck(peer, body.length)) return misaddressed ?? refuseFlood(peer, false);
      const signed = readSignedDelivery(request, body);
      const given = { signed, body, secrets: read.secret, peer, isSigned: isSigned(signed, read.secret) };
      if (!limits.mayAnswer(peer, given.isSigned)) return misaddressed ?? refuseFlood(peer, given.isSigned);
      if (misaddressed === null) return await verify(given);
      recordMisaddressed(given);
      return misaddressed;
    } finally {
      admission.end();
      if (limits.pending() === 0) onIdle();
    }
  };

  const refuseFlood = (peer: string, isSignatureValid: boolean): WebhookResponse => {
    webhookStatus.recordFlood();
    if (isSignatureValid || webhookStatus.trustIn(peer) === 'full') deps.recordUnused(null);
    return tooManyDeliveries;
  };

  const refuseTooLarge = (peer: string, misaddressed: WebhookResponse | null): WebhookResponse => {
    if (misaddressed === null) sourceStatus.raise('WEBHOOK_TOO_LARGE', 'webhook', {});
    recordUnverified(peer);
    return misaddressed ?? refuse(413, 'BODY_TOO_LARGE');
  };

  const updateAddress = (): void => {
    if (port === null) return;
    const newAddress = `http://${findReachableHost(host)}:${port}${path}`;
    if (newAddress === address) return;
    address = newAddress;
    webhookStatus.recordOpened(newAddress);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.on('error', () => undefined);
    handleDelivery(request)
      .catch((error: unknown) => {
        ports.log('error', 'ENGINE_FAULT', { where: 'webhook', error: String(error) });
        recordUnverified(peerOf(request));
        return retryLater('FAULT');
      })
      .then((result) => {
        if (result.status !== 200 && !ownProbe.isFrom(request.socket)) webhookStatus.recordRefused();
        sendResponse(request, response, result);
      })
      .catch(() => response.destroy());
  };

  return {
    start: async () => {
      if (server !== null) return;
      // Without a Host, a delivery is misaddressed. Node would refuse it before anybody knows.
      const newServer = createServer({ ...serverLimits, requireHostHeader: false }, handle);
      newServer.maxConnections = maxConnections;
      newServer.on('clientError', createClientErrorHandler(undefined, respondToBroken));
      // An expectation that is not understood is no reason to lose a delivery.
      newServer.on('checkExpectation', handle);
      limitConnectionsPerPeer(newServer);
      port = await listen(newServer, host, settings().port);
      server = newServer;
      isAccepting = true;
      updateAddress();
    },
    stop: async () => {
      const closing = server;
      if (closing === null) return;
      isAccepting = false;
      server = null;
      address = null;
      port = null;
      if (limits.pending() > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
          clock.after(closeTimeoutMs, resolve);
        });
        // The last response reaches its socket one turn of the event loop later.
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closeServer(closing, closeTimeoutMs);
      webhookStatus.recordClosed();
    },
    address: () => address,
    probe: async (signal) => {
      if (address === null) throw new Error('The webhook listener is closed.');
      return ownProbe.send(address, signal);
    },
    updateAddress,
  };
}

const wrongAddresses = {
  host: { code: 'WEBHOOK_HOST_UNKNOWN', response: refuse(421, 'HOST_NOT_ALLOWED') },
  path: { code: 'WEBHOOK_PATH_UNKNOWN', response: refuse(404, 'NOT_FOUND') },
  method: { code: 'WEBHOOK_METHOD_WRONG', response: refuse(405, 'METHOD_NOT_ALLOWED') },
} as const;

function peerOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '';
}

/** Distinguishes deliveries from scans. */
function looksLikeDelivery({ headers }: IncomingMessage): boolean {
  return (headers['x-webhook-signature'] ?? headers['webhook-signature']) !== undefined;
}

/** Returns the requested host name for a message, never any other text that the client sent. */
function describeHost(header: string | undefined): string | Phrase {
  return hostName(header)?.slice(0, 100) ?? sayLater('an invalid host name');
}

function readSignedDelivery(request: IncomingMessage, body: Buffer): SignedDelivery {
  const headers = request.headersDistinct;
  // A repeated header counts as missing, because it is unclear which one the sender meant.
  const readHeader = (name: string): string | null => {
    const [value, ...more] = headers[name] ?? [];
    return value === undefined || more.length > 0 ? null : value;
  };
  // Use either all header names of Standard Webhooks or none, never a mixture.
  const isStandard = headers['x-webhook-signature'] === undefined && headers['webhook-signature'] !== undefined;
  return {
    body,
    timestamp: readHeader(isStandard ? 'webhook-timestamp' : 'x-webhook-delivery-timestamp'),
    event: readHeader('x-webhook-event'),
    id: readHeader('webhook-id') ?? readHeader('x-webhook-id'),
    signature: readHeader(isStandard ? 'webhook-signature' : 'x-webhook-signature'),
  };
}

/** Stops one other machine from taking all connections. This machine has no limit, because a tunnel connects from it. */
function limitConnectionsPerPeer(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (!isRemotePeer(peer)) return;
    const count = (open.get(peer) ?? 0) + 1;
    if (count > maxConnectionsPerPeer) {
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
