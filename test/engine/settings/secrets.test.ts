import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openSecretsFile } from '../../../src/engine/settings/secretsFile.ts';
import { listen } from '../../faults/engineTestBed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { createEngineOptions } from '../engineOptions.ts';
import { collection } from '../sourceHarness.ts';
import { readTestSettings } from '../testSettings.ts';

const goodKey = 'canary-good-key-3f9a';
const wrongKey = 'canary-wrong-key-77b2';

/** A service that accepts one key, and an engine that stores its secrets in a file. */
async function startShow(environment: Readonly<Record<string, string>> = {}, isDemo = false) {
  const keys: string[] = [];
  const service = createServer((request, response) => {
    const key = String(request.headers['x-api-key'] ?? '');
    keys.push(key);
    const isAccepted = key === goodKey;
    response.writeHead(isAccepted ? 200 : 401, { 'content-type': 'application/json' });
    const error = { code: key === '' ? 'MISSING_API_KEY' : 'INVALID_API_KEY', message: 'The API key is not valid.' };
    const list = { collections: [{ id: 'col_1', name: 'Viewer posts' }], meta: { totalItems: 8, totalPages: 8 } };
    const answer = request.url?.startsWith('/v1/collections?') === true ? list : collection('col_1', 0, ['a']);
    response.end(JSON.stringify(isAccepted ? answer : { error }));
  });
  const servicePort = await listen(service);
  const baseUrl = `http://127.0.0.1:${servicePort}`;
  const dataDir = createTemporaryFolder('secrets');
  const logLines: string[] = [];
  const log = (...line: readonly unknown[]): void => void logLines.push(JSON.stringify(line));
  const { secrets, secretStore } = await openSecretsFile(dataDir, environment, { clock: systemClock });
  const settings = readTestSettings({
    source: { baseUrl, poll: { intervalSeconds: 1 } },
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    feedServer: { port: 0 },
    desk: { port: 0 },
  });
  const ports = { clock: systemClock, log, secrets };
  const engine = await createEngine(settings, ports, {
    ...createEngineOptions(dataDir, secretStore),
    ...{ isDemo, hasControlPort: true, isPortFatal: true },
  });
  const { desk, feed } = await engine.start();
  onTestFinished(async () => {
    await engine.stop();
    service.closeAllConnections();
    service.close();
  });
  const token = await secrets.deskToken();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${desk}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), text };
  };
  return { call, engine, feed, keys, logLines, secrets, baseUrl, dataDir };
}

const unset = { isSet: false, endsWith: null, from: null, isKept: true };

test('a new API key is tried, stored, used without a restart, and never comes back', async () => {
  const { call, engine, logLines } = await startShow();
  expect((await call('GET', '/api/settings')).body.secrets).toEqual({
    ...{ apiKey: unset, webhookSecret: unset, webhookSecretNext: unset, readToken: unset },
  });
  const refused = await call('PUT', '/api/settings/secrets', { apiKey: wrongKey });
  expect([refused.status, refused.body.error.code]).toEqual([422, 'SOURCE_KEY_REFUSED']);
  expect(refused.body.error.message).toContain('401 INVALID_API_KEY: The API key is not valid');
  expect((await call('GET', '/api/settings')).body.secrets.apiKey).toEqual(unset);

  const accepted = await call('PUT', '/api/settings/secrets', {
    ...{ apiKey: ` ${goodKey}\n`, webhookSecret: 'short', readToken: 'canary-read-token' },
  });
  expect([accepted.status, accepted.body]).toEqual([
    200,
    {
      secrets: {
        apiKey: { isSet: true, endsWith: '3f9a', from: 'file', isKept: true },
        webhookSecret: { isSet: true, endsWith: null, from: 'file', isKept: true },
        webhookSecretNext: unset,
        readToken: { isSet: true, endsWith: 'oken', from: 'file', isKept: true },
      },
    },
  ]);
  await waitUntil('the list is on air', () => engine.state().feeds[0]?.onAir.items.length === 1);
  const everything = await Promise.all(
    ['settings', 'state', 'settings/backups'].map(async (name) => (await call('GET', `/api/${name}`)).text),
  );
  expect([...everything, ...logLines, refused.text, accepted.text].join('\n')).not.toContain('canary');
});

test('a key that is refused leaves the old key in use, unless it is forced', async () => {
  const { call, secrets } = await startShow();
  await call('PUT', '/api/settings/secrets', { apiKey: goodKey });
  await call('PUT', '/api/settings/secrets', { apiKey: wrongKey });
  expect(await secrets.apiKey()).toBe(goodKey);
  expect((await call('PUT', '/api/settings/secrets', { apiKey: wrongKey, force: true })).status).toBe(200);
  expect(await secrets.apiKey()).toBe(wrongKey);
  expect((await call('PUT', '/api/settings/secrets', { apiKey: null })).body.secrets.apiKey).toEqual(unset);
  expect(await secrets.apiKey()).toBeNull();
});

test('a secret of the environment or of the demo is fixed, and the answer says by what', async () => {
  const { call } = await startShow({ GREENROOM_WEBHOOK_SECRET: 'canary-from-outside' });
  const secretsOf = async () => (await call('GET', '/api/settings')).body.secrets;
  expect((await secretsOf()).webhookSecret).toEqual({
    ...{ isSet: true, endsWith: 'side', from: 'environment', isKept: true },
  });
  const fixed = await call('PUT', '/api/settings/secrets', {
    webhookSecret: 'canary-other',
    webhookSecretNext: 'next',
  });
  expect([fixed.status, fixed.body.error.code]).toEqual([409, 'SETTING_FIXED']);
  expect(fixed.body.error.message).toContain('GREENROOM_WEBHOOK_SECRET');
  expect((await secretsOf()).webhookSecretNext).toEqual(unset);

  const demo = await startShow({}, true);
  const inDemo = await demo.call('PUT', '/api/settings/secrets', { apiKey: goodKey });
  expect([inDemo.status, inDemo.body.error.code]).toEqual([409, 'SETTING_FIXED']);
});

test('a trial says exactly why a service can’t be used, and changes nothing', async () => {
  const { call, keys, baseUrl, engine } = await startShow();
  const check = async (body: object) => (await call('POST', '/api/settings/check', body)).body;
  expect(await check({ baseUrl, apiKey: goodKey })).toMatchObject({
    ...{ ok: true, status: 200, collections: 8, isCached: false, problem: null },
    latencyMs: expect.any(Number),
    clockSkewMs: expect.any(Number),
  });
  expect(keys.at(-1)).toBe(goodKey);
  const codeOf = async (body: object) => {
    const { ok, problem } = await check(body);
    expect(ok).toBe(false);
    return problem.code;
  };
  expect(await codeOf({ baseUrl, apiKey: wrongKey })).toBe('SOURCE_KEY_REFUSED');
  // Without a key, the request shows that the service is there.
  expect(await check({ baseUrl })).toMatchObject({ status: 401, problem: { code: 'SOURCE_KEY_MISSING' } });
  expect(await codeOf({ baseUrl, apiKey: 'with a space' })).toBe('SOURCE_KEY_UNSENDABLE');
  expect(await codeOf({ baseUrl: 'http://127.0.0.1:9', apiKey: goodKey })).toBe('SOURCE_OFFLINE');
  expect(await codeOf({ baseUrl: 'http://greenroom.invalid', apiKey: goodKey })).toBe('SOURCE_INSECURE');
  expect(await codeOf({ baseUrl: 'https://greenroom.invalid', apiKey: goodKey })).toBe('SOURCE_OFFLINE');
  expect(await codeOf({ baseUrl: '', apiKey: goodKey })).toBe('SOURCE_ADDRESS_MISSING');
  for (const address of ['notaurl', 'https://', 'ftp://collections.example'])
    expect(await codeOf({ baseUrl: address, apiKey: goodKey })).toBe('SOURCE_ADDRESS_INVALID');
  expect(engine.state().source.baseUrl).toBe(baseUrl);
});

test('a removed or replaced secret can be undone for 10 s, and the undo names it without its value', async () => {
  const { call, secrets, logLines, dataDir } = await startShow();
  await call('PUT', '/api/settings/secrets', { apiKey: goodKey, webhookSecret: 'canary-first-hook' });
  await call('PUT', '/api/settings/secrets', { apiKey: null });
  expect((await call('GET', '/api/settings')).body.undo.paths).toEqual(['secrets.apiKey']);
  const undone = await call('POST', '/api/settings/undo', {});
  expect([undone.status, undone.body.undo]).toEqual([200, null]);
  expect(undone.body.changes).toMatchObject([{ path: 'secrets.apiKey', from: null, to: 'set', changesAir: false }]);
  expect(await secrets.apiKey()).toBe(goodKey);
  expect((await call('POST', '/api/settings/undo', {})).body.error.code).toBe('SETTINGS_UNDO_NONE');

  // One request is one change, with the read token, which is a setting.
  await call('PUT', '/api/settings/secrets', { webhookSecret: 'canary-second-hook', readToken: 'canary-read-token' });
  const { body } = await call('GET', '/api/settings');
  expect(body.undo.paths).toEqual(['secrets.webhookSecret', 'feedServer.readToken']);
  const both = await call('POST', '/api/settings/undo', {});
  expect(both.body.changes).toMatchObject([
    { path: 'secrets.webhookSecret', from: 'set', to: 'set' },
    { path: 'feedServer.readToken', from: 'set', to: null },
  ]);
  expect([await secrets.webhookSecrets(), both.body.hasReadToken]).toEqual([['canary-first-hook'], false]);
  const readEvents = async (): Promise<string> => {
    const files = await readdir(join(dataDir, 'event-log'), { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'));
    return (await Promise.all(texts)).join();
  };
  await waitUntil('the undo is in the log', async () => (await readEvents()).includes('Webhook secret replaced'));
  const events = await readEvents();
  expect(events).toContain('API key set');
  expect([body, undone.text, both.text, events, ...logLines].map((text) => JSON.stringify(text)).join()).not.toContain(
    'canary',
  );
});

test('undo reverts the newest change, of settings or of secrets', async () => {
  const { call, secrets } = await startShow();
  await call('PUT', '/api/settings/secrets', { webhookSecret: 'first' });
  await call('PATCH', '/api/settings', { source: { mode: 'hybrid' } });
  expect((await call('POST', '/api/settings/undo', {})).body.settings.source.mode).toBe('poll');
  expect(await secrets.webhookSecrets()).toEqual(['first']);
  expect((await call('POST', '/api/settings/undo', {})).status).toBe(409);

  await call('PATCH', '/api/settings', { source: { poll: { intervalSeconds: 2 } } });
  await call('PUT', '/api/settings/secrets', { webhookSecret: null });
  await call('PUT', '/api/settings/secrets', { webhookSecretNext: null });
  const undone = (await call('POST', '/api/settings/undo', {})).body;
  expect(undone.settings.source.poll.intervalSeconds).toBe(2);
  expect(await secrets.webhookSecrets()).toEqual(['first']);
});

test('a secret with control characters is refused, and no value is in the answer', async () => {
  const { call } = await startShow();
  for (const name of ['apiKey', 'webhookSecret', 'webhookSecretNext', 'readToken']) {
    const refused = await call('PUT', '/api/settings/secrets', { [name]: 'canary\u0000\u0007secret', force: true });
    expect([name, refused.status]).toEqual([name, 400]);
    expect(refused.text).toMatch(/control characters|printable ASCII/);
    expect(refused.text).not.toContain('canary');
  }
});

test('a relative path of a file is refused, because it depends on where Greenroom was started', async () => {
  const { call } = await startShow();
  for (const patch of [
    { source: { certificateAuthority: 'certs/ca.pem' } },
    { overlay: { logoFile: 'logo.png' } },
    { overlay: { fontFile: './font.woff2' } },
  ]) {
    const refused = await call('PATCH', '/api/settings', patch);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'SETTINGS_INVALID']);
    expect(refused.body.error.message).toContain('must be the full path of a file on this machine');
  }
  expect((await call('PATCH', '/api/settings', { source: { certificateAuthority: '/etc/ca\u0000.pem' } })).status).toBe(
    400,
  );
});
