/** That the desk's words and borders can be read: contrast of the colours as they are used together (WCAG 2). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../../src/renderer/ui/tokens.css', import.meta.url), 'utf8');
const tokens = new Map([...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));

/** Relative luminance, 0 to 1. */
function luminance(colour: string): number {
  const hex = colour.startsWith('#') ? colour : tokens.get(colour);
  if (hex === undefined) throw new Error(`No token --${colour} in tokens.css.`);
  const light = (at: number): number => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5);
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const white = '#ffffff';

describe('what must be read at any size has at least 7 to 1', () => {
  test.each([
    [white, 'air'],
    ['text-1', 'ink-1'],
    ['text-1', 'air-tint'],
    ['text-2', 'ink-1'],
    ['text-2', 'ink-3'],
    ['text-2', 'held-tint'],
    ['text-3', 'ink-1'],
    ['stage', 'ink-1'],
    ['stage-ink', 'stage'],
    ['held-ink', 'held'],
    ['held', 'held-tint'],
    ['alarm-ink', 'alarm'],
    ['alarm-red', 'alarm'],
    ['hand', 'ink-1'],
    ['ink-0', 'hand'],
    ['air-text', 'ink-1'],
  ])('%s on %s', (words, ground) => {
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(7);
  });
});

describe('large words on the current post, and the least words, have at least 4.5 to 1', () => {
  test.each([
    [white, 'air-now'],
    ['text-3', 'ink-2'],
  ])('%s on %s', (words, ground) => {
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the border of what can be pressed, and the ring of the hand, have at least 3 to 1', () => {
  test.each([
    ['edge', 'ink-1'],
    ['edge', 'ink-2'],
    ['edge', 'ink-3'],
    ['hand', 'ink-0'],
    ['hand', 'ink-3'],
  ])('%s on %s', (line, ground) => {
    expect(contrast(line, ground)).toBeGreaterThanOrEqual(3);
  });
});
