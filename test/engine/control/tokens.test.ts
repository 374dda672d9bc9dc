import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTokens } from '../../../src/engine/control/tokens.ts';
import { systemClock } from '../../../src/engine/ports.ts';

const ports = {
  clock: systemClock,
  log: () => undefined,
  secrets: { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'desk' },
};

describe('the tokens', () => {
  it('tell whoever listens that one was revoked, and each bearer knows whether it was theirs', async () => {
    const tokens = await openTokens(await mkdtemp(join(tmpdir(), 'greenroom-tokens-')), ports);
    const one = await tokens.bearerOf(await tokens.make('one', 'view'));
    const two = await tokens.bearerOf(await tokens.make('two', 'view'));
    const told: unknown[] = [];
    const stop = tokens.onRevoked(() => told.push([one?.isRevoked(), two?.isRevoked()]));
    await tokens.revoke('one');
    expect(told).toEqual([[true, false]]);
    stop();
    await tokens.revoke('two');
    expect(told).toHaveLength(1);
  });

  it('do not count as good again when another is made under the same name', async () => {
    const tokens = await openTokens(await mkdtemp(join(tmpdir(), 'greenroom-tokens-')), ports);
    const before = await tokens.bearerOf(await tokens.make('panel', 'view'));
    await tokens.revoke('panel');
    const after = await tokens.bearerOf(await tokens.make('panel', 'view'));
    expect([before?.isRevoked(), after?.isRevoked()]).toEqual([true, false]);
  });

  it('never have the name of Greenroom’s own hands, so that as-run tells them apart', async () => {
    const tokens = await openTokens(await mkdtemp(join(tmpdir(), 'greenroom-tokens-')), ports);
    for (const name of ['Control', 'OSC', ' osc ', 'ＣＯＮＴＲＯＬ'])
      expect(await tokens.make(name, 'operate'), name).toBeNull();
    expect(await tokens.make('OSC bridge', 'operate')).not.toBeNull();
  });

  it('stay revoked when two are revoked and a third is made at once, also after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'greenroom-tokens-'));
    const tokens = await openTokens(dataDir, ports);
    await tokens.make('one', 'view');
    await tokens.make('two', 'view');
    await Promise.all([tokens.revoke('one'), tokens.revoke('two'), tokens.make('three', 'view')]);
    expect(tokens.list().map(({ name }) => name)).toEqual(['three']);
    expect((await openTokens(dataDir, ports)).list().map(({ name }) => name)).toEqual(['three']);
  });
});
