/** The built desktop app without an Electron runtime. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
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
  const command = ['--import', resolve('test/main/replaceElectron.ts'), resolve('out/main/index.js'), ...args];
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
  expect(findEvents('reload'), 'a crashed page is reloaded').toHaveLength(1);
  expect(lines.at(-1)?.event).toBe('quit');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'keychain.json')), 'without a trustworthy keychain, nothing is written').toBe(false);
  const log = readFileSync(join(folder, 'logs', 'greenroom.log'), 'utf8');
  expect(log).toContain('ENGINE_KEYCHAIN_MISSING');
  for (const origin of ['a timer', 'setImmediate']) expect(log).toContain(`planted in ${origin}`);
  expect(findEvents('feed'), 'the feed continues after exceptions').toEqual([{ event: 'feed', status: 200 }]);
});

test('a second instance quits', async () => {
  const { code, lines } = await runBundle(['--data-dir', folder], { FAKE_ELECTRON_IS_SECOND_INSTANCE: '1' });
  expect(lines.map(({ event }) => event)).toEqual(['path', 'schemes', 'sandbox', 'quit']);
  expect(code).toBe(0);
});

test('explains an invalid configuration and exits with the same code as headless', async () => {
  const { code, lines } = await runBundle(['--data-dir', folder, '--config', join(folder, 'none.json')], {});
  expect(lines.at(-2)).toMatchObject({ event: 'error', text: expect.stringContaining('none.json') });
  expect(code).toBe(2);
});

test('the pages contain no zod, whose compiled schemas their content policy refuses', () => {
  const hasZod = (file: string): boolean => readFileSync(file, 'utf8').includes('ZodError');
  const pages = globSync('out/{renderer,overlay,feedPage}/**/*.js');
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter(hasZod)).toEqual([]);
  expect(globSync('out/main/**/*.js').some(hasZod), 'the engine contains it').toBe(true);
});
