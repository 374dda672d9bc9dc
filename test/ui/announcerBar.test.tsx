// @vitest-environment happy-dom
/** Tests how small the announcer's text is set. Outside a browser, nothing has a height; here, each step of the size makes the text lower. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnnouncerBar } from '../../src/ui/AnnouncerBar.tsx';

const boxHeight = 40;
let textHeights: readonly number[] = [];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(boxHeight);
  for (const height of ['scrollHeight', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, height, 'get').mockImplementation(function (this: HTMLElement) {
      return textHeights[Number(this.parentElement?.dataset['fit'] ?? 0)] ?? 0;
    });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const barOf = (sentence: string, kind: 'normal' | 'alarm' = 'normal') => (
  <AnnouncerBar kind={kind} icon="radio" time={null} sentence={sentence}>
    {null}
  </AnnouncerBar>
);
const readStep = (): string | undefined => document.querySelector<HTMLElement>('.announcer')?.dataset['fit'];
const readTooltip = (): string | null | undefined => document.querySelector('.announcer-text')?.getAttribute('title');

test('a sentence that fits keeps the usual size and has no tooltip', () => {
  textHeights = [40, 30, 30, 30];
  render(barOf('No problems.'));
  expect([readStep(), readTooltip()]).toEqual([undefined, null]);
});

test('a longer sentence takes the first size in which all of it is in view', () => {
  textHeights = [60, 50, 38, 30];
  render(barOf('You’re holding.'));
  expect([readStep(), readTooltip()]).toEqual(['2', null]);
});

test('a sentence that is too long in the smallest size has all of it in its tooltip', () => {
  textHeights = [90, 80, 70, 60];
  render(barOf('A guard keeps many long names off air.'));
  expect([readStep(), readTooltip()]).toEqual(['3', 'A guard keeps many long names off air.']);
});

test('an alarm is smaller before its bar becomes higher, which a step after the smallest size allows', () => {
  textHeights = [60, 50, 37, 30, 30];
  const { rerender } = render(barOf('Tom may still be on screen.', 'alarm'));
  expect(readStep()).toBe('2');
  textHeights = [90, 80, 70, 60, 30];
  rerender(barOf('Somebody with a longer name may still be on screen.', 'alarm'));
  expect([readStep(), readTooltip()]).toEqual(['4', null]);
});

test('a running time never makes the text larger, and the next sentence has the usual size', () => {
  textHeights = [60, 38, 30, 30];
  const { rerender } = render(barOf('On air frozen for 10 s.'));
  textHeights = [40, 30, 30, 30];
  rerender(barOf('On air frozen for 11 s.'));
  expect(readStep()).toBe('1');
  rerender(barOf('Following live.'));
  expect(readStep()).toBe(undefined);
});

test('a window of another size is fitted from the usual size', () => {
  textHeights = [60, 38, 30, 30];
  render(barOf('On air frozen for 10 s.'));
  textHeights = [40, 30, 30, 30];
  window.dispatchEvent(new Event('resize'));
  expect(readStep()).toBe(undefined);
});
