import { createSocket } from 'node:dgram';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { codeAfterSigterm, runToEnd, start, writeConfig } from './process.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const close of cleanups.splice(0)) close();
});

describe('a start with a problem', () => {
  it('reports demo data from a newer Greenroom in one line, and exits 2', async () => {
    const folder = createTemporaryFolder('headless');
    mkdirSync(join(folder, 'demo', 'service'), { recursive: true });
    writeFileSync(join(folder, 'demo', 'service', 'index.json'), JSON.stringify({ format: 99 }));
    const ports = ['--feed-port', '0', '--control-port', '0'];
    const { code, errors } = await runToEnd(['--demo', ...ports, '--data-dir', folder, '--log-level', 'error'], {});
    expect([code, errors.trim()]).toEqual([
      2,
      'The service can’t start: its data is from a newer Greenroom. Start that one, or choose another directory with --data-dir.',
    ]);
  }, 30_000);

  it('reports each configuration fault and exits 2', async () => {
    const file = join(createTemporaryFolder('headless'), 'config.json');
    writeFileSync(file, JSON.stringify({ source: { mode: 'psychic', poll: { intervalSeconds: 0 } }, feeds: [] }));
    const { code, errors } = await runToEnd(['--config', file], {});
    expect(code).toBe(2);
    const lines = errors.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(errors).toContain('$.source.mode');
    expect(errors).toContain('$.source.poll.intervalSeconds');
    expect(errors).toContain('$.feeds');
    for (const line of lines) expect(line.startsWith(`${file}: $`)).toBe(true);
  }, 30_000);

  it('names the absolute path of a configuration that was given by a relative one', async () => {
    const file = join(createTemporaryFolder('headless'), 'config.json');
    writeFileSync(file, '{"feedServer":{"hsot":"127.0.0.1"}}');
    const { code, errors } = await runToEnd(['--config', relative(process.cwd(), file)], {});
    expect([code, errors]).toEqual([2, `${file}: $.feedServer.hsot: is unknown; use host, or remove it\n`]);
  }, 30_000);

  it.each([
    [
      '{"source":',
      /config\.json: is not valid JSON\. Check it for a missing or extra comma, quotation mark or bracket\.$/m,
    ],
    [null, /config\.json: does not exist\. Name an existing file, or create it with \{\} for the defaults\.$/m],
  ])(
    'reports a configuration of %j in one line',
    async (text, line) => {
      const file = join(createTemporaryFolder('headless'), 'config.json');
      if (text !== null) writeFileSync(file, text);
      const { code, errors } = await runToEnd(['--config', file], {});
      expect(code).toBe(2);
      expect(errors.trim().split('\n')).toHaveLength(1);
      expect(errors).toMatch(line);
    },
    30_000,
  );

  it('names the port in use and its flag, and exits 3', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    cleanups.push(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    const home = createTemporaryFolder('headless');
    const config = writeConfig(home, {});
    const base = ['--config', config, '--data-dir', join(home, 'data'), '--log-level', 'silent'];
    for (const flag of ['--feed-port', '--control-port']) {
      const { code, errors, output } = await runToEnd([...base, flag, port], {});
      expect([flag, code, output]).toEqual([flag, 3, '']);
      expect(errors.trim().split('\n')).toHaveLength(1);
      expect(errors).toContain(port);
      expect(errors).toContain(flag);
    }
  }, 30_000);

  it('names a port in use for OSC, even if a TCP port has the same number, and exits 3', async () => {
    const other = createSocket('udp4').bind({ port: 0, address: '127.0.0.1', exclusive: true });
    cleanups.push(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address();
    const home = createTemporaryFolder('headless');
    const config = join(home, 'config.json');
    writeFileSync(config, JSON.stringify({ osc: { enabled: true, port } }));
    const flags = ['--data-dir', join(home, 'data'), '--log-level', 'silent', '--control-port', '0'];
    const { code, errors } = await runToEnd(['--config', config, ...flags, '--feed-port', String(port)], {});
    expect(code).toBe(3);
    expect(errors.trim()).toBe(
      `UDP port ${port} for OSC is in use, so Greenroom can’t start. Quit the program using this port, or change osc.port in the configuration.`,
    );
  }, 30_000);

  it.each([
    ['a data directory that is a file', ['--data-dir'], '--data-dir'],
    ['an unknown host name', ['--open-feed', '--host', 'nowhere.invalid', '--data-dir'], '--host'],
    ['an empty address, which would mean all interfaces', ['--host', '', '--data-dir'], '--host'],
  ])(
    'reports %s in one line with its flag, and exits 2',
    async (_, flags, named) => {
      const home = createTemporaryFolder('headless');
      const data = join(home, 'data');
      if (named === '--data-dir') writeFileSync(data, 'a file');
      const ports = ['--feed-port', '0', '--control-port', '0', '--log-level', 'silent'];
      const args = ['--config', writeConfig(home, {}), ...ports, ...flags, data];
      const { code, errors, output } = await runToEnd(args, {});
      expect([code, output]).toEqual([2, '']);
      expect(errors.trim().split('\n')).toHaveLength(1);
      expect(errors).toContain(named);
    },
    30_000,
  );

  it('writes why it can’t start to its log file too, which is all that a service keeps', async () => {
    const home = createTemporaryFolder('headless');
    const logFile = join(home, 'greenroom.log');
    const { code, errors } = await runToEnd(['--config', join(home, 'none.json'), '--log-file', logFile], {});
    expect(code).toBe(2);
    const line = JSON.parse(readFileSync(logFile, 'utf8').trim());
    expect(line).toMatchObject({ what: errors.trim() });
  });

  it('refuses to open the feed to a network without a read token, and names the setting and the flag that allow it', async () => {
    const home = createTemporaryFolder('headless');
    const config = writeConfig(home, {});
    const { code, errors } = await runToEnd(['--config', config, '--data-dir', home, '--host', '0.0.0.0'], {});
    const fault =
      'is needed, because the feed is open to the network (0.0.0.0); set it, or allow every machine with $.feedServer.allowWithoutToken or --open-feed';
    expect([code, errors]).toEqual([2, `${config}: $.feedServer.readToken: ${fault}\n`]);
  }, 30_000);

  it('starts without an API key, serves, and names the variable to set', async () => {
    const home = createTemporaryFolder('headless');
    const config = writeConfig(home, { baseUrl: 'http://127.0.0.1:9' });
    const engine = await start(['--config', config, '--data-dir', join(home, 'data'), '--log-level', 'warn'], {});
    cleanups.push(() => void engine.kill('SIGKILL'));
    const state = await fetch(`${engine.ready.desk}/api/state`, {
      headers: { authorization: `Bearer ${engine.ready.token}` },
    });
    const { problems } = (await state.json()) as { problems: { code: string; nextStep: string }[] };
    expect(problems.find(({ code }) => code === 'SOURCE_KEY_MISSING')?.nextStep).toContain('GREENROOM_API_KEY');
    expect((await fetch(`${engine.ready.feed}/feeds/main/live.json`)).status).toBe(200);
    expect(await engine.kill('SIGTERM')).toBe(codeAfterSigterm);
  }, 30_000);

  it('keeps an unreadable state file as .corrupt, starts, and reports it', async () => {
    const home = createTemporaryFolder('headless');
    const data = join(home, 'data');
    const config = writeConfig(home, {});
    const first = await start(['--config', config, '--data-dir', data, '--log-level', 'warn'], {});
    await first.post('/api/feeds/main/hold', {});
    await first.kill('SIGTERM');
    const files = readdirSync(data).filter((name) => name.startsWith('show'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) writeFileSync(join(data, name), 'not a show at all\nnot\nat all\n');
    const second = await start(['--config', config, '--data-dir', data, '--log-level', 'warn'], {});
    cleanups.push(() => void second.kill('SIGKILL'));
    const kept = readdirSync(data).filter((name) => name.includes('.corrupt'));
    expect(kept.length).toBeGreaterThan(0);
    expect(readFileSync(join(data, kept[0] ?? ''), 'utf8')).toContain('not a show at all');
    const state = await fetch(`${second.ready.desk}/api/state`, {
      headers: { authorization: `Bearer ${second.ready.token}` },
    });
    const { problems } = (await state.json()) as { problems: { code: string }[] };
    expect(problems.map(({ code }) => code)).toContain('DISK_FILE_CORRUPT');
    await second.kill('SIGTERM');
  }, 30_000);

  it.each(['lock', 'settings.json'])(
    'names a folder where %s must be, says what to do, and exits 2',
    async (name) => {
      const data = createTemporaryFolder('headless');
      mkdirSync(join(data, name));
      const ports = ['--feed-port', '0', '--control-port', '0'];
      const { code, errors } = await runToEnd(['--data-dir', data, ...ports, '--log-level', 'silent'], {});
      expect([code, errors.trim()]).toEqual([
        2,
        `${join(data, name)} is a folder, but must be a file. Rename or move that folder, or choose another data directory with --data-dir.`,
      ]);
    },
    30_000,
  );

  it('starts although folders have the names of its other files, and reports the secrets', async () => {
    const home = createTemporaryFolder('headless');
    const data = join(home, 'data');
    const config = writeConfig(home, {});
    for (const name of ['secrets.json', 'tokens.json', 'consumers.json', 'show-confirmed', 'unsaved'])
      mkdirSync(join(data, name), { recursive: true });
    for (const name of ['history', 'as-run', 'event-log', 'recordings', 'media']) writeFileSync(join(data, name), 'x');
    const engine = await start(['--config', config, '--data-dir', data, '--log-level', 'silent'], {});
    cleanups.push(() => void engine.kill('SIGKILL'));
    expect((await fetch(`${engine.ready.feed}/feeds/main/live.json`)).status).toBe(200);
    const { problems } = (await engine.request('GET', '/api/state')).body;
    expect(problems.map(({ code }: { code: string }) => code)).toContain('SECRETS_FILE_UNREADABLE');
    await engine.kill('SIGTERM');
  }, 30_000);

  it('refuses a data directory that another process uses', async () => {
    const home = createTemporaryFolder('headless');
    mkdirSync(join(home, 'data'));
    const config = writeConfig(home, {});
    const args = ['--config', config, '--data-dir', join(home, 'data'), '--log-level', 'silent'];
    const first = await start(args, {});
    cleanups.push(() => void first.kill('SIGKILL'));
    const { code, errors } = await runToEnd(args, {});
    expect(code).toBe(2);
    expect(errors).toContain(join(home, 'data'));
    await first.kill('SIGTERM');
  }, 30_000);
});
