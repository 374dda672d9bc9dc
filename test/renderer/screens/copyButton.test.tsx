// @vitest-environment happy-dom
/** Tests the result beside a button that copies text. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from '../../../src/ui/CopyButton.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const buttonFor = (text: string) => <CopyButton text={text} name={`Copy ${text}`} label="Copy" />;
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));

it('says Copied only for the text that was copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { rerender } = render(buttonFor('one'));
  await press();
  expect(write.mock.calls).toEqual([['one']]);
  expect(screen.getByRole('button').textContent).toBe('Copied');
  rerender(buttonFor('two'));
  expect(screen.getByRole('button', { name: 'Copy two' }).textContent).toBe('Copy');
});

it('does not say Copied beside another text when copying ends only after the text has changed', async () => {
  let finish = (): void => undefined;
  const isDone = new Promise<void>((resolve) => {
    finish = resolve;
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(isDone);
  const { rerender } = render(buttonFor('one'));
  await press();
  rerender(buttonFor('two'));
  await act(async () => finish());
  expect(screen.getByRole('button', { name: 'Copy two' }).textContent).toBe('Copy');
});
