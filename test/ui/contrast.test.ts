/** Tests the contrast of each pair of colours that the desk combines (WCAG 2). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const tokens = new Map([...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));

/** Relative luminance, 0 to 1. */
function luminance(colour: string): number {
  const hex = colour.startsWith('#') ? colour : tokens.get(colour);
  if (hex === undefined) throw new Error(`No token --${colour} in tokens.css.`);
  const linear = (offset: number): number => {
    const channel = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

const white = '#ffffff';

describe('text of any size has a contrast of at least 7:1', () => {
  test.each([
    [white, 'air'],
    ['text-1', 'ink-1'],
    ['text-1', 'air-tint'],
    ['text-2', 'ink-1'],
    ['text-2', 'ink-3'],
    ['text-2', 'held-tint'],
    ['text-3', 'ink-1'],
    ['staging', 'ink-1'],
    ['held-ink', 'held'],
    ['held', 'held-tint'],
    ['alarm-ink', 'alarm'],
    ['alarm-red', 'alarm'],
    ['operator', 'ink-1'],
    ['ink-0', 'operator'],
    ['air-text', 'ink-1'],
  ])('%s on %s', (foreground, background) => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(7);
  });
});

describe('large text on the current post and the least important text have at least 4.5:1', () => {
  test.each([
    [white, 'air-now'],
    ['text-3', 'ink-2'],
  ])('%s on %s', (foreground, background) => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('borders of controls and the focus ring have at least 3:1', () => {
  test.each([
    ['edge', 'ink-1'],
    ['edge', 'ink-2'],
    ['edge', 'ink-3'],
    ['operator', 'ink-0'],
    ['operator', 'ink-3'],
  ])('%s on %s', (border, background) => {
    expect(contrast(border, background)).toBeGreaterThanOrEqual(3);
  });
});
