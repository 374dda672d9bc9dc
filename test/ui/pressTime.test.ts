// @vitest-environment happy-dom
/** Tests that a press counts from its beginning. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pressTimeMs, watchPresses } from '../../src/ui/pressTime.ts';

let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  stop = watchPresses();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** The time at which the click’s handler says that its press began. */
function click(button: HTMLElement): number {
  let atMs = Number.NaN;
  button.addEventListener('click', () => {
    atMs = pressTimeMs();
  });
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return atMs;
}

function addButton(): HTMLButtonElement {
  return document.body.appendChild(document.createElement('button'));
}

it('counts a long press from its beginning, also if it takes the focus or another key is released meanwhile', () => {
  const [before, pressed] = [addButton(), addButton()];
  before.focus();
  const beganMs = performance.now();
  pressed.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  pressed.focus();
  expect(document.activeElement).toBe(pressed);
  window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift' }));
  vi.advanceTimersByTime(2000);
  expect(click(pressed)).toBe(beganMs);
});

it('forgets a press that ended elsewhere, or as the window lost the focus', () => {
  for (const end of [
    () => window.dispatchEvent(new Event('pointerup')),
    () => window.dispatchEvent(new Event('blur')),
  ]) {
    const button = addButton();
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    end();
    vi.advanceTimersByTime(2000);
    expect(click(button)).toBe(performance.now());
  }
});
