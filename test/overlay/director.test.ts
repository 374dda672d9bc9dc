import { expect, test } from 'vitest';
import { createDirector } from '../../src/overlay/director.ts';
import type { OverlayDocument, OverlayItem } from '../../src/overlay/readFrame.ts';

const item = (id: string, message: string): OverlayItem => ({
  id,
  message,
  fullName: null,
  handle: null,
  source: 'INSTAGRAM',
  profileImage: null,
  media: [],
});
const a = item('a', 'one');
const b = item('b', 'two');
const stateOf = (revision: number, currentId: string | null, items: readonly OverlayItem[]): OverlayDocument => ({
  revision,
  currentId,
  items,
});

/** A stage that writes down what it is told; pictures become ready when the test says so. */
function watchStage(isPlaying: boolean) {
  const told: string[] = [];
  const ready = new Map<string, () => void>();
  const director = createDirector<string>(
    isPlaying,
    {
      prepare: ({ message }) => new Promise((resolve) => ready.set(message, () => resolve(message))),
      show: (picture) => told.push(`show ${picture}`),
      discard: (picture) => told.push(`discard ${picture}`),
      cut: () => told.push('cut'),
      fadeOut: () => told.push('fade out'),
    },
    (revision) => told.push(`settled ${revision}`),
  );
  const letBeReady = async (message: string): Promise<void> => {
    ready.get(message)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { director, told, letBeReady };
}

test('the current item is shown when its picture is ready, and only then is the revision on screen', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(4, 'a', [a, b]));
  expect(told).toEqual([]);
  await letBeReady('one');
  expect(told).toEqual(['show one', 'settled 4']);
});

test('of two that are being made ready only the newer is shown, whichever comes first', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(1, 'a', [a, b]));
  director.hear(stateOf(1, 'b', [a, b]));
  await letBeReady('two');
  await letBeReady('one');
  expect(told).toEqual(['show two', 'settled 1', 'discard one']);
});

test('what left air is cut at once, while the next is still being made ready', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(1, 'a', [a, b]));
  await letBeReady('one');
  director.hear(stateOf(2, 'b', [b]));
  expect(told.at(-1)).toBe('cut');
  await letBeReady('two');
  expect(told.slice(-2)).toEqual(['show two', 'settled 2']);
});

test('an item that only moved on stays until the next one is ready', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(1, 'a', [a, b]));
  await letBeReady('one');
  director.hear(stateOf(1, 'b', [a, b]));
  expect(told).not.toContain('cut');
  await letBeReady('two');
  expect(told).toContain('show two');
});

test('an edit of the current item is a new picture; the same state again is none', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(1, 'a', [a]));
  await letBeReady('one');
  director.hear(stateOf(1, 'a', [a]));
  director.hear(stateOf(2, 'a', [item('a', 'edited')]));
  await letBeReady('edited');
  expect(told).toEqual(['show one', 'settled 1', 'settled 1', 'show edited', 'settled 2']);
});

test('an empty list empties the screen, also while something is coming', async () => {
  const { director, told, letBeReady } = watchStage(true);
  director.hear(stateOf(1, 'a', [a]));
  director.hear(stateOf(2, null, []));
  await letBeReady('one');
  expect(told).toEqual(['settled 2', 'discard one']);
});

test('without play nothing is shown; stop fades out and play shows the newest', async () => {
  const { director, told, letBeReady } = watchStage(false);
  director.hear(stateOf(1, 'a', [a, b]));
  expect(told).toEqual(['settled 1']);
  director.play();
  await letBeReady('one');
  director.stop();
  director.hear(stateOf(2, 'b', [a, b]));
  director.play();
  await letBeReady('two');
  expect(told).toEqual([
    'settled 1',
    'show one',
    'settled 1',
    'fade out',
    'settled 1',
    'settled 2',
    'show two',
    'settled 2',
  ]);
});
