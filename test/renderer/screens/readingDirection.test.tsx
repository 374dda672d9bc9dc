// @vitest-environment happy-dom
/** Tests that a sentence keeps the direction of the desk when it begins with a name that is written from right to left. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { isolateName } from '../../../src/core/outsideName.ts';
import { closeApp, openApp, pressKey } from '../openApp.tsx';
import { preflight } from '../states/preflight.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

test('a finding of Preflight keeps the direction of the desk, whatever name it begins with', async () => {
  const wire = await openApp(scenes.following);
  const message = `${isolateName('عمر الحداد')}: text cut on the wall`;
  const checks = preflight.checks.map((check, index) => (index === 0 ? { ...check, message } : check));
  wire.answerQuery('preflight', { last: { ...preflight, checks } });
  await pressKey('F3');
  const cell = await screen.findByText(/text cut on the wall/);
  expect(cell.closest('[dir="auto"]')).toBeNull();
});
