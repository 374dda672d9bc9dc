import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hostName, isHostAllowed, isLoopbackName, isOriginAllowed } from '../../src/http/hostGuard.ts';
import { closeServer, listen, PortTaken } from '../../src/http/listen.ts';

describe('a Host header', () => {
  const check = (header: string | undefined, name: string | null, isAllowed: boolean): void => {
    expect(hostName(header), String(header)).toBe(name);
    expect(isHostAllowed(header, ['Gallery.example', '10.0.0.5']), String(header)).toBe(isAllowed);
  };

  it('is allowed only for this machine and for listed names', () => {
    check('127.0.0.1:7411', '127.0.0.1', true);
    check('127.9.9.9', '127.9.9.9', true);
    check('localhost', 'localhost', true);
    check('LOCALHOST.:80', 'localhost', true);
    check('feed.localhost:7411', 'feed.localhost', true);
    check('[::1]:7411', '::1', true);
    check('gallery.example:7411', 'gallery.example', true);
    check('10.0.0.5', '10.0.0.5', true);
    check('evil.example', 'evil.example', false);
    check('localhost.evil.example', 'localhost.evil.example', false);
    check('127.0.0.1.evil.example', '127.0.0.1.evil.example', false);
    check('10.0.0.6', '10.0.0.6', false);
    check('0.0.0.0:7411', '0.0.0.0', false);
    check('[::ffff:7f00:1]', '::ffff:7f00:1', false);
  });

  it('is refused if it is not exactly one host', () => {
    for (const header of [
      undefined,
      '',
      ':80',
      'a b',
      'localhost,evil.example',
      'localhost@evil',
      'a/b',
      '[::1',
      'localhost:99x',
    ]) {
      check(header, null, false);
    }
  });

  it('is a loopback name only if it always means this machine', () => {
    expect(['localhost', 'x.localhost', '127.1.2.3', '::1'].every(isLoopbackName)).toBe(true);
    expect(['1270.0.0.1', 'localhost.com', '128.0.0.1'].some(isLoopbackName)).toBe(false);
  });
});

describe('an Origin header', () => {
  it('is allowed when absent, the same as the host, or listed', () => {
    const check = (origin: string | undefined, isAllowed: boolean): void =>
      expect(isOriginAllowed(origin, 'localhost:7413', ['https://deck.example']), String(origin)).toBe(isAllowed);
    check(undefined, true);
    check('http://localhost:7413', true);
    check('HTTP://LOCALHOST:7413', true);
    check('https://deck.example', true);
    check('http://localhost:7414', false);
    check('http://localhost', false);
    check('null', false);
    check('https://evil.example', false);
    check('file://localhost:7413', false);
    check('', false);
  });
});

describe('a port', () => {
  it('opens, or rejects with PortTaken if it is in use', async () => {
    const first = createServer();
    const port = await listen(first, '127.0.0.1', 0);
    expect(port).toBeGreaterThan(0);
    await expect(listen(createServer(), '127.0.0.1', port)).rejects.toMatchObject({ port, host: '127.0.0.1' });
    await expect(listen(createServer(), '127.0.0.1', port)).rejects.toBeInstanceOf(PortTaken);
    await closeServer(first, 1000);
    const again = createServer();
    expect(await listen(again, '127.0.0.1', port)).toBe(port);
    await closeServer(again, 1000);
  });

  it('closes even while a client stays connected', async () => {
    const server = createServer();
    const socket = connect(await listen(server, '127.0.0.1', 0), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await closeServer(server, 1000);
    await ended;
    expect(server.listening).toBe(false);
  });
});
