// @vitest-environment happy-dom
/** Tests that screen readers hear each new subject, although two sentences differ only in digits, and no running time twice. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveRegion } from '../../src/ui/LiveRegion.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('reads the same sentence again only if it is about something else', () => {
  const alarm = (text: string, occurrence: string) => <LiveRegion text={text} isAssertive occurrence={occurrence} />;
  const { rerender } = render(alarm('Name p1 may still be on screen for 3 s. And 2 more.', 'p1'));
  const spoken = () => screen.getByRole('alert').textContent;
  act(() => void vi.advanceTimersByTime(0));
  rerender(alarm('Name p1 may still be on screen for 9 s. And 2 more.', 'p1'));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(spoken()).toBe('Name p1 may still be on screen for 3 s. And 2 more.');
  rerender(alarm('Name p2 may still be on screen for 9 s. And 1 more.', 'p2'));
  act(() => void vi.advanceTimersByTime(0));
  expect(spoken()).toBe('Name p2 may still be on screen for 9 s. And 1 more.');
});
