import { expect, test } from 'vitest';
import type { AsRunRow } from '../../../../src/contract/history.ts';
import { findEditedParts } from '../../../../src/renderer/screens/log/asRun/editTimes.ts';

const rowOf = (message: string, on: string, off: string | null): AsRunRow =>
  ({ itemId: 'tom', message, on, off }) as AsRunRow;

test('each text of an edit far from its beginning has the part that differs', () => {
  const text =
    'I have worked on these docks for thirty-one years, and there would be a show at 7 pm. Then the crane came.';
  const edited = text.replace('7 pm', '8 pm');
  const parts = findEditedParts([rowOf(edited, '20:40', null), rowOf(text, '20:24', '20:40')]);
  expect([...parts.values()]).toEqual(['…a show at 7 pm. Then the…', '…a show at 8 pm. Then the…']);
});

test('a text whose edit is in view, or without one, is shown from its beginning', () => {
  expect(findEditedParts([rowOf('At 8 pm.', '20:40', null), rowOf('At 7 pm.', '20:24', '20:40')]).size).toBe(0);
  expect(findEditedParts([rowOf('At 8 pm.', '20:40', null), rowOf('At 7 pm.', '20:24', '20:30')]).size).toBe(0);
});
