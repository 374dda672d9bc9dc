import { chmod, lstat, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/ports.ts';
import { readSecret } from '../../../src/engine/readSecret.ts';
import { openSecretsFile } from '../../../src/engine/settings/secretsFile.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import '../../comparePhrases.ts';

const ports = { clock: systemClock };
let directory = '';

beforeEach(async () => {
  directory = createTemporaryFolder('secrets');
});

describe('secrets', () => {
  it('include a desk token of at least 128 bits, created once', async () => {
    const first = await (await openSecretsFile(directory, {}, ports)).secrets.deskToken();
    expect(Buffer.from(first, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(await (await openSecretsFile(directory, {}, ports)).secrets.deskToken()).toBe(first);
  });

  it('from the environment take precedence over the file', async () => {
    const environment = {
      GREENROOM_API_KEY: 'from outside',
      GREENROOM_WEBHOOK_SECRET: 'one',
      GREENROOM_DESK_TOKEN: 't',
    };
    const { change, secrets } = await openSecretsFile(directory, environment, ports);
    await change({ apiKey: 'from the file', webhookSecret: 'two', webhookSecretNext: 'three' });
    expect(await secrets.apiKey()).toBe('from outside');
    expect(await secrets.webhookSecrets()).toEqual(['one', 'three']);
    expect(await secrets.deskToken()).toBe('t');
  });

  it('take effect at the next use after a change', async () => {
    const { change, secrets } = await openSecretsFile(directory, {}, ports);
    expect(await secrets.apiKey()).toBeNull();
    expect(await secrets.webhookSecrets()).toEqual([]);
    await Promise.all([change({ apiKey: 'a' }), change({ webhookSecret: 's' })]);
    expect(await secrets.apiKey()).toBe('a');
    expect(await secrets.webhookSecrets()).toEqual(['s']);
    await change({ apiKey: null });
    expect(await secrets.apiKey()).toBeNull();
  });

  it('take effect at the next use after the file is edited', async () => {
    const { secrets } = await openSecretsFile(directory, {}, ports);
    expect(await secrets.webhookSecrets()).toEqual([]);
    const path = join(directory, 'secrets.json');
    await writeFile(path, JSON.stringify({ webhookSecret: 'one' }));
    expect(await secrets.webhookSecrets()).toEqual(['one']);
    await writeFile(path, JSON.stringify({ webhookSecret: 'another' }));
    expect(await secrets.webhookSecrets()).toEqual(['another']);
    await rm(path);
    expect(await secrets.webhookSecrets()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'are readable by this user only, even if the file was readable by others (not on Windows)',
    async () => {
      const { change } = await openSecretsFile(directory, {}, ports);
      await change({ apiKey: 'a' });
      const path = join(directory, 'secrets.json');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      await chmod(path, 0o644);
      await openSecretsFile(directory, {}, ports);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    },
  );

  it('are reported if others may read the file, and restricted again after each change', async () => {
    const restricted: string[] = [];
    const restrict = async (path: string): Promise<string> => {
      restricted.push(path);
      return 'others have rights in its access list';
    };
    const { problems, change } = await openSecretsFile(directory, {}, ports, restrict);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'SECRETS_NOT_PRIVATE',
        message: expect.stringContaining('secrets.json: others have rights in its access list.'),
      }),
    ]);
    const before = restricted.length;
    await change({ apiKey: 'a' });
    expect(restricted.slice(before)).toEqual([join(directory, 'secrets.json')]);
  });

  it('in an unreadable file are quarantined and reported', async () => {
    await writeFile(join(directory, 'secrets.json'), 'nonsense');
    const { problems, secrets } = await openSecretsFile(directory, {}, ports);
    expect(problems.map(({ code }) => code)).toEqual(['DISK_FILE_CORRUPT']);
    expect(JSON.stringify(problems)).not.toContain('nonsense');
    expect((await readdir(directory)).toSorted()).toEqual(['secrets.json', 'secrets.json.corrupt']);
    expect((await secrets.deskToken()).length).toBeGreaterThan(20);
  });

  it('in a file that is damaged while Greenroom runs are not said to be missing, and the desk token stays', async () => {
    const { change, secrets, secretStore } = await openSecretsFile(directory, {}, ports);
    await change({ apiKey: 'a', webhookSecret: 's' });
    const token = await secrets.deskToken();
    const path = join(directory, 'secrets.json');
    await writeFile(path, '{broken');
    expect(await readSecret(secrets.apiKey, { clear: () => undefined })).toMatchObject({
      failure: { code: 'SECRETS_UNREADABLE', facts: { what: 'the file is damaged' } },
    });
    await expect(secrets.webhookSecrets()).rejects.toMatchObject({ code: 'SECRETS_DAMAGED' });
    expect(await secrets.deskToken()).toBe(token);
    expect(await secretStore.describe('apiKey')).toMatchObject({ isSet: false });
    await change({ apiKey: 'b', webhookSecret: 't' });
    expect([await secrets.apiKey(), await secrets.webhookSecrets()]).toEqual(['b', ['t']]);
    expect(await readdir(directory)).toContain('secrets.json.corrupt');
  });

  it.skipIf(process.platform === 'win32')(
    'in a file that can’t be opened stay as they are, and those of the environment are used (not on Windows)',
    async () => {
      const path = join(directory, 'secrets.json');
      const environment = { GREENROOM_API_KEY: 'a', GREENROOM_WEBHOOK_SECRET: 's' };
      for (const [code, create] of [
        ['ELOOP', () => symlink(path, path)],
        ['EISDIR', () => mkdir(path, { mode: 0o755 })],
      ] as const) {
        await create();
        const before = await lstat(path);
        const { problems, secrets, change } = await openSecretsFile(directory, environment, ports);
        expect(problems.map((problem) => problem.code)).toEqual(['SECRETS_FILE_UNREADABLE']);
        expect(problems[0]?.message).toContain(code);
        expect([await secrets.apiKey(), await secrets.webhookSecrets()]).toEqual(['a', ['s']]);
        expect((await secrets.deskToken()).length).toBeGreaterThan(20);
        await expect(change({ apiKey: 'b' })).rejects.toMatchObject({ code });
        expect([(await lstat(path)).ino, (await lstat(path)).mode]).toEqual([before.ino, before.mode]);
        await rm(path, { recursive: true });
      }
    },
  );

  it('in a file that can’t be opened are used once it can', async () => {
    const path = join(directory, 'secrets.json');
    await mkdir(path);
    const { secrets } = await openSecretsFile(directory, {}, ports);
    await expect(secrets.apiKey()).rejects.toThrow();
    await rm(path, { recursive: true });
    await writeFile(path, JSON.stringify({ apiKey: 'a', deskToken: 't' }));
    expect([await secrets.apiKey(), await secrets.deskToken()]).toEqual(['a', 't']);
  });

  it('of the environment are used although the file is damaged', async () => {
    const environment = { GREENROOM_API_KEY: 'a', GREENROOM_WEBHOOK_SECRET: 's' };
    const { secrets } = await openSecretsFile(directory, environment, ports);
    await writeFile(join(directory, 'secrets.json'), '{broken');
    expect([await secrets.apiKey(), await secrets.webhookSecrets()]).toEqual(['a', ['s']]);
  });
});
