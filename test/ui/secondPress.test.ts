// @vitest-environment happy-dom
/** Tests the second press: what confirms an armed action and what cancels it. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchPresses } from '../../src/ui/pressTime.ts';
import { armedForMs, createSecondPress } from '../../src/ui/secondPress.ts';

const clear = { id: 'clear', target: 'main 128', sentence: 'Press C again to clear.' };
/** Long enough after the first press not to be a bounce. */
const paceMs = 500;

function pressKey(init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  vi.advanceTimersByTime(0);
  return event;
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

describe('the second press', () => {
  it('confirms the same action, once', () => {
    const { armed, press } = createSecondPress(armedForMs);
    expect(press(clear)).toBe(false);
    expect(armed()).toEqual(clear);
    vi.advanceTimersByTime(paceMs);
    expect(press(clear)).toBe(true);
    expect(armed()).toBeNull();
    expect(press(clear)).toBe(false);
  });

  it('does not count when it comes too soon or too late', () => {
    const { armed, press } = createSecondPress(armedForMs);
    press(clear);
    vi.advanceTimersByTime(100);
    expect(press(clear)).toBe(false);
    expect(armed()).toEqual(clear);
    vi.advanceTimersByTime(armedForMs);
    expect(armed()).toBeNull();
    expect(press(clear)).toBe(false);
  });

  it('arms again when it comes too late, although a busy page has not cancelled the first', () => {
    const { armed, press } = createSecondPress(armedForMs);
    press(clear);
    // The time passes, and no timer has run.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + armedForMs + 1);
    expect(armed()).toEqual(clear);
    expect(press(clear)).toBe(false);
    expect(armed()).toEqual(clear);
    vi.restoreAllMocks();
  });

  it('counts presses on a page that hangs by the time of each', () => {
    vi.advanceTimersByTime(10_000);
    onTestFinished(watchPresses());
    const { armed, press } = createSecondPress(armedForMs);
    const pressAt = (timeStamp: number): boolean => {
      let isSecond = false;
      const onClick = (): void => {
        isSecond = press(clear);
      };
      document.body.addEventListener('click', onClick, { once: true });
      const click = new MouseEvent('click', { bubbles: true });
      Object.defineProperty(click, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(click);
      return isSecond;
    };
    expect([pressAt(2000), pressAt(2100)]).toEqual([false, false]);
    expect(pressAt(2600)).toBe(true);
    expect([pressAt(3000), pressAt(3001 + armedForMs)]).toEqual([false, false]);
    expect(armed()).toEqual(clear);
    // The sentence was on screen only after the hang.
    const shownAtMs = performance.now();
    vi.advanceTimersByTime(100);
    expect(pressAt(shownAtMs + 100)).toBe(false);
    vi.advanceTimersByTime(100);
    expect(pressAt(shownAtMs + 200)).toBe(true);
  });

  it('arms again when the target differs', () => {
    const { armed, press } = createSecondPress(armedForMs);
    press(clear);
    vi.advanceTimersByTime(paceMs);
    expect(press({ ...clear, target: 'main 129' })).toBe(false);
    expect(armed()?.target).toBe('main 129');
  });

  it('is cancelled by another key and by a click, but not by a modifier key or by Space on a button', () => {
    const { armed, press } = createSecondPress(armedForMs);
    const button = document.body.appendChild(document.createElement('button'));
    press(clear);
    pressKey({ key: 'Shift' });
    button.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
    vi.advanceTimersByTime(0);
    expect(armed()).toEqual(clear);
    pressKey({ key: 'x' });
    expect(armed()).toBeNull();
    press(clear);
    document.body.click();
    vi.advanceTimersByTime(0);
    expect(armed()).toBeNull();
    button.remove();
  });

  it('is not cancelled by the key or the click that makes it', () => {
    const { armed, press } = createSecondPress(armedForMs);
    let isConfirmed = false;
    const onPress = (): void => {
      isConfirmed = press(clear);
    };
    window.addEventListener('keydown', onPress);
    pressKey({ key: 'c' });
    expect(armed()).toEqual(clear);
    vi.advanceTimersByTime(100);
    pressKey({ key: 'c' });
    expect(armed()).toEqual(clear);
    vi.advanceTimersByTime(paceMs);
    pressKey({ key: 'c' });
    expect(isConfirmed).toBe(true);
    window.removeEventListener('keydown', onPress);
  });

  it('keeps a key that is held down from pressing a button again', () => {
    const { armed, press } = createSecondPress(armedForMs);
    press(clear);
    expect(pressKey({ key: 'Enter', repeat: true }).defaultPrevented).toBe(true);
    expect(armed()).toEqual(clear);
  });
});
