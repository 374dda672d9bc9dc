/** Checks that the operator guide shows each screen, panel, view and part of the desk in a picture that the script takes. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  logPictures,
  panelPictures,
  screenPictures,
  settingPictures,
  statePictures,
} from '../../scripts/pictures/pictureNames.ts';
import { listFiles } from '../listFiles.ts';

const root = resolve(import.meta.dirname, '../..');
const pictures = [
  ...[screenPictures, panelPictures, logPictures, settingPictures].flatMap((names) => Object.values(names)),
  ...statePictures,
];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const shown = [...read('docs/operator-guide.md').matchAll(/!\[([^\]]*)\]\(pictures\/([\w-]+)\.png\)/g)].map(
  ([, alternative = '', name = '']) => ({ alternative, name }),
);

// A new screen, panel, view or part does not compile until it has a name in `pictureNames.ts`.
test('the operator guide shows a picture of each screen, panel, view and part of the desk', () => {
  const missing = pictures.filter((name) => !shown.some((picture) => picture.name === name));
  expect(missing).toEqual([]);
});

test('the script takes each picture of the operator guide', () => {
  const names = shown.map(({ name }) => name);
  expect(names.filter((name) => !pictures.includes(name))).toEqual([]);
  expect(names.filter((name) => !listFiles('docs/pictures/*.png').includes(`docs/pictures/${name}.png`))).toEqual([]);
  const script = ['scripts/takePictures.ts', 'scripts/pictures/deskParts.ts'].map(read).join('\n');
  const inLoops: readonly string[] = [...Object.values(settingPictures), panelPictures.source, panelPictures.addresses];
  expect(pictures.filter((name) => !script.includes(`'${name}'`) && !inLoops.includes(name))).toEqual([]);
});

test('each picture of the operator guide has an alternative text', () => {
  expect(shown.filter(({ alternative }) => alternative.length < 10).map(({ name }) => name)).toEqual([]);
});
