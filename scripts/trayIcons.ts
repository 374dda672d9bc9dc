/** Draws the tray icons of `resources/tray`: each state has its own shape, so that none depends on colour. */
import { crc32, deflateSync } from 'node:zlib';
import { type TrayState, trayStates } from '../src/start/desktop/trayView.ts';

/** Distance to the edge of a shape in units of a 16 × 16 grid; negative inside. */
type Shape = (x: number, y: number) => number;
type Colour = readonly [red: number, green: number, blue: number];
type Layer = { readonly shape: Shape; readonly colour: Colour };

const circle =
  (radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - 8, y - 8) - radius;
const box =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) =>
    Math.max(left - x, x - right, top - y, y - bottom);
const line =
  (x1: number, y1: number, x2: number, y2: number, width: number): Shape =>
  (x, y) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) - width / 2;
  };
const ring = (radius: number, width: number): Shape => {
  const full = circle(radius);
  return (x, y) => Math.abs(full(x, y) + width / 2) - width / 2;
};
const union =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)));
const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y) =>
    Math.max(shape(x, y), -hole(x, y));
const triangle =
  (inset: number): Shape =>
  (x, y) =>
    Math.max(Math.abs(x - 8) * 0.894 - (y - 0.5) * 0.447, y - 15) + inset;

// The desk’s own colours.
const air: Colour = [0xdc, 0x14, 0x24];
const held: Colour = [0xf6, 0xb2, 0x1b];
const quiet: Colour = [0xa0, 0xa5, 0xa8];
const alarm: Colour = [0xf4, 0xf4, 0xf1];
const alarmRed: Colour = [0xd0, 0x12, 0x20];

const exclamation = union(line(8, 6.4, 8, 9.4, 2), line(8, 12.3, 8.01, 12.3, 2));
const bars = union(box(2, 2, 6, 14), box(10, 2, 14, 14));
const slashed = union(without(ring(7, 2.2), line(2.5, 13.5, 13.5, 2.5, 4.5)), line(2.5, 13.5, 13.5, 2.5, 2));

/** The first layer of each is the whole shape; later ones are painted on it. */
const icons: Readonly<Record<TrayState, readonly Layer[]>> = {
  onAir: [{ shape: circle(7), colour: air }],
  held: [{ shape: bars, colour: held }],
  cleared: [{ shape: ring(7, 2.2), colour: quiet }],
  problem: [
    { shape: triangle(0), colour: alarmRed },
    { shape: triangle(1.3), colour: alarm },
    { shape: exclamation, colour: alarmRed },
  ],
  offline: [{ shape: slashed, colour: quiet }],
};

/** macOS fills a template with one colour, so that what is painted on others becomes a hole. */
const templates: Readonly<Record<TrayState, Shape>> = {
  onAir: circle(7),
  held: bars,
  cleared: ring(7, 2.2),
  problem: without(triangle(0), exclamation),
  offline: slashed,
};

const samples = 8;

/** Returns the pixels as red, green, blue and alpha. */
export function drawTrayIcon(state: TrayState, size: number, isTemplate: boolean): Buffer {
  const layers = isTemplate ? [{ shape: templates[state], colour: [0, 0, 0] as const }] : icons[state];
  const pixels = Buffer.alloc(size * size * 4);
  const step = 16 / size / samples;
  for (let index = 0; index < size * size; index += 1) {
    const [left, top] = [((index % size) * 16) / size, (Math.floor(index / size) * 16) / size];
    const sum = [0, 0, 0];
    let covered = 0;
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const x = left + ((sample % samples) + 0.5) * step;
      const y = top + (Math.floor(sample / samples) + 0.5) * step;
      const layer = layers.findLast(({ shape }) => shape(x, y) <= 0);
      if (layer === undefined) continue;
      covered += 1;
      for (const channel of [0, 1, 2] as const) sum[channel] = (sum[channel] ?? 0) + layer.colour[channel];
    }
    const colour = sum.map((value) => Math.round(value / Math.max(1, covered)));
    pixels.set([...colour, Math.round((255 * covered) / (samples * samples))], index * 4);
  }
  return pixels;
}

/** Every icon by its file name: two scales for Windows, black ones for macOS, and one for Linux. */
export function listTrayIcons(): readonly { readonly name: string; readonly size: number; readonly pixels: Buffer }[] {
  return trayStates.flatMap((state) =>
    [
      { name: `${state}.png`, size: 16, isTemplate: false },
      { name: `${state}@2x.png`, size: 32, isTemplate: false },
      { name: `${state}Template.png`, size: 16, isTemplate: true },
      { name: `${state}Template@2x.png`, size: 32, isTemplate: true },
      { name: `${state}24.png`, size: 24, isTemplate: false },
    ].map(({ name, size, isTemplate }) => ({ name, size, pixels: drawTrayIcon(state, size, isTemplate) })),
  );
}

/** Encodes pixels as a PNG file. */
export function encodePng(size: number, pixels: Buffer): Buffer {
  const rows = Array.from({ length: size }, (_, row) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(row * size * 4, (row + 1) * size * 4)]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
