/** Mirrors the engine's last state exactly as received; parts equal to the state before it keep their identity. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Refusal } from '../../contract/commands.ts';
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskState, DeskStatus, FeedLists, PostMedia } from '../../contract/deskState.ts';
import { type AirChange, compareOnAir } from '../model/airChange.ts';
import { findChangedIds, keepUnchanged } from '../model/listChanges.ts';

/** `silent` means the connection is open but nothing arrives. Keys are off in every state but `open`. */
export type LinkState = 'connecting' | 'open' | 'silent' | 'lost' | 'refused';

export type Link = {
  readonly state: LinkState;
  /** When the state began, in epoch milliseconds of this machine; `lost` and `silent` count as one. */
  readonly sinceMs: number;
  readonly refusal: Refusal | null;
};

export type Mirror = {
  readonly link: Link;
  readonly state: DeskState | null;
  readonly lists: Readonly<Record<string, FeedLists>>;
  /** The last change on air that this desk saw, by the feed's slug. */
  readonly airChanges: Readonly<Record<string, AirChange>>;
  /** When each row last changed, by `rowKey`, in epoch milliseconds of this machine; kept for a second. */
  readonly rowChangedAt: ReadonlyMap<string, number>;
  /** The engine's clock minus this machine's clock. */
  readonly clockOffsetMs: number;
};

export const emptyMirror: Mirror = {
  link: { state: 'connecting', sinceMs: 0, refusal: null },
  state: null,
  lists: {},
  airChanges: {},
  rowChangedAt: new Map(),
  clockOffsetMs: 0,
};

export const useMirror = create<Mirror>()(() => emptyMirror);

const rowChangeKeptMs = 1000;

export function rowKey(slug: string, itemId: string): string {
  return `${slug} ${itemId}`;
}

export function receiveState(state: DeskState, nowMs: number): void {
  useMirror.setState(keepEqualParts(state, nowMs));
}

function keepEqualParts(state: DeskState, nowMs: number): Pick<Mirror, 'state' | 'clockOffsetMs'> {
  const kept = replaceEqualDeep(useMirror.getState().state, state);
  return { state: kept, clockOffsetMs: Date.parse(state.at) - nowMs };
}

export function receiveStatus(status: DeskStatus, media: readonly PostMedia[], nowMs: number): void {
  const { state, lists } = useMirror.getState();
  if (state === null) return;
  const feeds = state.feeds.map((feed) => ({ ...feed, ...status.feeds.find(({ slug }) => slug === feed.slug) }));
  useMirror.setState({
    ...keepEqualParts({ ...state, ...status, feeds }, nowMs),
    lists: media.length === 0 ? lists : replaceMedia(lists, media),
  });
}

export function receiveLists(received: FeedLists, nowMs: number): void {
  const { lists: all, airChanges, rowChangedAt } = useMirror.getState();
  const before = all[received.slug];
  const lists = before === undefined ? received : keepUnchanged(before, received);
  const change = before === undefined ? null : compareOnAir(before, lists);
  useMirror.setState({
    lists: { ...all, [lists.slug]: lists },
    airChanges: change === null ? airChanges : { ...airChanges, [lists.slug]: change },
    rowChangedAt: before === undefined ? rowChangedAt : recordChangedRows(rowChangedAt, before, lists, nowMs),
  });
}

export function receiveLink(state: LinkState, refusal: Refusal | null, nowMs: number): void {
  const { link } = useMirror.getState();
  const wasLost = link.state === 'lost' || link.state === 'silent';
  const isLost = state === 'lost' || state === 'silent';
  useMirror.setState({ link: { state, refusal, sinceMs: wasLost && isLost ? link.sinceMs : nowMs } });
}

/** Listeners of a client that keep the mirror. `now` returns this machine's epoch milliseconds. */
export const mirrorListeners = (now: () => number) => ({
  onState: (state: DeskState) => receiveState(state, now()),
  onStatus: (status: DeskStatus, media: readonly PostMedia[]) => receiveStatus(status, media, now()),
  onLists: (lists: FeedLists) => receiveLists(lists, now()),
  onLink: (state: LinkState, refusal: Refusal | null) => receiveLink(state, refusal, now()),
});

/** Whether the engine's state is unknown, which disables the keys. */
export function isLinkDown(link: Link): boolean {
  return link.state !== 'open';
}

/** Lists and posts without changed media keep their identity. */
function replaceMedia(lists: Mirror['lists'], changes: readonly PostMedia[]): Mirror['lists'] {
  const next = { ...lists };
  for (const slug of new Set(changes.map((change) => change.slug))) {
    const before = lists[slug];
    if (before === undefined) continue;
    const replaceIn = (list: PostMedia['list']): readonly DeskItem[] => {
      const found = changes.filter((change) => change.slug === slug && change.list === list);
      if (found.length === 0) return before[list];
      const items = [...before[list]];
      for (const { index, avatarUrl, media } of found) {
        const item = items[index];
        if (item !== undefined) items[index] = { ...item, avatarUrl, media };
      }
      return items;
    };
    next[slug] = {
      ...before,
      staging: replaceIn('staging'),
      live: replaceIn('live'),
      onAirOnly: replaceIn('onAirOnly'),
    };
  }
  return next;
}

function recordChangedRows(
  kept: ReadonlyMap<string, number>,
  before: FeedLists,
  after: FeedLists,
  nowMs: number,
): ReadonlyMap<string, number> {
  const changed = new Map([...kept].filter(([, at]) => nowMs - at < rowChangeKeptMs));
  for (const id of findChangedIds(before, after)) changed.set(rowKey(after.slug, id), nowMs);
  return changed;
}
