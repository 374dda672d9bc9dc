import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { start, writeConfig } from './process.ts';

const running: { readonly kill: (signal: NodeJS.Signals) => unknown }[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

async function startShow() {
  const home = createTemporaryFolder('signals');
  const data = join(home, 'data');
  const args = ['--config', writeConfig(home, {}), '--data-dir', data, '--log-level', 'warn'];
  const engine = await start(args, {});
  running.push(engine);
  return { engine, data };
}

/** Runs code in Node, and resolves when it prints its first line. */
async function runCode(command: readonly string[], environment: Readonly<Record<string, string>>) {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  running.push(child);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const ended = new Promise<string | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const line = await new Promise<string>((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
  });
  return { child, line, ended, errors: () => errors };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const signalsModule = join(process.cwd(), 'src/headless/signals.ts');
const npmModule = join(process.cwd(), 'scripts/stopWithNpm.ts');
const toUrl = (path: string): string => `require('node:url').pathToFileURL(${JSON.stringify(path)})`;

describe.skipIf(process.platform === 'win32')('signals (Windows has none of them)', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'saves and exits 0 on %s',
    async (signal) => {
      const { engine, data } = await startShow();
      expect(existsSync(join(data, 'lock'))).toBe(true);
      expect(await engine.kill(signal)).toBe(0);
      expect(existsSync(join(data, 'lock'))).toBe(false);
    },
    30_000,
  );

  it('saves and exits 0 on SIGTERM while a socket and an event stream of the feed read nothing', async () => {
    const { engine } = await startShow();
    const socket = new WebSocket(`${engine.ready.feed.replace('http', 'ws')}/feeds/main/socket`);
    await new Promise((resolve) => socket.once('message', resolve));
    socket.pause();
    const events = get(`${engine.ready.feed}/feeds/main/events`, { agent: false });
    events.on('error', () => undefined);
    await new Promise<void>((resolve) => events.once('response', (response) => resolve(void response.pause())));
    running.push({ kill: () => void [socket.terminate(), events.destroy()] });
    expect(await engine.kill('SIGTERM')).toBe(0);
  }, 30_000);

  it('opens no inspector on SIGUSR1, and continues', async () => {
    const { engine } = await startShow();
    process.kill(engine.pid, 'SIGUSR1');
    expect((await engine.post('/api/feeds/main/hold', {})).status).toBe(200);
    expect(await engine.kill('SIGTERM')).toBe(0);
    expect(engine.errors()).not.toContain('Debugger');
  }, 30_000);

  it('takes a repeated Ctrl C as the same, says after a second that it is saving, and quits on the next', async () => {
    const code = `
      import(${toUrl(signalsModule)}).then(async ({ listenForSignals }) => {
        const stopRequested = listenForSignals(console.error, () => undefined);
        setInterval(() => undefined, 1000);
        console.log('ready');
        await stopRequested;
        console.error('stopping');
      });`;
    const { child, ended, errors } = await runCode([process.execPath, '--no-warnings', '-e', code], {});
    child.kill('SIGINT');
    await expect.poll(errors).toBe('stopping\n');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const saving = 'stopping\nSaving. Press Ctrl C again to quit without saving.\n';
    await expect.poll(errors, { timeout: 5000 }).toBe(saving);
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    expect(errors()).toBe(`${saving}Quit before everything was saved.\n`);
  }, 30_000);

  it('ends with the shell of npm, which does not pass SIGTERM on', async () => {
    const code = `
      import(${toUrl(npmModule)}).then(({ stopWithNpm }) => {
        stopWithNpm();
        setInterval(() => undefined, 1000);
        console.log(process.pid);
      });`;
    const shell = '"$NODE" --no-warnings -e "$CODE"; exit 1';
    const environment = { NODE: process.execPath, CODE: code, npm_lifecycle_event: 'headless' };
    const { child, line } = await runCode(['sh', '-c', shell], environment);
    const pid = Number(line);
    running.push({ kill: () => isRunning(pid) && process.kill(pid, 'SIGKILL') });
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGTERM');
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  }, 30_000);

  // A package of its own, because a script of the project would build first.
  function writePackage(): string {
    const folder = createTemporaryFolder('npm');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { headless: 'node headless.cjs' } }));
    const code = `
      console.log(process.pid);
      const timer = setInterval(() => {
        if (process.env.WAITS && !require('node:fs').existsSync('go')) return;
        clearInterval(timer);
        import(${toUrl(npmModule)}).then(({ stopWithNpm }) => {
          stopWithNpm();
          setInterval(() => undefined, 1000);
          console.log('watching');
        });
      }, 10);`;
    writeFileSync(join(folder, 'headless.cjs'), code);
    return folder;
  }
  const startNpm = async (folder: string, environment: Readonly<Record<string, string>>) => {
    const command = ['npm', '--silent', '--prefix', folder, 'run', 'headless'];
    const npm = await runCode(command, { NODE_NO_WARNINGS: '1', ...environment });
    const pid = Number(npm.line);
    running.push({ kill: () => isRunning(pid) && process.kill(pid, 'SIGKILL') });
    expect(isRunning(pid)).toBe(true);
    return { ...npm, pid };
  };

  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const)(
    'ends with npm on %s',
    async (signal) => {
      const { child, pid } = await startNpm(writePackage(), {});
      if (child.stdout !== null) await once(createInterface({ input: child.stdout }), 'line');
      child.kill(signal);
      await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    },
    60_000,
  );

  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'ends when npm got %s before anything watched it',
    async (signal) => {
      const folder = writePackage();
      const { child, pid, ended } = await startNpm(folder, { WAITS: '1' });
      child.kill(signal);
      await ended;
      expect(isRunning(pid)).toBe(true);
      writeFileSync(join(folder, 'go'), '');
      await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    },
    60_000,
  );
});
