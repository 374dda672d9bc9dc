// @vitest-environment happy-dom
/** Blocks a post with a reason: the focus leaves the field only once the post is blocked. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { select } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const refusal = {
  ok: false,
  code: 'NOT_FOUND',
  message: 'There is no such post.',
  nextStep: 'Check the list.',
} as const;

async function submitReason(): Promise<void> {
  const field = screen.getByRole('textbox', { name: /^Reason for blocking/ });
  fireEvent.change(field, { target: { value: 'hoax' } });
  // In a browser, the key submits the form.
  await pressKey('Enter');
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  await settle();
}

const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Reason for blocking/ });

it('keeps the reason and the focus in its field if the block is refused, and says why', async () => {
  const wire = await openApp(scenes.following);
  wire.answerWith(refusal);
  act(() => select('live', 'mira'));
  await pressKey('B', { shiftKey: true });
  expect(document.activeElement).toBe(reason());
  await submitReason();
  expect(document.activeElement).toBe(reason());
  expect(reason().value).toBe('hoax');
  expect(document.body.textContent).toContain('There is no such post.');
  await pressKey('h');
  expect(commandsOf(wire).map(({ name }) => name)).toEqual(['block']);
});

it('stays in the field until the block is answered, and sends it once', async () => {
  const wire = await openApp(scenes.following);
  wire.holdAnswers();
  act(() => select('live', 'mira'));
  await pressKey('B', { shiftKey: true });
  await submitReason();
  await submitReason();
  expect(document.activeElement).toBe(reason());
  expect(commandsOf(wire).map(({ name }) => name)).toEqual(['block']);
});

it('moves the focus to the list once the post is blocked, where the next key acts', async () => {
  const wire = await openApp(scenes.following);
  act(() => select('live', 'mira'));
  await pressKey('B', { shiftKey: true });
  await submitReason();
  expect(document.activeElement?.id).toBe('list-live');
  await pressKey('h');
  expect(commandsOf(wire).map(({ name }) => name)).toEqual(['block', 'hold']);
});
