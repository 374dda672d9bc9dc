/** Tests that a change of the settings that could not be saved is saved later without another change. */
import { expect, test } from 'vitest';
import { createSettingsSaver } from '../../../src/engine/settings/settingsSaver.ts';
import { createStore } from '../../../src/engine/store.ts';
import { play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';

function openSaver() {
  const clock = createFakeClock();
  const logged: string[] = [];
  const ports = { clock, log: (_: string, code: string) => void logged.push(code) };
  const store = createStore(play().state, async () => undefined, ports);
  const saved: unknown[] = [];
  const confirmed: unknown[] = [];
  let isFull = true;
  let attempts = 0;
  let answered = Promise.resolve();
  const save = async (document: unknown): Promise<void> => {
    attempts += 1;
    await answered;
    if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    saved.push(document);
  };
  const saver = createSettingsSaver({ save }, async (document) => void confirmed.push(document), { store, ports });
  return {
    ...{ saver, clock, logged, saved, confirmed },
    attempts: () => attempts,
    free: () => {
      isFull = false;
    },
    /** The disk has space, but does not answer. Returns a function that lets it. */
    hang: () => {
      isFull = false;
      let answer = (): void => undefined;
      answered = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    problems: () => store.state().problems.map(({ code, message }) => `${code}: ${message}`),
  };
}

test('a change that could not be saved is saved when the disk has space, and its problem ends', async () => {
  const { saver, clock, logged, saved, confirmed, free, problems } = openSaver();
  await saver.save({ language: 'de' });
  expect([saver.isSaved(), saved]).toEqual([false, []]);
  expect(problems().join()).toContain('not affected until a restart, which would use the settings file as it is');
  free();
  clock.advance(2000);
  await waitUntil('the problem ends', () => problems().length === 0);
  expect([saver.isSaved(), saved, confirmed]).toEqual([true, [{ language: 'de' }], [{ language: 'de' }]]);
  expect(logged).toEqual(['SETTINGS_NOT_SAVED']);
});

test('it is tried again every two seconds, and logged once', async () => {
  const { saver, clock, logged, attempts } = openSaver();
  await saver.save({ language: 'de' });
  for (let retry = 2; retry <= 5; retry += 1) {
    clock.advance(1999);
    expect(clock.timersSetFor(2000)).toBe(1);
    clock.advance(1);
    await waitUntil('it is tried again', () => attempts() === retry && clock.timersSetFor(2000) === 1);
  }
  expect(logged).toEqual(['SETTINGS_NOT_SAVED']);
});

test('a newer change replaces the waiting change', async () => {
  const { saver, clock, saved, free, problems } = openSaver();
  await saver.save({ language: 'de' });
  await saver.save({ language: 'fr' });
  free();
  clock.advance(2000);
  await waitUntil('the problem ends', () => problems().length === 0);
  expect(saved).toEqual([{ language: 'fr' }]);
  expect(clock.timerCount()).toBe(0);
});

test('stopping Greenroom tries once more, and not again', async () => {
  const { saver, clock, attempts, saved, free } = openSaver();
  await saver.save({ language: 'de' });
  await saver.stop();
  expect([attempts(), clock.timerCount()]).toEqual([2, 0]);
  const other = openSaver();
  await other.saver.save({ language: 'de' });
  other.free();
  free();
  await other.saver.stop();
  expect([saved, other.saved]).toEqual([[], [{ language: 'de' }]]);
});

test('a change counts as saved only once it is, and an ordinary save puts nothing at risk', async () => {
  const { saver, clock, free, problems } = openSaver();
  const saving = saver.save({ language: 'de' });
  expect([saver.isSaved(), saver.isAtRisk()]).toEqual([false, false]);
  await saving;
  expect([saver.isSaved(), saver.isAtRisk()]).toEqual([false, true]);
  free();
  clock.advance(2000);
  await waitUntil('the problem ends', () => problems().length === 0);
  expect([saver.isSaved(), saver.isAtRisk()]).toEqual([true, false]);
  const savingNext = saver.save({ language: 'fr' });
  expect([saver.isSaved(), saver.isAtRisk()]).toEqual([false, false]);
  await savingNext;
  expect([saver.isSaved(), saver.isAtRisk()]).toEqual([true, false]);
});

test('a save that hangs is answered after a second, and counts as not saved until the newest change is', async () => {
  const { saver, clock, hang, saved, attempts, problems } = openSaver();
  const answer = hang();
  const saving = saver.save({ language: 'de' });
  await waitUntil('it is being saved', () => attempts() === 1);
  clock.advance(1000);
  await saving;
  await waitUntil('the problem begins', () => problems().length === 1);
  expect(problems().join()).toContain('in use but not saved yet (the disk isn’t responding)');
  const savingNext = saver.save({ language: 'fr' });
  clock.advance(1000);
  await savingNext;
  const answerNext = hang();
  answer();
  await waitUntil('the next is being saved', () => attempts() === 2);
  expect([saver.isSaved(), saver.isAtRisk(), problems().length]).toEqual([false, true, 1]);
  answerNext();
  await waitUntil('the problem ends', () => problems().length === 0);
  expect([saver.isSaved(), saver.isAtRisk(), saved]).toEqual([true, false, [{ language: 'de' }, { language: 'fr' }]]);
});
