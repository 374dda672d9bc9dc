/** A TCP proxy that injects faults: latency, low bandwidth, slow drip, reset, truncation, slow close, silence, refusal. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A fault applied to the bytes from the service to the client. */
export type Toxic =
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  | { readonly kind: 'drip'; readonly afterBytes: number; readonly everyMs: number }
  | { readonly kind: 'reset'; readonly afterBytes: number }
  | { readonly kind: 'truncate'; readonly afterBytes: number }
  | { readonly kind: 'slowClose'; readonly ms: number }
  | { readonly kind: 'silence' }
  /** Emulates TCP retransmission of lost packets: a handshake after 1 s, data after 200 ms, each delay doubling. */
  | { readonly kind: 'loss'; readonly lossRate: number };

export type ChaosProxy = {
  readonly port: number;
  /** `null` forwards unchanged. Closes open connections, because a toxic applies only to new connections. */
  readonly setToxic: (toxic: Toxic | null) => void;
  /** `true` refuses new connections and closes open ones; `false` accepts connections again. */
  readonly setRefusing: (isRefusing: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Listens on a free port and forwards to `targetPort` on loopback. */
export async function startChaosProxy(targetPort: number, random: () => number): Promise<ChaosProxy> {
  const openSockets = new Set<Socket>();
  let toxic: Toxic | null = null;
  let port = 0;

  const serve = (client: Socket): void => {
    const activeToxic = toxic;
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      openSockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => openSockets.delete(socket));
      socket.setNoDelay(true);
    }
    client.on('close', () => upstream.destroy());
    if (activeToxic?.kind === 'silence') {
      upstream.destroy();
      client.resume();
      return;
    }
    if (activeToxic?.kind === 'loss')
      void wait(retransmissionDelayMs(activeToxic.lossRate, 1000, random)).then(() => client.pipe(upstream));
    else client.pipe(upstream);
    void relay(upstream, client, activeToxic, random);
  };

  let server = await listen(serve, 0);
  port = (server.address() as AddressInfo).port;
  const destroySockets = (): void => {
    for (const socket of openSockets) socket.destroy();
  };
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      destroySockets();
    });
  return {
    port,
    setToxic: (next) => {
      toxic = next;
      destroySockets();
    },
    setRefusing: async (isRefusing) => {
      await stopListening();
      if (!isRefusing) server = await listen(serve, port);
    },
    close: stopListening,
  };
}

async function relay(source: Socket, target: Socket, toxic: Toxic | null, random: () => number): Promise<void> {
  let receivedBytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (target.destroyed) return;
      receivedBytes = await forward(chunk, receivedBytes, target, toxic, random);
    }
  } catch {
    target.destroy();
    return;
  }
  if (toxic?.kind === 'slowClose') await wait(toxic.ms);
  target.end();
}

/** Forwards one chunk with the toxic applied. Returns the number of bytes received so far on this connection. */
async function forward(
  chunk: Buffer,
  receivedBytes: number,
  target: Socket,
  toxic: Toxic | null,
  random: () => number,
): Promise<number> {
  switch (toxic?.kind) {
    case 'latency':
      await wait(toxic.ms + random() * toxic.jitterMs);
      break;
    case 'loss':
      await wait(retransmissionDelayMs(toxic.lossRate, 200, random));
      break;
    case 'bandwidth':
      for (let offset = 0; offset < chunk.length && !target.destroyed; offset += 256) {
        const part = chunk.subarray(offset, offset + 256);
        target.write(part);
        await wait((part.length / toxic.bytesPerSecond) * 1000);
      }
      return receivedBytes + chunk.length;
    case 'drip': {
      const wholeBytes = Math.max(0, Math.min(chunk.length, toxic.afterBytes - receivedBytes));
      target.write(chunk.subarray(0, wholeBytes));
      for (let offset = wholeBytes; offset < chunk.length && !target.destroyed; offset += 1) {
        target.write(chunk.subarray(offset, offset + 1));
        await wait(toxic.everyMs);
      }
      return receivedBytes + chunk.length;
    }
    case 'reset':
    case 'truncate':
      if (receivedBytes + chunk.length >= toxic.afterBytes) {
        target.write(chunk.subarray(0, Math.max(0, toxic.afterBytes - receivedBytes)));
        if (toxic.kind === 'truncate') target.end();
        else target.resetAndDestroy();
        return receivedBytes + chunk.length;
      }
      break;
    default:
      break;
  }
  target.write(chunk);
  return receivedBytes + chunk.length;
}

/** Returns the delay of a packet when each transmission is lost with this probability. */
function retransmissionDelayMs(lossRate: number, firstMs: number, random: () => number): number {
  let delayMs = 0;
  for (let attempt = 0; attempt < 8 && random() < lossRate; attempt += 1) delayMs += firstMs * 2 ** attempt;
  return delayMs;
}

function listen(serve: (client: Socket) => void, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(serve);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
