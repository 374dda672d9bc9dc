import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/core/problem.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { DiskHangs, openTokens } from '../../../src/engine/settings/tokens.ts';
import { controlSyncs } from '../../failingSyncs.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const ports = {
  clock: systemClock,
  log: () => undefined,
  secrets: { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'desk' },
};

const ignore = (): void => undefined;

describe('tokens', () => {
  it('notify listeners of a revocation, and show each bearer whether its own token was revoked', async () => {
    const tokens = await openTokens(createTemporaryFolder('tokens'), ports, ignore);
    const one = await tokens.bearerOf(await tokens.create('one', 'view'), '10.20.4.19');
    const two = await tokens.bearerOf(await tokens.create('two', 'view'), '10.20.4.19');
    const revocations: unknown[] = [];
    const stop = tokens.onRevoked(() => revocations.push([one?.isRevoked(), two?.isRevoked()]));
    await tokens.revoke('one');
    expect(revocations).toEqual([[true, false]]);
    stop();
    await tokens.revoke('two');
    expect(revocations).toHaveLength(1);
  });

  it('show when and from where each was last used', async () => {
    const tokens = await openTokens(createTemporaryFolder('tokens'), ports, ignore);
    const token = await tokens.create('panel', 'view');
    expect(tokens.list()[0]?.lastUsed).toBeNull();
    await tokens.bearerOf('wrong', '10.20.4.77');
    expect(tokens.list()[0]?.lastUsed).toBeNull();
    await tokens.bearerOf(token, '10.20.4.19');
    expect(tokens.list()[0]?.lastUsed).toEqual({ at: expect.any(String), from: '10.20.4.19' });
  });

  it('stay revoked when a new token gets the same name', async () => {
    const tokens = await openTokens(createTemporaryFolder('tokens'), ports, ignore);
    const before = await tokens.bearerOf(await tokens.create('panel', 'view'), '10.20.4.19');
    await tokens.revoke('panel');
    const after = await tokens.bearerOf(await tokens.create('panel', 'view'), '10.20.4.19');
    expect([before?.isRevoked(), after?.isRevoked()]).toEqual([true, false]);
  });

  it('cannot have a reserved name, so the as-run log is never ambiguous', async () => {
    const tokens = await openTokens(createTemporaryFolder('tokens'), ports, ignore);
    for (const name of ['Control', 'OSC', ' osc ', 'ＣＯＮＴＲＯＬ'])
      expect(await tokens.create(name, 'operate'), name).toBeNull();
    expect(await tokens.create('OSC bridge', 'operate')).not.toBeNull();
  });

  it.each([
    ['damaged', async (path: string) => writeFile(path, 'ha')],
    ['unreadable', async (path: string) => mkdir(path)],
  ])('that are %s are kept aside and reported', async (_, damage) => {
    const dataDir = createTemporaryFolder('tokens');
    await damage(join(dataDir, 'tokens.json'));
    const tokens = await openTokens(dataDir, ports, ignore);
    expect(tokens.problems.map(({ code, message }) => [code, message.includes('tokens.json.corrupt')])).toEqual([
      ['DISK_FILE_CORRUPT', true],
    ]);
    expect(await readdir(dataDir)).toEqual(['tokens.json.corrupt']);
    expect(await tokens.create('panel', 'view')).not.toBeNull();
    expect((await openTokens(dataDir, ports, ignore)).problems).toEqual([]);
  });

  it('stay revoked, even after a restart, when two are revoked while a third is created', async () => {
    const dataDir = createTemporaryFolder('tokens');
    const tokens = await openTokens(dataDir, ports, ignore);
    await tokens.create('one', 'view');
    await tokens.create('two', 'view');
    await Promise.all([tokens.revoke('one'), tokens.revoke('two'), tokens.create('three', 'view')]);
    expect(tokens.list().map(({ name }) => name)).toEqual(['three']);
    expect((await openTokens(dataDir, ports, ignore)).list().map(({ name }) => name)).toEqual(['three']);
  });

  it('are revoked immediately when that can’t be saved, which is said until a later try saves it', async () => {
    const dataDir = createTemporaryFolder('tokens');
    const clock = createFakeClock();
    const problems: (Problem | null)[] = [];
    const tokens = await openTokens(dataDir, { ...ports, clock }, (problem) => problems.push(problem));
    const value = await tokens.create('panel', 'operate');
    const bearer = await tokens.bearerOf(value, '10.20.4.19');
    let hasEnded = false;
    tokens.onRevoked(() => {
      hasEnded = true;
    });
    await rename(dataDir, `${dataDir}-away`);
    expect(await tokens.revoke('panel')).toBe(true);
    expect([hasEnded, bearer?.isRevoked(), await tokens.bearerOf(value, '10.20.4.19')]).toEqual([true, true, null]);
    expect(tokens.list()).toEqual([]);
    expect(problems.map((problem) => problem?.message)).toEqual([
      'The revocation of panel can’t be saved (ENOENT). Its access has ended, but a restart would bring it back. On air is not affected.',
    ]);
    await expect(tokens.create('other', 'view')).rejects.toMatchObject({ code: 'ENOENT' });
    await rename(`${dataDir}-away`, dataDir);
    clock.advance(15_000);
    await expect.poll(() => problems.at(-1), { timeout: 30_000 }).toBeNull();
    expect((await openTokens(dataDir, ports, ignore)).list()).toEqual([]);
  });

  it('that were revoked unsaved are saved with the next token that is created', async () => {
    const dataDir = createTemporaryFolder('tokens');
    const problems: (Problem | null)[] = [];
    const openPorts = { ...ports, clock: createFakeClock() };
    const tokens = await openTokens(dataDir, openPorts, (problem) => problems.push(problem));
    await tokens.create('panel', 'operate');
    const revokeUnsaved = async (): Promise<void> => {
      await rename(dataDir, `${dataDir}-away`);
      await tokens.revoke('panel');
      await rename(`${dataDir}-away`, dataDir);
      expect(problems.at(-1)?.message).toMatch(/^The revocation of panel can’t be saved/);
    };
    await revokeUnsaved();
    expect(await tokens.create('panel', 'operate')).not.toBeNull();
    expect(problems.at(-1)).toBeNull();
    await revokeUnsaved();
  });

  it('that were revoked unsaved are saved when Greenroom stops', async () => {
    const dataDir = createTemporaryFolder('tokens');
    const tokens = await openTokens(dataDir, ports, ignore);
    await tokens.create('panel', 'operate');
    await rename(dataDir, `${dataDir}-away`);
    await tokens.revoke('panel');
    await rename(`${dataDir}-away`, dataDir);
    await tokens.stop();
    expect((await openTokens(dataDir, ports, ignore)).list()).toEqual([]);
  });

  it('are refused while the disk hangs, and do not exist when it answers either', async () => {
    const disk = await controlSyncs();
    const dataDir = createTemporaryFolder('tokens');
    const clock = createFakeClock();
    const tokens = await openTokens(dataDir, { ...ports, clock }, ignore);
    disk.make('hang');
    const creating = Promise.allSettled([tokens.create('panel', 'view'), tokens.create('wall', 'view')]);
    await waitUntil('they wait for the disk', () => clock.timersSetFor(5000) === 2);
    clock.advance(5000);
    expect((await creating).map((result) => result.status === 'rejected' && result.reason)).toEqual([
      new DiskHangs(),
      new DiskHangs(),
    ]);
    disk.make('work');
    // Resolves after the jobs before it, and saves nothing.
    await tokens.create('OSC', 'view');
    expect([tokens.list(), (await openTokens(dataDir, ports, ignore)).list()]).toEqual([[], []]);
    expect(await tokens.create('panel', 'view')).not.toBeNull();
  });

  it('are revoked while the disk hangs, which is said until it answers', async () => {
    const disk = await controlSyncs();
    const dataDir = createTemporaryFolder('tokens');
    const clock = createFakeClock();
    const problems: (Problem | null)[] = [];
    const tokens = await openTokens(dataDir, { ...ports, clock }, (problem) => problems.push(problem));
    await tokens.create('panel', 'operate');
    disk.make('hang');
    const revoking = tokens.revoke('panel');
    await waitUntil('it waits for the disk', () => clock.timersSetFor(1000) === 1);
    clock.advance(1000);
    expect([await revoking, tokens.list()]).toEqual([true, []]);
    expect(problems.map((problem) => problem?.message)).toEqual([
      'The revocation of panel can’t be saved (the disk isn’t responding). Its access has ended, but a restart would bring it back. On air is not affected.',
    ]);
    disk.make('work');
    await waitUntil('it is saved', () => problems.at(-1) === null);
    expect((await openTokens(dataDir, ports, ignore)).list()).toEqual([]);
  });
});
