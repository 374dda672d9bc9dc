// @vitest-environment happy-dom
/** An edit in the event log shows which words changed. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { describeTextChange, findTextEdit } from '../../../src/core/textChange.ts';
import { LogMessage } from '../../../src/renderer/screens/log/LogMessage.tsx';

const [before, after] = ['A show at 7 pm for all of you', 'A show at 8 pm for all of you'];
const edit = findTextEdit(before, after) ?? { before: '', after: '' };
const message = `main: Tom edited: ${describeTextChange(before, after)}. 4 posts on air.`;

it('strikes out the removed words, underlines the added ones, and says so to screen readers', () => {
  const { container } = render(<LogMessage message={message} edits={[edit]} />);
  expect(container.querySelector('del')?.textContent).toBe('7');
  expect(container.querySelector('ins')?.textContent).toBe('8');
  expect(container.querySelector('del')?.dataset['spoken']).toBe('removed:');
  expect(container.querySelector('ins')?.dataset['spoken']).toBe('added:');
  expect(container.textContent).toBe('main: Tom edited: A show at 7 8 pm for all…. 4 posts on air.');
});

it('stays as it is when it was logged in another language', () => {
  const german = 'main: Tom geändert: „A show at 7 pm“ → „A show at 8 pm“.';
  const { container } = render(<LogMessage message={german} edits={[edit]} />);
  expect(container.textContent).toBe(german);
});
