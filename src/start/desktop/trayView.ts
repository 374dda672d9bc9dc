/** Decides what the tray icon shows: a state by shape and colour, its text, and its menu. */
import { join } from 'node:path';
import { formatCount } from '../../core/formatNumber.ts';
import { gateNames } from '../../core/gateNames.ts';
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
  const suffix = platform === 'darwin' ? 'Template' : platform === 'linux' ? '24' : '';
  return join(folder, `${state}${suffix}.png`);
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
      { label: 'Open the desk', action: { type: 'open' } },
      null,
      ...(problem === null ? [] : [{ label: problem, action: null }, null]),
      ...feeds.map((feed) => ({ label: describeFeed(feed), action: null })),
      // Holding changes nothing on air. Every other action needs the list in sight, so only the desk has it.
      ...feeds.flatMap(({ slug, gate }): readonly TrayItem[] =>
        gate === 'following' ? [{ label: `Hold ${slug}`, action: { type: 'hold', feed: slug } }] : [],
      ),
      null,
      { label: 'Quit Greenroom…', action: { type: 'quit' } },
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
  const onAir = posts === 0 ? 'nothing on air' : `${formatCount(posts, 'post')} on air`;
  const readers = consumers.length === 0 ? 'no consumers' : formatCount(consumers.length, 'consumer');
  return `${slug}: ${gateNames[gate].toLowerCase()}, ${onAir}, ${readers}`;
}
