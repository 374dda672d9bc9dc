/** The built desktop app without an Electron runtime. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../findFreePort.ts';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

type Line = Readonly<Record<string, unknown>> & { readonly event: string };

let folder: string;
test.beforeEach(() => {
  folder = createTemporaryFolder('desktop');
});

/** Runs the built main bundle in plain Node with a fake Electron. */
function runBundle(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; lines: readonly Line[] }> {
  const command = [
    '--import',
    pathToFileURL(resolve('test/main/replaceElectron.ts')).href,
    resolve('out/main/index.js'),
    ...args,
  ];
  return new Promise((settle) => {
    execFile(
      process.execPath,
      command,
      { timeout: 45_000, env: { ...process.env, ...environment } },
      (error, stdout) => {
        const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
        settle({
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
          lines: lines.map((line) => JSON.parse(line)),
        });
      },
    );
  });
}

test('the built desktop app opens the demo in a sandboxed window, saves its state and exits', async () => {
  const { code, lines } = await runBundle(['--data-dir', folder, '--feed-port', '0'], {});
  const findEvents = (event: string): readonly Line[] => lines.filter((line) => line.event === event);
  expect(findEvents('sandbox')).toHaveLength(1);
  expect(findEvents('window')[0]?.['preferences']).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    partition: 'persist:desk',
  });
  expect(findEvents('session')[0]).toMatchObject({ options: { cache: false } });
  expect(findEvents('load')[0]).toMatchObject({ address: 'greenroom://desk/' });
  expect(findEvents('port')[0]).toMatchObject({ channel: 'port', ports: 1 });
  expect(findEvents('desk').map(({ type }) => type)).toEqual(expect.arrayContaining(['state', 'lists']));
  expect(findEvents('response').map(({ status }) => status)).toEqual([200, 404, 404, 404]);
  expect(findEvents('response')[0]?.['policy']).toMatch(
    /^default-src 'none'; script-src 'self';.*frame-src http:\/\/127\.0\.0\.1:\d+/,
  );
  expect(findEvents('windowOpen')[0]).toMatchObject({ answer: { action: 'deny' } });
  expect(findEvents('openExternal'), 'only the service’s own page opens in the browser').toEqual([]);
  expect(findEvents('external')[0]).toMatchObject({ cancel: true });
  expect(findEvents('permission')[0]).toMatchObject({ geolocation: false });
  expect(findEvents('reload').length, 'a crashed page is reloaded').toBeGreaterThan(0);
  expect(findEvents('crashReporter')[0]).toMatchObject({ options: { uploadToServer: false } });
  expect(findEvents('awake')[0]).toMatchObject({ type: 'prevent-app-suspension' });
  expect(findEvents('question'), 'the demo without consumers quits without a question').toEqual([]);
  expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toMatchObject({
    positions: [{ bounds: { x: 10, y: 20, width: 1200, height: 800 }, displays: '0,0 1920x1080' }],
  });
  expect(lines.at(-1)?.event).toBe('quit');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'keychain.json')), 'without a trustworthy keychain, nothing is written').toBe(false);
  const log = readFileSync(join(folder, 'logs', 'greenroom.log'), 'utf8');
  expect(log).toContain('ENGINE_KEYCHAIN_MISSING');
  const reports = readdirSync(join(folder, 'reports')).map((name) =>
    readFileSync(join(folder, 'reports', name), 'utf8'),
  );
  for (const origin of ['a timer', 'setImmediate']) {
    expect(log).toContain(`planted in ${origin}`);
    expect(reports.join('\n')).toContain(`planted in ${origin}`);
  }
  expect(log).toContain('ENGINE_DESK_RESTARTED');
  expect(findEvents('feed'), 'the feed continues after exceptions').toEqual([{ event: 'feed', status: 200 }]);
});

test('the window’s place is on disk before Windows ends the session', async () => {
  const { lines } = await runBundle(['--data-dir', folder, '--feed-port', '0'], { FAKE_ELECTRON_ENDS_SESSION: '1' });
  expect(lines.at(-1)?.event).toBe('ended');
  expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toMatchObject({
    positions: [{ bounds: { x: 10, y: 20, width: 1200, height: 800 } }],
  });
});

test('quitting while a consumer reads the feed needs an answer, which names it', async () => {
  const port = await findFreePort();
  const reading = setInterval(() => {
    fetch(`http://127.0.0.1:${port}/feeds/main/live.json`).catch(() => undefined);
  }, 100);
  const { code, lines } = await runBundle(['--data-dir', folder, '--feed-port', String(port)], {});
  clearInterval(reading);
  expect(lines.find(({ event }) => event === 'question')).toMatchObject({
    message: '1 consumer is reading main. If you quit, it keeps its last picture.',
    detail: expect.stringMatching(/^main: \d+ posts on air, /),
    buttons: ['Cancel', 'Quit anyway'],
    defaultId: 0,
    cancelId: 0,
  });
  expect([lines.at(-1)?.event, code]).toEqual(['quit', 0]);
});

test('the installed app has no developer tools, and ignores switches for debugging', full, async () => {
  const { lines } = await runBundle(['--data-dir', folder, '--feed-port', '0'], { FAKE_ELECTRON_IS_PACKAGED: '1' });
  expect(lines.flatMap(({ event, name }) => (event === 'removedSwitch' ? [name] : []))).toEqual([
    ...['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'],
  ]);
  expect(lines.find(({ event }) => event === 'window')?.['preferences']).toMatchObject({ devTools: false });
});

test('the bundle has no raw messages between processes, and the preload exposes one fact', () => {
  const main = globSync('out/main/**/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(main.some((text) => text.includes('enableSandbox'))).toBe(true);
  for (const text of main)
    expect(text).not.toMatch(/\bipcMain\b|allowRunningInsecureContent|enableBlinkFeatures|no-sandbox/);
  const preload = readFileSync('out/preload/index.cjs', 'utf8');
  expect(preload.match(/exposeInMainWorld\([^)]*\)/g)).toEqual(['exposeInMainWorld("greenroom", { isDesktop: true })']);
  expect(preload).not.toMatch(/ipcRenderer\.(?:send|invoke|sendSync)/);
});

test('a second instance quits', full, async () => {
  const { code, lines } = await runBundle(['--data-dir', folder], { FAKE_ELECTRON_IS_SECOND_INSTANCE: '1' });
  expect(lines.map(({ event }) => event)).toEqual(['path', 'crashReporter', 'schemes', 'sandbox', 'quit']);
  expect(code).toBe(0);
});

test('explains an invalid configuration and exits with the same code as headless', async () => {
  const { code, lines } = await runBundle(['--data-dir', folder, '--config', join(folder, 'none.json')], {});
  expect(lines.at(-2)).toMatchObject({
    event: 'question',
    detail: expect.stringContaining('none.json'),
    buttons: ['Try again', 'Quit'],
  });
  expect(code).toBe(2);
});

test('opens the window when the feed’s port is in use and its address is of another machine, and says so', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const settings = {
    source: { baseUrl: 'http://127.0.0.1:9' },
    feedServer: { port, host: '192.0.2.77', readToken: 'x' },
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const { code, lines } = await runBundle(['--data-dir', folder], {});
  server.close();
  const events = lines.map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['load', 'show', 'desk', 'quit']));
  expect(readFileSync(join(folder, 'logs', 'greenroom.log'), 'utf8')).toContain('FEED_PORT_TAKEN');
  expect(code).toBe(0);
});

test('a damaged settings file starts the show with a problem, and not the demo in its place', async () => {
  writeFileSync(join(folder, 'settings.json'), '{"source":');
  const { code, lines } = await runBundle(['--data-dir', folder, '--feed-port', '0'], {});
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['load', 'show', 'desk', 'quit']));
  expect(existsSync(join(folder, 'settings.json.corrupt'))).toBe(true);
  const log = readFileSync(join(folder, 'logs', 'greenroom.log'), 'utf8');
  expect(log).toContain('DISK_FILE_CORRUPT');
  expect(log).toContain('"isDemo":false');
  expect(code).toBe(0);
});

test('offers another folder when the data directory can’t be written, and starts again with the one chosen', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const chosen = join(folder, 'chosen');
  mkdirSync(chosen);
  const press = { FAKE_ELECTRON_PATH: join(file, 'greenroom'), FAKE_ELECTRON_FOLDER: chosen };
  const quit = await runBundle([], press);
  expect(quit.lines.find(({ event }) => event === 'question')).toMatchObject({
    message: 'Greenroom can’t save its data',
    detail: expect.stringContaining(file),
    buttons: ['Try again', 'Use another folder…', 'Quit'],
  });
  expect(quit.code).toBe(2);
  const moved = await runBundle([], { ...press, FAKE_ELECTRON_PRESS: 'Use another folder…' });
  expect(moved.lines.find(({ event }) => event === 'relaunch')).toMatchObject({
    options: { args: [expect.stringContaining('index.js'), `--data-dir=${chosen}`] },
  });
  expect(moved.code).toBe(0);
});

test('offers another folder also when the app’s own folder can’t be written, where it gets no lock', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const environment = { FAKE_ELECTRON_IS_SECOND_INSTANCE: '1', FAKE_ELECTRON_PATH: join(file, 'greenroom') };
  const { code, lines } = await runBundle([], environment);
  expect(lines.find(({ event }) => event === 'question')).toMatchObject({
    detail: expect.stringContaining(file),
    buttons: ['Try again', 'Use another folder…', 'Quit'],
  });
  expect(code).toBe(2);
});

test('the pages contain no zod, whose compiled schemas their content policy refuses', () => {
  const hasZod = (file: string): boolean => readFileSync(file, 'utf8').includes('ZodError');
  const pages = globSync('out/{renderer,overlay,feedPage}/**/*.js');
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter(hasZod)).toEqual([]);
  expect(globSync('out/main/**/*.js').some(hasZod), 'the engine contains it').toBe(true);
});
