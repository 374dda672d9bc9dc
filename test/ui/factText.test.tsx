// @vitest-environment happy-dom
/** Tests that the note of a fact keeps its width while the digits of its time change, and that no line ends inside a duration. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FactText } from '../../src/ui/FactText.tsx';
import { keepDurationsTogether } from '../../src/ui/unbroken.ts';

afterEach(cleanup);

it.each([
  ['Fresh. Polls every 5 s (8 ms)', '(8 ms)', '000'],
  ['Fresh. Polls every 5 s (84 ms)', '(84 ms)', '00'],
  ['Fresh. Polls every 5 s (1234 ms)', '(1234 ms)', ''],
  ['Fresh. Polls every 5 s (12345 ms)', '(12345 ms)', ''],
  ['All on revision 128. On screen in 41 ms', '41 ms', '00'],
])('leaves room for four digits in “%s”', (note, time, reserved) => {
  const { container } = render(<FactText icon={null} main="Checked 2 s ago" count={null} note={note} />);
  const element = container.querySelector('.fact-time');
  expect(element?.textContent).toBe(keepDurationsTogether(time));
  expect(element?.getAttribute('data-reserved')).toBe(reserved);
  expect(container.querySelector('.fact-note')?.textContent).toBe(keepDurationsTogether(note));
});

it('breaks no duration, and has plain spaces in its tooltips', () => {
  const note = 'On air frozen for 3 min 10 s, since 20:42:07 (3 min)';
  const { container } = render(<FactText icon={null} main="OFFLINE 2 h 5 min" count={null} note={note} />);
  expect(container.querySelector('.fact-text')?.textContent).toBe('OFFLINE 2\u00a0h\u00a05\u00a0min');
  const shown = container.querySelector('.fact-note');
  expect(shown?.textContent).toBe('On air frozen for 3\u00a0min\u00a010\u00a0s, since 20:42:07 (3\u00a0min)');
  expect(shown?.getAttribute('title')).toBe(note);
});

it('says a note without such a time as it is', () => {
  const { container } = render(<FactText icon={null} main="Revision 128" count={null} note="Since 20:42:07" />);
  expect(container.querySelector('.fact-time')).toBeNull();
  expect(container.querySelector('.fact-note')?.textContent).toBe('Since 20:42:07');
});
