/** Tests that the API key and the address of its service change together, or not at all. */
import { expect, test } from 'vitest';
import { createKeyDisk, newAddress, oldAddress, openKeyRun as openRun, storedSecrets } from './keyRun.ts';

test('each service gets only its own key during a change and its undo', async () => {
  const run = await openRun();
  expect(await run.use(newAddress, 'new key')).toMatchObject({ ok: true });
  await run.send();
  expect(run.sent).toEqual(['old key to old', 'new key to new', 'new key to new']);
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'new key' });
  run.sent.length = 0;
  expect(await run.settings.undo(null, 'Ines')).toMatchObject({ ok: true, changes: [{ path: 'secrets.apiKey' }, {}] });
  await run.send();
  expect(run.sent).toEqual(['new key to new', 'old key to old', 'old key to old']);
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'old key' });
});

test('a new key is not stored while its change waits for another one', async () => {
  const run = await openRun();
  let end = (): void => undefined;
  run.control.waitsFor = new Promise((resolve) => {
    end = resolve;
  });
  const before = run.settings.change({ source: { mode: 'hybrid' } }, 'Tom', null);
  const used = run.use(newAddress, 'new key');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'old key' });
  await run.send();
  end();
  expect([await before, await used]).toMatchObject([{ ok: true }, { ok: true }]);
  expect(run.sent.filter((line) => line.startsWith('new'))).toEqual(['new key to new']);
});

test('a refused change leaves the address and the key as they were', async () => {
  const run = await openRun();
  run.control.isRefused = true;
  expect(await run.use(newAddress, 'new key')).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  await run.send();
  expect(run.sent).toEqual(['old key to old', 'new key to new', 'old key to old', 'old key to old']);
  expect(run.disk).toMatchObject({ saved: { document: { source: { baseUrl: oldAddress } } } });
  expect(await openRun(run.disk).then(({ serviceKey }) => serviceKey.apiKey())).toBe('old key');
});

test('a key that can’t be stored changes nothing', async () => {
  const run = await openRun();
  run.disk.secretsAreFull = true;
  expect(await run.use(newAddress, 'new key')).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  expect([run.address(), run.sent]).toEqual([oldAddress, []]);
});

test('after a crash, the key is of the saved address', async () => {
  for (const [address, key] of [
    [oldAddress, 'old key'],
    [newAddress, 'new key'],
  ] as const) {
    const disk = createKeyDisk();
    const run = await openRun(disk);
    await run.serviceKey.change({ apiKey: 'new key' }, oldAddress, newAddress);
    disk.saved.document = { source: { baseUrl: address } };
    const next = await openRun(disk);
    expect(await next.serviceKey.apiKey(address)).toBe(key);
    expect(storedSecrets(disk)).toEqual({ apiKey: key });
  }
});

test('a change that can’t be saved is in use until the next start, which has the old address and the old key', async () => {
  const run = await openRun();
  run.disk.settingsAreFull = true;
  expect(await run.use(newAddress, 'new key')).toMatchObject({ ok: true, view: { apiKey: { isKept: false } } });
  await run.send();
  expect(run.sent.at(-1)).toBe('new key to new');
  expect(
    await openRun({ ...run.disk, values: new Map(run.disk.values) }).then((next) => next.serviceKey.apiKey()),
  ).toBe('old key');
  run.disk.settingsAreFull = false;
  expect(await run.settings.change({ source: { mode: 'hybrid' } }, 'Tom', null)).toMatchObject({ ok: true });
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'new key' });
});

test('a key for the service in use is refused if another operator has changed the service meanwhile', async () => {
  const run = await openRun();
  const moved = run.settings.change({ source: { baseUrl: newAddress } }, 'Tom', null);
  const changed = run.secrets.change({ apiKey: 'other key', force: true }, null, 'Ines');
  expect(await changed).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect([await moved, await run.serviceKey.apiKey()]).toMatchObject([{ ok: true }, 'old key']);
});

test('a refused undo restores neither the settings nor the secrets', async () => {
  const run = await openRun();
  await run.secrets.change({ webhookSecret: 'first', force: false }, null, 'Ines');
  await run.secrets.change({ webhookSecret: 'second', readToken: 'a-read-token', force: false }, null, 'Ines');
  await run.use(newAddress, 'new key');
  run.control.isRefused = true;
  expect(await run.settings.undo(null, 'Ines')).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'new key', webhookSecret: 'second' });
  expect(run.address()).toBe(newAddress);
  run.control.isRefused = false;
  expect(await run.settings.undo(null, 'Ines')).toMatchObject({ ok: true });
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'old key', webhookSecret: 'second' });
});

test('a change of the address alone leaves the key with its service, also after a restart and on the way back', async () => {
  const run = await openRun();
  const change = (baseUrl: string) => run.settings.change({ source: { baseUrl } }, 'Tom', null);
  expect(await change(newAddress)).toMatchObject({
    ok: true,
    changes: [{ onAir: expect.stringContaining(`the saved API key belongs to ${oldAddress}`) }],
  });
  await run.send();
  const next = await openRun(run.disk);
  await next.send();
  expect([...run.sent, ...next.sent]).toEqual([
    'old key to old',
    ...['KEY_OF_OTHER_SERVICE to new', 'KEY_OF_OTHER_SERVICE to new', 'KEY_OF_OTHER_SERVICE to new'],
  ]);
  run.sent.length = 0;
  expect(await change(oldAddress)).toMatchObject({ ok: true });
  await run.send();
  expect(run.sent).toEqual(['KEY_OF_OTHER_SERVICE to new', 'old key to old', 'old key to old']);
});

test('an import of the address alone leaves the key with its service, and its preview says so', async () => {
  const run = await openRun();
  const file = { source: { baseUrl: newAddress } };
  const onAir = expect.stringContaining(`the saved API key belongs to ${oldAddress}`);
  expect(await run.settings.preview(file, null)).toMatchObject({ changes: [{ onAir }] });
  await run.settings.importChanges({ file, only: ['source.baseUrl'], seen: null }, 'Tom');
  await run.send();
  expect(run.sent.at(-1)).toBe('KEY_OF_OTHER_SERVICE to new');
});

test('the key goes to another service once an operator keeps it or enters it again, and then no longer to the old one', async () => {
  for (const given of [{ keepApiKey: true }, { apiKey: 'old key' }]) {
    const run = await openRun();
    await run.settings.change({ source: { baseUrl: newAddress } }, 'Tom', null);
    expect(await run.secrets.change({ ...given, force: false }, null, 'Tom')).toMatchObject({ ok: true });
    await run.send();
    expect(run.sent.at(-1)).toBe('old key to new');
    const next = await openRun(run.disk);
    await next.settings.change({ source: { baseUrl: oldAddress } }, 'Tom', null);
    await next.send();
    expect(next.sent.at(-1)).toBe('KEY_OF_OTHER_SERVICE to old');
  }
});

test('an undo of a new key restores the old one for its own service only', async () => {
  const run = await openRun();
  await run.settings.change({ source: { baseUrl: newAddress } }, 'Tom', null);
  await run.secrets.change({ apiKey: 'new key', force: false }, null, 'Tom');
  await run.settings.undo(null, 'Tom');
  await run.send();
  expect(run.sent.at(-1)).toBe('KEY_OF_OTHER_SERVICE to new');
});

test('a change of the address is refused if it can’t be saved to which service the key belongs', async () => {
  const run = await openRun();
  run.disk.secretsAreFull = true;
  expect(await run.settings.change({ source: { baseUrl: newAddress } }, 'Tom', null)).toMatchObject({
    ...{ ok: false, code: 'SETTINGS_NOT_DONE' },
  });
  expect([run.address(), run.sent]).toEqual([oldAddress, []]);
});

test('a key that was replaced in the file belongs to the service in use', async () => {
  const run = await openRun();
  await run.settings.change({ source: { baseUrl: newAddress } }, 'Tom', null);
  run.disk.values.set('apiKey', 'new key');
  await run.send();
  expect(run.sent.at(-1)).toBe('new key to new');
});

test('a webhook secret that can’t be stored is in use with its settings, is not kept, and is stored with the next change', async () => {
  const run = await openRun();
  await run.secrets.change({ webhookSecret: 'first', force: false }, null, 'Ines');
  run.control.onApply = () => {
    run.disk.secretsAreFull = true;
  };
  const readToken = 'a-read-token';
  expect(await run.secrets.change({ webhookSecret: 'second', readToken, force: false }, null, 'Ines')).toMatchObject({
    ...{ ok: true, view: { webhookSecret: { isKept: false } } },
  });
  expect(await run.serviceKey.webhookSecrets()).toEqual(['second']);
  expect(storedSecrets(run.disk)).toMatchObject({ webhookSecret: 'first' });
  run.control.onApply = () => undefined;
  run.disk.secretsAreFull = false;
  expect(await run.settings.change({ source: { mode: 'hybrid' } }, 'Tom', null)).toMatchObject({ ok: true });
  expect(storedSecrets(run.disk)).toMatchObject({ webhookSecret: 'second' });
  expect((await run.secrets.view()).webhookSecret.isKept).toBe(true);
});

test('a webhook secret of a refused change is not in use', async () => {
  const run = await openRun();
  await run.secrets.change({ webhookSecret: 'first', force: false }, null, 'Ines');
  run.control.isRefused = true;
  const readToken = 'a-read-token';
  expect(await run.secrets.change({ webhookSecret: 'second', readToken, force: false }, null, 'Ines')).toMatchObject({
    ...{ ok: false, code: 'SETTINGS_EFFECT_CHANGED' },
  });
  expect(storedSecrets(run.disk)).toMatchObject({ webhookSecret: 'first' });
});
