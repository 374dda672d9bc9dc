import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { AirSummary } from '../../../src/start/desktop/airSummary.ts';
import { findTrayIcon, trayStates, viewTray } from '../../../src/start/desktop/trayView.ts';

const feed = (
  slug: string,
  gate: 'following' | 'held' | 'cleared',
  posts: number,
  ...consumers: readonly string[]
) => ({
  ...{ slug, gate, posts, consumers },
});
const air = (changes: Partial<AirSummary>): AirSummary => ({
  ...{ isDemo: false, feeds: [feed('main', 'following', 6, 'OBS main')], problem: null, isOffline: false },
  ...changes,
});

test.each([
  ['onAir', {}],
  ['held', { feeds: [feed('main', 'following', 6), feed('foyer', 'held', 1)] }],
  ['cleared', { feeds: [feed('main', 'cleared', 0)] }],
  ['cleared', { feeds: [feed('main', 'following', 0)] }],
  ['offline', { isOffline: true, feeds: [feed('main', 'held', 6)] }],
  ['onAir', { isOffline: true, isDemo: true }],
  ['problem', { isOffline: true, problem: 'Port 7411 is in use.' }],
] as const)('the icon is %s with %j', (state, changes) => {
  expect(viewTray(air(changes)).state).toBe(state);
});

test('the menu says what is on air, holds what follows, and has nothing that changes air in one press', () => {
  const { items, toolTip } = viewTray(
    air({ feeds: [feed('main', 'following', 6, 'OBS', 'vMix'), feed('foyer', 'held', 1), feed('bar', 'cleared', 0)] }),
  );
  expect(items.map((item) => item?.label ?? null)).toEqual([
    ...['Open the desk', null],
    'main: following, 6 posts on air, 2 consumers',
    'foyer: held, 1 post on air, no consumers',
    'bar: cleared, nothing on air, no consumers',
    ...['Hold main', null, 'Quit Greenroom…'],
  ]);
  expect(items.flatMap((item) => (item?.action == null ? [] : [item.action]))).toEqual([
    { type: 'open' },
    { type: 'hold', feed: 'main' },
    { type: 'quit' },
  ]);
  expect(toolTip).toMatch(/^Greenroom\nmain: following, 6 posts on air, 2 consumers\n/);
});

test('a problem comes first in the menu and in the text, which is short enough for Windows', () => {
  const problem = 'Port 7411 is in use, so the feed can’t start. Graphics can’t read it: on air is affected.';
  const { items, toolTip } = viewTray(air({ problem }));
  expect(items[2]).toEqual({ label: problem, action: null });
  expect(toolTip).toMatch(/^Greenroom\nPort 7411/);
  expect(toolTip.length).toBeLessThanOrEqual(127);
});

test('every state has an icon on every system', () => {
  const folder = resolve('resources/tray');
  for (const platform of ['win32', 'darwin', 'linux'] as const)
    for (const state of trayStates)
      expect(existsSync(findTrayIcon(folder, state, platform)), `${platform} ${state}`).toBe(true);
});
