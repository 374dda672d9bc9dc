/** Tests secrets on a disk that is slow to answer: a refused secret is never in use, and a secret whose answer was “in use” stays so. */
import { expect, test } from 'vitest';
import { createFakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';
import { createKeyDisk, openKeyRun, storedSecrets } from './keyRun.ts';

/** A run on a disk that has replaced the secrets, and answers when it is told to. */
async function openSlowRun() {
  const clock = createFakeClock();
  const disk = createKeyDisk();
  disk.values.set('webhookSecret', 'first');
  const run = await openKeyRun(disk, clock);
  let answer = (): void => undefined;
  const slowDown = (): void => {
    disk.answers = new Promise((resolve) => {
      answer = resolve;
    });
  };
  slowDown();
  /** The key that the service gets, and the accepted webhook secrets. */
  const inUse = async () => {
    await run.send();
    return [run.sent.at(-1), ...(await run.serviceKey.webhookSecrets())];
  };
  const change = (apiKey: string, webhookSecret: string) =>
    run.secrets.change({ apiKey, webhookSecret, force: false }, null, 'Ines');
  const isReplaced = (apiKey: string) => waitUntil('the file is replaced', () => disk.values.get('apiKey') === apiKey);
  return { ...run, clock, slowDown, answer: () => answer(), inUse, change, isReplaced };
}

const old = ['old key to old', 'first'];

test('a key and a webhook secret count once they are stored, and not before, although the file has them', async () => {
  const run = await openSlowRun();
  const changing = run.change('new key', 'second');
  await run.isReplaced('new key');
  expect(await run.inUse()).toEqual(old);
  run.answer();
  expect(await changing).toMatchObject({ ok: true, view: { apiKey: { isKept: true } } });
  expect(await run.inUse()).toEqual(['new key to old', 'second']);
});

test('a key and a webhook secret that are refused are never in use', async () => {
  const run = await openSlowRun();
  const changing = run.change('new key', 'second');
  await run.isReplaced('new key');
  run.disk.secretsAreFull = true;
  expect(await run.inUse()).toEqual(old);
  run.answer();
  expect(await changing).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  expect(await run.inUse()).toEqual(old);
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'old key', webhookSecret: 'first' });
});

test('a key and a webhook secret for which the disk does not answer in time are in use and not kept, until it answers', async () => {
  const run = await openSlowRun();
  const changing = run.change('new key', 'second');
  await run.isReplaced('new key');
  run.clock.advance(5000);
  const notKept = { apiKey: { isKept: false }, webhookSecret: { isKept: false } };
  expect(await changing).toMatchObject({ ok: true, view: notKept });
  expect(await run.inUse()).toEqual(['new key to old', 'second']);
  run.answer();
  await waitUntil('it is kept', async () => (await run.secrets.view()).apiKey.isKept);
  expect(await run.inUse()).toEqual(['new key to old', 'second']);
});

test('a key that was in use when its disk failed at last stays in use, not kept, and is stored with the next change', async () => {
  const run = await openSlowRun();
  const changing = run.change('new key', 'second');
  await run.isReplaced('new key');
  run.clock.advance(5000);
  await changing;
  run.disk.secretsAreFull = true;
  run.answer();
  await run.isReplaced('old key');
  expect(await run.inUse()).toEqual(['new key to old', 'second']);
  run.disk.secretsAreFull = false;
  await run.settings.change({ source: { mode: 'hybrid' } }, 'Tom', null);
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'new key', webhookSecret: 'second' });
  expect((await run.secrets.view()).apiKey.isKept).toBe(true);
});

test('a secret that is refused leaves the one before it in use, although that could not be stored either', async () => {
  const run = await openSlowRun();
  const first = run.change('new key', 'second');
  await run.isReplaced('new key');
  run.clock.advance(5000);
  await first;
  run.disk.secretsAreFull = true;
  run.answer();
  await run.isReplaced('old key');
  expect(await run.change('other key', 'third')).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  expect(await run.inUse()).toEqual(['new key to old', 'second']);
  expect((await run.secrets.view()).apiKey.isKept).toBe(false);
});

test('a change that is refused for its effect on air stores no secret at any time', async () => {
  const run = await openSlowRun();
  run.control.isRefused = true;
  const input = { webhookSecret: 'second', readToken: 'a-read-token', force: false };
  expect(await run.secrets.change(input, null, 'Ines')).toMatchObject({ code: 'SETTINGS_EFFECT_CHANGED' });
  expect(storedSecrets(run.disk)).toEqual({ apiKey: 'old key', webhookSecret: 'first' });
  expect(await run.inUse()).toEqual(old);
});
