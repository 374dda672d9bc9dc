/** Decides what the tray icon shows: a state by shape and colour, its text, and its menu. */

import { join } from 'node:path';
import { say } from '../../core/language/say.ts';
import type { AirSummary, FeedSummary } from './airSummary.ts';

/** Each has an icon in `resources/tray`. */
export const trayStates = ['onAir', 'held', 'cleared', 'problem', 'offline'] as const;
export type TrayState = (typeof trayStates)[number];

export type TrayAction =
  | { readonly type: 'open' }
  | { readonly type: 'quit' }
  | { readonly type: 'hold'; readonly feed: string };

/** An item without an action only shows its text; `null` is a line. */
export type TrayItem = { readonly label: string; readonly action: TrayAction | null } | null;

export type TrayView = { readonly state: TrayState; readonly toolTip: string; readonly items: readonly TrayItem[] };

/** The icon of a state. macOS colours its own, and Linux does not scale. */
export function findTrayIcon(folder: string, state: TrayState, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(folder, `${state}Template.png`);
  return join(folder, platform === 'linux' ? `${state}24.png` : `${state}.png`);
}

/** Windows cuts longer texts. */
const maxToolTip = 120;

export function viewTray(air: AirSummary): TrayView {
  const { feeds, problem } = air;
  const state = findState(air);
  const toolTip = ['Greenroom', ...(problem === null ? [] : [problem]), ...feeds.map(describeFeed)].join('\n');
  return {
    state,
    toolTip: toolTip.length > maxToolTip ? `${toolTip.slice(0, maxToolTip - 1)}…` : toolTip,
    items: [
      { label: say('Open the desk'), action: { type: 'open' } },
      null,
      ...(problem === null ? [] : [{ label: problem, action: null }, null]),
      ...feeds.map((feed) => ({ label: describeFeed(feed), action: null })),
      // Holding changes nothing on air. Every other action needs the list in sight, so only the desk has it.
      ...feeds.flatMap(({ slug, gate }): readonly TrayItem[] =>
        gate === 'following'
          ? [{ label: say('Hold {feed}', { feed: slug }), action: { type: 'hold', feed: slug } }]
          : [],
      ),
      null,
      { label: say('Quit Greenroom…'), action: { type: 'quit' } },
    ],
  };
}

function findState({ feeds, problem, isOffline, isDemo }: AirSummary): TrayState {
  if (problem !== null) return 'problem';
  if (isOffline && !isDemo) return 'offline';
  if (feeds.some(({ gate }) => gate === 'held')) return 'held';
  return feeds.some(({ posts }) => posts > 0) ? 'onAir' : 'cleared';
}

function describeFeed({ slug, gate, posts, consumers }: FeedSummary): string {
  return say(
    '{feed}: {gate, select, held {held} cleared {cleared} other {following}}, {posts, plural, =0 {nothing on air} one {# post on air} other {# posts on air}}, {consumers, plural, =0 {no consumers} one {# consumer} other {# consumers}}',
    { feed: slug, gate, posts, consumers: consumers.length },
  );
}
