/** Imports the packed module into a real Companion, puts its presets on keys, and presses them against a real headless Greenroom. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type RunningEngine, start } from '../headless/process.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type Companion, startCompanion } from './companionClient.ts';

/** The program that `scripts/installCompanion.ts` prepared, or the `companion_headless.sh` of an installed Companion. */
const program = process.env['GREENROOM_COMPANION'] ?? '';
const skipReason = existsSync(program) ? '' : ' (GREENROOM_COMPANION names no program that starts Companion)';

let companion: Companion | null = null;
let engine: RunningEngine | null = null;
afterEach(async () => {
  await companion?.stop();
  await engine?.kill('SIGKILL');
});

it.skipIf(skipReason !== '')(
  `imports the module, lights its keys, and shows a lost connection on each${skipReason}`,
  async () => {
    const data = createTemporaryFolder('companion-show');
    const flags = ['--demo', '--data-dir', join(data, 'show'), '--feed-port', '0', '--log-level', 'error'];
    const environment = { GREENROOM_DESK_TOKEN: 'desk-token-of-the-companion-test' };
    engine = await start([...flags, '--control-port', '0'], environment);
    const token = (await engine.request('POST', '/api/tokens', { name: 'Stream Deck', right: 'operate' })).body.token;
    const archive = execFileSync(process.execPath, ['scripts/packCompanion.ts'], { encoding: 'utf8' }).trim();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    companion = await startCompanion(program);
    const { call, press, textOn, variable } = companion;
    const tarBuffer = readFileSync(archive).toString('base64');
    expect(await call('mutation', 'instances.modulesManager.installModuleTar', { tarBuffer })).toBe(null);
    const module = { type: 'greenroom', product: 'Greenroom: Greenroom' };
    const added = { module, label: 'greenroom', versionId: version };
    const connectionId = await call('mutation', 'instances.connections.add', added);
    const config = { address: `${engine.ready.desk}/`, feed: 'main' };
    const settings = { connectionId, label: 'greenroom', config, secrets: { token } };
    await expect
      .poll(() => call('query', 'instances.connections.edit', { connectionId }), { interval: 250 })
      .toMatchObject({ config: { feed: 'main' } });
    expect(await call('mutation', 'instances.connections.setConfig', settings)).toBe(null);
    await expect.poll(() => variable('greenroom', 'connection')).toBe('Connected');

    const keys = ['hold', 'release', 'clear', 'back', 'pin', 'rotate', 'used', 'connection'];
    for (const [column, presetId] of keys.entries()) {
      const location = { pageNumber: 1, row: 0, column };
      expect(await call('mutation', 'controls.importPreset', { connectionId, presetId, location })).not.toBe(null);
    }
    const on = (key: string) => expect.poll(async () => oneLine(await textOn(0, keys.indexOf(key))));
    const pressKey = (key: string) => press(0, keys.indexOf(key));
    await on('hold').toBe('Hold');
    await on('release').toBe('FOLLOWS LIVE');
    await pressKey('hold');
    await on('hold').toBe('HELD');
    await on('release').toBe('Release');
    await pressKey('pin');
    await on('pin').toBe('PINNED');
    await pressKey('pin');
    await on('pin').toBe('Pin');
    await pressKey('used');
    await on('used').toBe('USED');
    await pressKey('rotate');
    await on('rotate').toBe('ROTATES 8 s');
    await pressKey('rotate');
    await on('rotate').toBe('Rotate 8 s');
    await pressKey('clear');
    await on('clear').toBe('PRESS AGAIN TO CLEAR');
    await pressKey('clear');
    await on('clear').toBe('CLEARED');
    await on('back').toBe('BACK possible');
    await pressKey('back');
    await on('back').toBe('PRESS AGAIN FOR BACK');
    await pressKey('back');
    await on('hold').toBe('HELD');

    // A Greenroom that is frozen closes no connection: only the missing heartbeats reveal it.
    process.kill(engine.pid, 'SIGSTOP');
    await on('hold').toBe('No connection');
    process.kill(engine.pid, 'SIGCONT');
    await on('hold').toBe('HELD');

    const { port } = new URL(engine.ready.desk);
    await engine.kill('SIGKILL');
    for (const key of keys) await on(key).toBe('No connection');
    engine = await start([...flags, '--control-port', port], environment);
    await on('connection').toBe('Connected');
    await on('hold').toBe('HELD');
    expect(await variable('greenroom', 'author')).toBe((await engine.request('GET', '/api/panel')).body.currentAuthor);
  },
  120_000,
);

const oneLine = (text: string): string => text.replace(/\\n|\n/g, ' ');
