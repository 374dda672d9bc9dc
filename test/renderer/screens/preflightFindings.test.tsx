// @vitest-environment happy-dom
/** The findings of a check that a line has no room for, and the times before which checks run. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp, pressKey, settle } from '../openApp.tsx';
import { preflight } from '../states/preflight.ts';
import { settingsAnswer } from '../states/settings.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

it('are all named when opened, and always on paper', async () => {
  const wire = await openApp(scenes.following);
  const all = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'].map((name) => `${name}: text cut on the wall`);
  const message = `${all.slice(0, 3).join('. ')}. And 2 more`;
  const checks = preflight.checks.map((check, index) => (index === 0 ? { ...check, message, all } : check));
  wire.answerQuery('preflight', { last: { ...preflight, checks } });
  await pressKey('F3');
  await settle();
  const opened = screen.getByText('Show all 5').closest('details') as HTMLElement;
  fireEvent.click(screen.getByText('Show all 5'));
  const linesIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem', { hidden: true })
      .map((line) => line.textContent);
  expect(linesIn(opened)).toEqual(all);
  expect(linesIn(document.querySelector('ol.on-paper') as HTMLElement)).toEqual(all);
});

it('name the machine and the time zone of the starts of shows only if the clock of the desk shows another time', async () => {
  const note = () => screen.getByText(/^Times of day at which shows start/).textContent;
  const wire = await openApp(scenes.following);
  wire.answerQuery('settings', settingsAnswer);
  await pressKey('F3');
  expect(note()).toContain('on the clock of this machine');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const other = timeZone === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo';
  wire.answerQuery('settings', { ...settingsAnswer, machine: 'rack-2', timeZone: other });
  const { state, lists } = scenes.following;
  act(() => wire.pushScene({ lists, state: { ...state, sequence: 2, eventCount: state.eventCount + 1 } }));
  await settle();
  expect(note()).toContain(`on the clock of rack-2 (${other}), which is not the clock of this desk`);
});
