import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  isVisible,
  positionWindow,
  readPositions,
  rememberPosition,
  type WindowPositions,
  writePositions,
} from '../../../src/start/desktop/windowPosition.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const folder = createTemporaryFolder('placement');
const laptop = { x: 0, y: 0, width: 1920, height: 1080 };
const wall = { x: 1920, y: 0, width: 2560, height: 1440 };
const onLaptop = { bounds: { x: 100, y: 80, width: 1600, height: 900 }, isMaximized: false };
const onWall = { bounds: { x: 2000, y: 100, width: 2200, height: 1200 }, isMaximized: true };

test('the window returns to its own position on each set of displays', async () => {
  const path = join(folder, 'window.json');
  const both = rememberPosition(rememberPosition([], [laptop], onLaptop), [laptop, wall], onWall);
  await writePositions(path, both);
  const saved = await readPositions(path);
  expect(positionWindow(saved, [laptop])).toEqual(onLaptop);
  expect(positionWindow(saved, [wall, laptop]), 'in any order').toEqual(onWall);
});

test('a window whose display is gone moves to a display that is there', () => {
  const saved = rememberPosition([], [laptop, wall], onWall);
  const { bounds } = positionWindow(saved, [laptop]);
  expect(bounds).toEqual({ x: 96, y: 54, width: 1728, height: 972 });
  expect(isVisible(bounds, [laptop])).toBe(true);
  expect(isVisible(onWall.bounds, [laptop])).toBe(false);
  expect(positionWindow([], [{ x: 0, y: 0, width: 1366, height: 768 }]).bounds).toMatchObject({
    width: 1229,
    height: 691,
  });
  expect(isVisible(positionWindow([], []).bounds, [laptop])).toBe(true);
});

test('a set of displays without a position of its own gets the newest that is visible on it', () => {
  const saved = rememberPosition(rememberPosition([], [laptop], onLaptop), [laptop, wall], onWall);
  expect(positionWindow(saved, [laptop, { ...wall, height: 1200 }])).toEqual(onWall);
  expect(positionWindow(saved, [{ ...laptop, height: 1050 }])).toEqual(onLaptop);
});

test('eight sets of displays are remembered, the newest first', () => {
  let saved: WindowPositions = [];
  for (let width = 1; width <= 10; width += 1) saved = rememberPosition(saved, [{ ...laptop, width }], onLaptop);
  saved = rememberPosition(saved, [{ ...laptop, width: 5 }], onWall);
  expect(saved.map(({ displays }) => displays.split(' ')[1])).toEqual(
    [5, 10, 9, 8, 7, 6, 4, 3].map((width) => `${width}x1080`),
  );
});

test('a file of an earlier version is read, and an unreadable one is ignored', async () => {
  const path = join(folder, 'odd.json');
  writeFileSync(path, JSON.stringify(onLaptop));
  expect(positionWindow(await readPositions(path), [laptop])).toEqual(onLaptop);
  for (const text of [
    '',
    '{',
    '{"bounds":{"x":1}}',
    '{"positions":[{"bounds":{"x":"1","y":0,"width":1,"height":1}}]}',
  ]) {
    writeFileSync(path, text);
    expect(await readPositions(path)).toEqual([]);
  }
  await writePositions(join(folder, 'no', 'such', 'folder.json'), []);
});
