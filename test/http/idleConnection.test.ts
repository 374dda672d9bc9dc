import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { post, startShow } from '../engine/feed/showHarness.ts';
import { openControl } from '../engine/openControl.ts';
import { collection, createHarness, respondWithCollection } from '../engine/sourceHarness.ts';
import { startService } from '../service/runService.ts';

type Listener = { readonly address: string; readonly stop: () => Promise<void> };

/** Resolves with everything that the listener sent before it closed the connection. */
function readUntilClosed(address: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    if (sent !== '') socket.write(sent);
    socket.on('data', (bytes) => {
      received += String(bytes);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const webhookListener = 'the webhook listener';

const listeners: readonly (readonly [string, () => Promise<Listener>])[] = [
  [
    'the feed',
    async () => {
      const { base, stop } = await startShow([post('a')]);
      return { address: base, stop };
    },
  ],
  [
    'the desk and control API',
    async () => {
      const { base, stop } = await openControl();
      return { address: base, stop };
    },
  ],
  [
    webhookListener,
    async () => {
      const { source, close } = await createHarness(
        respondWithCollection(() => collection('col_1', 10, ['p1'])),
        { mode: 'push' },
      );
      await source.start();
      return { address: source.webhookAddress() ?? '', stop: close };
    },
  ],
  [
    'the service',
    async () => {
      const { baseUrl, stop } = await startService({});
      return { address: baseUrl, stop };
    },
  ],
];

describe.concurrent.each(listeners)('%s', (name, start) => {
  it('closes a connection that sends nothing silently, and responds to half a request if it is not a delivery', async () => {
    const { address, stop } = await start();
    try {
      const [silent, half, invalid] = await Promise.all([
        // Browsers open connections ahead of need, and take what they find there as the response to their next request.
        readUntilClosed(address, ''),
        readUntilClosed(address, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'),
        readUntilClosed(address, 'not HTTP\r\n\r\n'),
      ]);
      expect(silent).toBe('');
      // A service gives up after a 4xx, so the webhook listener closes these connections too.
      if (name === webhookListener) return void expect([half, invalid]).toEqual(['', '']);
      expect(half).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(invalid).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    } finally {
      await stop();
    }
  });
});
