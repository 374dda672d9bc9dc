import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawTrayIcon, encodePng, listTrayIcons } from '../../scripts/trayIcons.ts';
import { trayStates } from '../../src/start/desktop/trayView.ts';

const folder = resolve('resources/tray');

/** Reads the pixels of a PNG with one data chunk and unfiltered rows, as these are. */
function decodePng(png: Buffer, size: number): Buffer {
  const start = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  return Buffer.concat(
    Array.from({ length: size }, (_, row) => rows.subarray(row * (size * 4 + 1) + 1, (row + 1) * (size * 4 + 1))),
  );
}

test('the icons in the folder are the ones that the script draws (npm run docs)', () => {
  const icons = listTrayIcons();
  expect(readdirSync(folder).sort()).toEqual(icons.map(({ name }) => name).sort());
  for (const { name, size, pixels } of icons) {
    const file = readFileSync(resolve(folder, name));
    expect(decodePng(file, size).equals(pixels), name).toBe(true);
    expect(decodePng(encodePng(size, pixels), size).equals(pixels), name).toBe(true);
  }
});

test('every two states differ in shape as well, so that no state depends on colour', () => {
  const shapes = trayStates.map((state) => drawTrayIcon(state, 16, true).filter((_, index) => index % 4 === 3));
  for (const [index, shape] of shapes.entries())
    for (const other of shapes.slice(index + 1)) {
      const different = shape.filter((alpha, pixel) => Math.abs(alpha - (other[pixel] ?? 0)) > 128).length;
      expect(different).toBeGreaterThan(25);
    }
});
