import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeProblem } from '../../../src/core/problem.ts';
import { failureFromError } from '../../../src/engine/http/connectionFailure.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { createHarness, type Harness, sourceSettings } from '../sourceHarness.ts';
import { authorityPath, certificates, openServers, readCertificate, respondUncached } from './certifiedService.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const servers = openServers();
afterEach(async () => {
  await servers.close();
});

function listen(server: Server, host = 'localhost'): Promise<number> {
  return servers.listen(server, host);
}

function listenTls(certificate: string, options: ServerOptions = {}): Promise<number> {
  return listen(
    createTlsServer(
      { key: readCertificate('server.key'), cert: readCertificate(certificate), ...options },
      respondUncached,
    ),
  );
}

async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startPolling(baseUrl: string, overrides: object = {}): Promise<Harness> {
  const running = await createHarness(respondUncached, { mode: 'poll', baseUrl, ...overrides });
  await running.source.start();
  await running.settle();
  return running;
}

const sentenceOf = (harness: Harness): string =>
  harness.store
    .state()
    .problems.map(({ code, message, nextStep }) => `${code}: ${message} → ${nextStep}`)
    .join('\n');

describe('the cause of a failed connection is named: ', () => {
  it.each([
    [
      'a refused connection',
      async () => `http://localhost:${await closedPort()}`,
      /^SOURCE_OFFLINE: The service isn’t responding: localhost:\d+ refused the connection\. On air is not affected.* → Check that it is running/,
    ],
    [
      'a connection that is closed without a response, as a TLS server does to plain http',
      async () => `http://localhost:${await listenTls('server.pem')}`,
      /^SOURCE_OFFLINE: The service isn’t responding: localhost:\d+ closed the connection\. .* → Check .*begin with https/,
    ],
    [
      'a server that does not use TLS',
      async () => `https://localhost:${await listen(createHttpServer(respondUncached))}`,
      /^SOURCE_CERTIFICATE: No secure connection to localhost:\d+: it doesn’t use TLS\. .* → Check .*begin with http:/,
    ],
    [
      'a private authority',
      async () => `https://localhost:${await listenTls('server.pem')}`,
      /^SOURCE_CERTIFICATE: No secure connection to localhost:\d+: the issuer of its certificate is not trusted\. .*source\.certificateAuthority.*NODE_EXTRA_CA_CERTS/,
    ],
    [
      'a self-signed certificate',
      async () => `https://localhost:${await listenTls('selfSigned.pem')}`,
      /^SOURCE_CERTIFICATE: No secure connection to localhost:\d+: its certificate is self-signed\. .*source\.certificateAuthority/,
    ],
    [
      'a program that is not a web server',
      async () => `http://localhost:${await listen(createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')))}`,
      /^SOURCE_NOT_THE_SERVICE: .*a server that doesn’t use HTTP/,
    ],
  ])('%s', async (_, start, expected) => {
    const harness = await startPolling(await start());
    expect(sentenceOf(harness)).toMatch(expected);
    const [line] = harness.logLines.filter((each) => each.startsWith('warn SOURCE_'));
    expect(line).toMatch(/"cause":"[A-Z0-9_]+"/);
  });

  it.each(['destroy', 'resetAndDestroy'] as const)('a response that is cut off (%s)', async (how) => {
    const server = createHttpServer(({ socket }, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":"col_1",', () => socket[how]());
    });
    const harness = await startPolling(`http://localhost:${await listen(server)}`);
    expect(sentenceOf(harness)).toMatch(
      /^SOURCE_MALFORMED: The service’s response can’t be read: it is incomplete\. On air is not affected/,
    );
  });

  it.each([
    [
      'an expired certificate',
      'expired.pem',
      'localhost',
      /its certificate has expired\. .* → Check this machine’s clock/,
    ],
    [
      'a certificate for another host',
      'server.pem',
      '127.0.0.1',
      /its certificate is for localhost, collections\.test\. .* → Check .*address/,
    ],
  ])('%s', async (_, certificate, host, expected) => {
    const server = createTlsServer(
      { key: readCertificate('server.key'), cert: readCertificate(certificate) },
      respondUncached,
    );
    const port = await listen(server, host);
    const harness = await startPolling(`https://${host}:${port}`, { certificateAuthority: authorityPath });
    expect(sentenceOf(harness)).toMatch(expected);
  });

  const where = { host: 'collections.example:443', isTls: true, proxy: null };
  it.each([
    ['ENOTFOUND', 'The service isn’t responding: the name collections.example was not found.'],
    ['EAI_AGAIN', 'The service isn’t responding: no DNS server responded for the name collections.example.'],
    ['EHOSTUNREACH', 'The service isn’t responding: there is no route to collections.example:443.'],
    ['ENETUNREACH', 'The service isn’t responding: there is no route to collections.example:443.'],
    ['ECONNREFUSED', 'The service isn’t responding: collections.example:443 refused the connection.'],
    ['ECONNRESET', 'The service isn’t responding: collections.example:443 closed the connection.'],
    ['EMFILE', 'The service isn’t responding: the connection to collections.example:443 failed (EMFILE).'],
    [
      'UND_ERR_CONNECT_TIMEOUT',
      'The service at collections.example:443 took too long to respond (connecting, or the TLS handshake).',
    ],
    ['CERT_NOT_YET_VALID', 'No secure connection to collections.example:443: its certificate is not valid yet.'],
    ['CERT_REVOKED', 'No secure connection to collections.example:443: its certificate was revoked.'],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'No secure connection to collections.example:443: its TLS version is too old.',
    ],
    ['EPROTO', 'No secure connection to collections.example:443: the TLS handshake failed (EPROTO).'],
  ])('%s', (code, expected) => {
    const failed = failureFromError(Object.assign(new Error('key-canary'), { code }), where, false);
    const { message } = describeProblem(failed.code, 'source', '', failed.facts);
    expect(message.startsWith(expected), message).toBe(true);
    expect(JSON.stringify(failed)).not.toContain('canary');
  });

  it('the proxy, when nothing secure comes through it', () => {
    const throughProxy = { ...where, proxy: 'proxy.example:3128' };
    const page = Object.assign(new Error('no'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    const answered = describeProblem(
      'SOURCE_CERTIFICATE',
      'source',
      '',
      failureFromError(page, throughProxy, false).facts,
    );
    expect(answered.message).toContain('the response through the proxy proxy.example:3128 doesn’t use TLS');
    expect(answered.nextStep).toContain('without a login');
    const stalled = Object.assign(new Error('no'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
    expect(failureFromError(stalled, throughProxy, false)).toMatchObject({ code: 'SOURCE_TIMEOUT' });
    expect(
      describeProblem('SOURCE_TIMEOUT', 'source', '', failureFromError(stalled, throughProxy, false).facts).message,
    ).toContain('(connecting through the proxy proxy.example:3128)');
  });

  it('the proxy, when the connection to it fails', () => {
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' });
    const failed = failureFromError(refused, { ...where, proxy: 'proxy.example:3128' }, false);
    expect(describeProblem(failed.code, 'source', '', failed.facts).message).toContain(
      'the proxy proxy.example:3128 refused the connection.',
    );
  });
});

describe('the log', () => {
  it('has a line when the cause changes', async () => {
    const harness = await startPolling(`http://localhost:${await closedPort()}`);
    await harness.advance(60_000);
    const warnings = () => harness.logLines.filter((line) => line.startsWith('warn SOURCE_OFFLINE'));
    expect(warnings()).toHaveLength(1);
    const closing = await listen(createTcpServer((socket) => socket.end()));
    await harness.source.configure({ ...harness.settings, baseUrl: `http://localhost:${closing}` });
    await harness.advance(30_000);
    expect(warnings()).toHaveLength(2);
    expect(warnings()[1]).toContain(`localhost:${closing}`);
    await harness.source.configure({ ...harness.settings, baseUrl: harness.service.baseUrl });
    await harness.advance(30_000);
    expect(harness.onAir()).toEqual(['p1']);
  });
});

describe('a base address that ends in', () => {
  it.each([['/v1'], ['/v1/'], ['/v1/collections'], ['/v1/collections/']])('%s is read as meant', async (ending) => {
    const running = await createHarness(respondUncached, { mode: 'poll' });
    await running.source.configure({ ...running.settings, baseUrl: `${running.service.baseUrl}${ending}` });
    await running.source.start();
    await running.settle();
    expect(running.service.requests.map(({ url }) => url)).toEqual(['/v1/collections/col_1']);
    expect(running.onAir()).toEqual(['p1']);
  });
});

describe('a private certificate authority', () => {
  it('is trusted as soon as it is set, and no longer when it is removed', async () => {
    const baseUrl = `https://localhost:${await listenTls('server.pem')}`;
    const harness = await startPolling(baseUrl);
    expect(harness.problemCodes()).toEqual(['SOURCE_CERTIFICATE']);
    const settings = sourceSettings({ baseUrl, mode: 'poll' });
    await harness.source.configure({ ...settings, certificateAuthority: authorityPath });
    await harness.settle();
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.onAir()).toEqual(['p1']);
    await harness.source.configure(settings);
    await harness.settle();
    expect(harness.problemCodes()).toEqual(['SOURCE_CERTIFICATE']);
    expect(harness.onAir()).toEqual(['p1']);
  });

  it.each([
    ['is missing', () => join(createTemporaryFolder('authority'), 'none.pem'), 'it does not exist'],
    ['has no certificate', () => join(certificates, 'README.md'), 'no certificate'],
    ['is a key', () => join(certificates, 'server.key'), 'no certificate'],
  ])('whose file %s is reported, and the file is read again until it is good', async (_, pathOf, what) => {
    const path = pathOf();
    const baseUrl = `https://localhost:${await listenTls('server.pem')}`;
    const harness = await startPolling(baseUrl, { certificateAuthority: path });
    expect(new Set(harness.problemCodes())).toEqual(new Set(['SOURCE_AUTHORITY_UNREADABLE', 'SOURCE_CERTIFICATE']));
    expect(sentenceOf(harness)).toContain(what);
    if (!path.endsWith('none.pem')) return;
    writeFileSync(path, readCertificate('authority.pem'));
    await harness.advance(30_000);
    expect(harness.problemCodes()).toEqual([]);
    expect(harness.onAir()).toEqual(['p1']);
  });
});
