/** `npm run service` as a process: the ready line, faults and exit codes. */
import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compileCache } from '../compileCache.ts';
import { codeAfterSigterm } from '../headless/process.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startForTest } from './runService.ts';

function run(args: readonly string[], file = 'src/headless/service.ts') {
  const child = spawn(process.execPath, ['--no-warnings', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache, GREENROOM_SERVICE_TOKEN: 'token-by-environment' },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const firstLine = async (): Promise<string> => {
    await waitUntil('the first line is printed', () => out.includes('\n'));
    return out.split('\n')[0] ?? '';
  };
  return { child, ended, firstLine, out: () => out, errors: () => errors };
}

const freshFolder = (): string => createTemporaryFolder('service-command');

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints one ready line and exits after %s', async (signal) => {
    const args = [
      '--port',
      '0',
      '--data-dir',
      freshFolder(),
      '--fixtures',
      'demo',
      '--api-key',
      'k=Harbour',
      '--ready-json',
    ];
    const { child, ended, firstLine } = run(args);
    const ready = JSON.parse(await firstLine());
    expect(ready).toEqual({
      event: 'ready',
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      authoring: `${ready.baseUrl}/authoring/`,
      token: 'token-by-environment',
    });
    const { meta, collections } = await (
      await fetch(`${ready.baseUrl}/v1/collections`, { headers: { 'X-API-Key': 'k' } })
    ).json();
    expect(meta.totalItems).toBeGreaterThanOrEqual(3);
    const { liveContents } = await (await fetch(collections[0].url, { headers: { 'X-API-Key': 'k' } })).json();
    const media = liveContents.flatMap((item: { media: { mediaUrl: string; mediaType: string }[] }) => item.media);
    for (const { mediaUrl, mediaType } of media) {
      expect((await fetch(mediaUrl, { method: 'HEAD' })).headers.get('content-type')).toBe(mediaType);
    }
    child.kill(signal);
    expect(await ended).toBe(codeAfterSigterm);
  });

  it.each(['src/headless/service.ts', 'scripts/service.ts'])(
    'prints its flags with --help, run by %s',
    async (file) => {
      const { ended, out, errors } = run(['--help'], file);
      expect(await ended).toBe(0);
      expect(out()).toMatch(/--port N .*7410[\s\S]*--fixtures demo\|empty[\s\S]*GREENROOM_SERVICE_TOKEN/);
      expect(errors()).toBe('');
    },
  );

  it('prints one line for each wrong flag and exits 2', async () => {
    const { ended, errors } = run(['--port', 'x', '--colour', 'red']);
    expect(await ended).toBe(2);
    expect(errors().trim().split('\n')).toHaveLength(3);
    expect(errors()).toMatch(/--port: x is not a port/);
  });

  it('names the port in use and its flag, and exits 3', async () => {
    const service = await startForTest();
    const port = new URL(service.baseUrl).port;
    const { ended, errors } = run(['--port', port, '--data-dir', freshFolder()]);
    expect(await ended).toBe(3);
    expect(errors()).toMatch(
      new RegExp(`Port ${port} on 127.0.0.1 is in use. Quit the program using this port, .* --port`),
    );
  });

  it('names a data directory that another process uses, and exits 2', async () => {
    const service = await startForTest();
    const { ended, errors } = run(['--port', '0', '--data-dir', service.dataDir]);
    expect(await ended).toBe(2);
    expect(errors()).toMatch(/Another Greenroom \(process \d+\) is using .* --data-dir/);
  });
});
