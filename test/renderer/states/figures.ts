/** An hour of figures with a gap of five minutes, in which the machine slept. */
import type { Figures } from '../../../src/contract/figures.ts';
import { now } from './posts.ts';

const everySeconds = 10;
const slept = { from: 130, to: 160 };
const indexes = Array.from({ length: 361 }, (_, index) => index).filter(
  (index) => index < slept.from || index > slept.to,
);
const wave = (index: number): number => Math.sin(index / 9) + Math.sin(index / 23);

export const figures: Figures = {
  everySeconds,
  at: indexes.map((index) => now - (360 - index) * everySeconds * 1000),
  latencyMs: indexes.map((index) => (index > 240 && index < 260 ? null : Math.round(84 + 18 * wave(index)))),
  paintedMs: indexes.map((index) => (index % 12 === 0 ? Math.round(44 + 9 * wave(index)) : null)),
  consumers: indexes.map((index) => (index < 40 ? 2 : index < 220 ? 3 : 4)),
  waiting: indexes.map((index) => (index > 280 && index < 330 ? Math.floor((index - 280) / 12) : 0)),
};
