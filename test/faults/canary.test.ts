/** Runs Greenroom with known secrets, provokes every kind of output, and searches it for the secrets. */
import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { vmixColumns } from '../../src/core/feed/vmix.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import { readOptions } from '../../src/start/options.ts';
import { openConfigFile } from '../../src/start/readConfig.ts';
import {
  payload,
  type Respond,
  respondWithBody,
  respondWithCollection,
  respondWithStatus,
} from '../engine/sourceHarness.ts';
import { runToEnd } from '../headless/process.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram } from '../testedProgram.ts';
import { waitUntil } from '../waitUntil.ts';
import { type Child, startChild } from './child.ts';
import { createVersion, listen } from './engineTestBed.ts';

const secrets = {
  apiKey: 'canary-key-4b1f90',
  webhookSecret: 'canary-secret-77aa31',
  webhookSecretNext: 'canary-next-c0de55',
  deskToken: 'canary-token-19e2d8',
};
const detectSecret = 'canary-detect-5f5f02';

/** Each secret as it could appear in output: plain, base64, base64url and hex. */
const encodedSecrets = [...Object.values(secrets), detectSecret].flatMap((secret) => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Returns the whole body, or the first chunk of an event stream. */
async function readBody(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString('utf8');
}

it('exposes no key, secret or token in logs, files, feeds, the control API, problems or process lists', async () => {
  const folder = createTemporaryFolder('canary');
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });

  let version = 1;
  let respond: Respond = respondWithCollection(() => createVersion(version, 3));
  const keys = new Set<string>();
  const service = createServer((incoming, response) => {
    keys.add(String(incoming.headers['x-api-key']));
    respond(incoming, response);
  });
  const port = await listen(service);
  cleanups.push(async () => {
    service.closeAllConnections();
    service.close();
  });

  const child = await startChild({
    program: headlessProgram,
    dataDir,
    source: {
      baseUrl: `http://127.0.0.1:${port}`,
      mode: 'hybrid',
      poll: { intervalSeconds: 1, fullEverySeconds: 5 },
      push: { host: '127.0.0.1', port: 0 },
    },
    settings: {},
    wrapper: [],
    // Empty, so that the secrets in the file are used.
    environment: { GREENROOM_API_KEY: '', GREENROOM_WEBHOOK_SECRET: '' },
    flags: ['--log-level', 'debug'],
  });
  cleanups.push(() => child.stop());
  expect(child.token).toBe(secrets.deskToken);

  const found: string[] = [];
  let searched = 0;
  const search = (where: string, text: string): void => {
    searched += 1;
    for (const secret of encodedSecrets) if (text.includes(secret)) found.push(`${secret} in ${where}`);
  };
  const request = async (url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(15_000), ...init }).catch(
      (error: unknown) => {
        throw new Error(`${init.method ?? 'GET'} ${url}: ${String(error)}`);
      },
    );
    const text = await readBody(response);
    search(`the response to ${init.method ?? 'GET'} ${url}`, `${JSON.stringify([...response.headers])} ${text}`);
    return { status: response.status, text };
  };
  const requestAsDesk = (path: string, method = 'GET', body: unknown = null): ReturnType<typeof request> =>
    request(`${child.desk}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secrets.deskToken}`,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
  const waitForProblem = (code: string): Promise<true> =>
    waitUntil(code, async () => (await requestAsDesk('/api/state')).text.includes(code));
  const deliver = (body: string, headers: Record<string, string>): ReturnType<typeof request> =>
    request(child.webhook ?? '', { method: 'POST', headers, body });
  const createSignatureHeader = (body: string, secret: string): Record<string, string> => ({
    'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });

  await waitUntil('the first list is on air', async () =>
    (await request(`${child.feed}/feeds/main/live.json`)).text.includes('v1-0'),
  );
  expect(keys).toContain(secrets.apiKey);

  // Deliveries: valid with either secret, unreadable, forged, and one whose header is the secret itself.
  version = 40;
  for (const [index, secret] of [secrets.webhookSecret, secrets.webhookSecretNext].entries()) {
    const body = JSON.stringify(payload(createVersion(39 + index, 2)));
    expect((await deliver(body, createSignatureHeader(body, secret))).status).toBe(200);
  }
  expect((await deliver('{"event":', createSignatureHeader('{"event":', secrets.webhookSecret))).status).toBe(422);
  for (const header of [`sha256=${secrets.webhookSecret}`, secrets.webhookSecret, 'sha256=00'])
    expect((await deliver('{}', { 'x-webhook-signature': header })).status).toBe(401);
  await request(`${child.webhook}/${secrets.webhookSecret.slice(0, 3)}`, { method: 'POST', body: '{}' });

  // Commands, valid and invalid.
  const { items } = JSON.parse((await request(`${child.feed}/feeds/main/live.json`)).text) as {
    items: { id: string }[];
  };
  const itemId = items[0]?.id ?? '';
  for (const [verb, body] of [
    ['hold', {}],
    ['release', {}],
    ['block', { itemId }],
    ['rotate', { seconds: 'x' }],
  ] as const)
    await requestAsDesk(`/api/feeds/main/${verb}`, 'POST', body);
  await requestAsDesk('/api/source/detect', 'POST', { secret: detectSecret });
  const delivery = JSON.stringify(payload(createVersion(41, 2)));
  await deliver(delivery, createSignatureHeader(delivery, detectSecret));
  for (const path of ['/api/source/detect', '/api/source/detect/nothing']) await requestAsDesk(path);
  await requestAsDesk('/api/source/detect', 'POST', { secret: 7 });
  await requestAsDesk('/api/source/detect', 'DELETE');

  // A whole desk session over the socket, with valid and refused commands and queries.
  for (const text of await collectDeskFrames(child.desk, secrets.deskToken, deskMessages(itemId)))
    search('a frame to the desk', text);
  // Desks that use the API key as their token, or none.
  for (const token of [secrets.apiKey, null]) {
    const refused = await collectDeskFrames(child.desk, token, []);
    expect(refused.join()).toContain('COMMAND_UNAUTHORISED');
    for (const text of refused) search('a frame to an unauthorised desk', text);
  }

  // Malformed and unexpected bodies that contain secrets, to every path that accepts a body.
  for (const path of ['feeds/main/hold', 'source/detect', 'settings', 'settings/import', 'tokens']) {
    const headers = { authorization: `Bearer ${secrets.deskToken}`, 'content-type': 'application/json' };
    for (const body of [
      `{"feed": ${secrets.apiKey}}`,
      JSON.stringify({ [secrets.apiKey.slice(0, 3)]: secrets.apiKey, secret: [secrets.webhookSecret] }),
    ])
      for (const method of ['POST', 'PUT', 'PATCH'])
        await request(`${child.desk}/api/${path}`, { method, headers, body });
  }
  const malformed = `{"event": ${secrets.webhookSecret}`;
  expect((await deliver(malformed, createSignatureHeader(malformed, detectSecret))).status).toBe(401);

  // The service echoes the secrets everywhere it can.
  const echo = `${secrets.apiKey} ${secrets.webhookSecret}`;
  const errorResponses: readonly (readonly [string, Respond])[] = [
    ['SOURCE_FAILING', respondWithStatus(500, { 'x-echo': echo })],
    [
      'SOURCE_REDIRECTED',
      (_, response) =>
        void response.writeHead(302, { location: `http://127.0.0.1:9/?key=${secrets.apiKey}` }).end(echo),
    ],
    [
      'SOURCE_KEY_REFUSED',
      (_, response) =>
        void response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { code: 'INVALID_API_KEY', message: echo } })),
    ],
  ];
  const invalidBodies: readonly (readonly [string, Respond])[] = [
    ['SOURCE_MALFORMED', respondWithBody(`{"id": ${echo}`)],
    [
      'SOURCE_NOT_THE_SERVICE',
      respondWithBody(`<html>${echo}</html>`, { 'content-type': 'text/html', 'x-echo': echo }),
    ],
  ];
  for (const [code, errorResponse] of [...invalidBodies, ...errorResponses]) {
    respond = errorResponse;
    await requestAsDesk('/api/source/check', 'POST', {});
    await waitForProblem(code);
  }

  // Every path that can be read.
  const texts = vmixColumns.map((column) => `text/${column}`);
  for (const name of [...Object.keys(formats), ...texts, 'nothing.json'])
    await request(`${child.feed}/feeds/main/${name}`);
  for (const path of ['/', '/feeds', '/healthz', '/metrics', '/nothing', '/overlay/main'])
    await request(`${child.feed}${path}`);
  for (const path of [
    ...[
      'state',
      'collections',
      'collections/col_1',
      'panel',
      'panel?feed=main',
      'events',
      'openapi.json',
      'recordings',
      'settings',
      'settings/backups',
    ],
    ...['rehearsal', 'feeds/main/history', 'feeds/main/history/1', 'feeds/main/as-run.json', 'feeds/main/as-run.csv'],
    ...['tokens', 'nothing'],
  ])
    await requestAsDesk(`/api/${path}`);
  await request(`${child.desk}/api/state`);
  await request(`${child.desk}/api/state`, { headers: { authorization: `Bearer ${secrets.apiKey}` } });
  await request(`${child.desk}/`);
  for (const text of await collectDeskFrames(child.desk, secrets.deskToken, queries))
    search('a frame to the desk', text);
  // The ready line may contain only the token.
  const { token: _, ...ready } = child.ready;
  search('the ready line', JSON.stringify(ready));
  expect(child.ready['token']).toBe(secrets.deskToken);
  await searchProcesses(child, search);
  await child.stop();
  search('the log', child.output());
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const file of files.filter(({ name }) => name !== 'secrets.json'))
    search(join(file.parentPath, file.name), (await readFile(join(file.parentPath, file.name))).toString('latin1'));
  expect(files.length).toBeGreaterThan(4);
  expect(child.output()).toContain('SOURCE_FAILING');
  expect(searched).toBeGreaterThan(50);
  expect(found).toEqual([]);

  // Check the search itself: it must find every secret in secrets.json.
  search('secrets.json', await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  expect(found).toHaveLength(Object.keys(secrets).length);
}, 120_000);

it('does not echo a secret from an invalid configuration or command line', async () => {
  const folder = createTemporaryFolder('canary');
  const file = join(folder, 'config.json');
  const key = secrets.apiKey;
  const invalidConfigs: readonly string[] = [
    ...[{ apiKey: key }, { source: { apiKey: key } }, { source: key }, { source: { mode: key } }, { feeds: key }].map(
      (config) => JSON.stringify(config),
    ),
    ...[
      { source: { baseUrl: key } },
      { source: { baseUrl: `ftp://x:${key}@h` } },
      { source: { push: { path: key } } },
    ].map((config) => JSON.stringify(config)),
    ...[`https://x:${key}@service.example`, `https://service.example/?key=${key}`].map((baseUrl) =>
      JSON.stringify({ source: { baseUrl } }),
    ),
    ...[{ source: { push: { signing: key } } }, { feeds: [{ slug: key.toUpperCase(), collectionId: 7 }] }].map(
      (config) => JSON.stringify(config),
    ),
    ...[
      `{"source": {"apiKey": ${key}}}`,
      `{"source": {"apiKey": "${key}" "x"}}`,
      `${key}`,
      `"${key}"`,
      `{"a": "${key}\n"}`,
    ],
    `{\n  "source": {},\n  "apiKey": '${key}'\n}`,
  ];
  const found: string[] = [];
  const search = (where: string, text: string): void => {
    for (const form of [key, key.toUpperCase()]) if (text.includes(form)) found.push(`${where}: ${text}`);
  };
  for (const text of invalidConfigs) {
    await writeFile(file, text);
    const { faults } = await openConfigFile(file, {
      host: null,
      feedPort: null,
      controlPort: null,
      webhookPort: null,
      isFeedOpen: false,
    });
    expect(`${faults === null} ${text}`).toBe(`false ${text}`);
    search(text, (faults ?? []).join('\n'));
  }
  const flags = [['--api-key', key], [`--api-key=${key}`], [key], ['--demo', key]];
  for (const args of flags) {
    const { faults } = readOptions(args);
    expect(faults).not.toBeNull();
    search(args.join(' '), (faults ?? []).join('\n'));
  }
  // The command's output must not contain the key either.
  for (const args of [['--config', file], ...flags.slice(0, 1)]) {
    const { code, errors, output } = await runToEnd(args, {});
    expect(code).toBe(2);
    search(args.join(' '), `${errors}${output}`);
  }
  expect(found).toEqual([]);
}, 120_000);

const queries: readonly unknown[] = [
  ...['collections', 'events', 'history', 'asRun', 'recordings', 'settings', 'pastList', 'nothing'].map((name, id) => ({
    type: 'query',
    id,
    name,
    input: {
      feed: 'main',
      search: '',
      page: 0,
      limit: 50,
      before: null,
      of: 'list',
      from: null,
      to: null,
      revision: 1,
    },
  })),
];

function deskMessages(itemId: string): readonly unknown[] {
  const command = (name: string, input: unknown, id: number) => ({ type: 'command', id, name, input });
  return [
    command('hold', { feed: 'main' }, 1),
    command('release', { feed: 'main', liveVersion: null }, 2),
    command('release', { feed: 'main', liveVersion: 1 }, 3),
    command('block', { feed: 'main', itemId, reason: null }, 4),
    command('block', { feed: 'main', itemId: 7, secret: secrets.webhookSecret }, 5),
    command(secrets.apiKey, { feed: 'main' }, 6),
    command('rollback', { feed: secrets.apiKey, revision: 'x' }, 7),
    command('guards', { feed: 'main', words: secrets.apiKey }, 8),
    command('startDetection', { secret: secrets.webhookSecret, extra: secrets.apiKey }, 9),
    command('startDetection', { secret: secrets.webhookSecret }, 10),
    command('stopDetection', {}, 11),
    ...queries,
  ];
}

/** Returns every frame that a desk receives after it says hello with this token and sends these messages. */
async function collectDeskFrames(
  desk: string,
  token: string | null,
  messages: readonly unknown[],
): Promise<readonly string[]> {
  const frames: string[] = [];
  const socket = new WebSocket(`${desk.replace('http', 'ws')}/api/socket`);
  socket.on('message', (data) => frames.push(String(data)));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  socket.send(JSON.stringify({ type: 'hello', token, name: 'Canary', givenName: null }));
  for (const message of messages) socket.send(JSON.stringify(message));
  if (messages.length > 0)
    await waitUntil(
      'every message gets a response',
      () => frames.filter((text) => /"type":"(commandResult|queryResult)"/.test(text)).length >= messages.length,
    );
  else await closed;
  // An unreadable frame closes the socket.
  socket.send(`{"type": ${secrets.apiKey}`);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2000))]);
  socket.terminate();
  return frames;
}

/** Searches the arguments and environments of the process and its children. Linux only. */
async function searchProcesses(child: Child, search: (where: string, text: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  const read = (pid: string, file: string): Promise<string> =>
    readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of all) {
    const group = (await read(pid, 'stat')).split(') ')[1]?.split(' ')[2];
    if (group !== String(child.pid)) continue;
    search(`the arguments of ${pid}`, await read(pid, 'cmdline'));
    search(`the environment of ${pid}`, await read(pid, 'environ'));
  }
}
