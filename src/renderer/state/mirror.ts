/** What the engine last said, whole, as it said it. Nothing here is ever changed by the desk's own hand. */
import { create } from 'zustand';
import type { Refusal } from '../../contract/commands.ts';
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskState, FeedLists } from '../../contract/deskState.ts';
import type { LinkWord } from '../control/client.ts';
import { type AirChange, compareAir } from './airChange.ts';

export type Link = {
  readonly word: LinkWord;
  /** Since when, on this machine's wall clock. Epoch milliseconds. */
  readonly sinceMs: number;
  readonly refusal: Refusal | null;
};

export type Mirror = {
  readonly link: Link;
  readonly state: DeskState | null;
  readonly lists: Readonly<Record<string, FeedLists>>;
  /** The last change of air that this desk saw, by feed. */
  readonly airChanges: Readonly<Record<string, AirChange>>;
  /** When a row last changed, by feed and post. Epoch milliseconds of this machine; only the last second is kept. */
  readonly touchedAt: ReadonlyMap<string, number>;
  /** The engine's wall clock less this machine's. Milliseconds. */
  readonly clockOffsetMs: number;
  /** When the state was received. Epoch milliseconds of this machine. */
  readonly receivedAtMs: number;
};

export const emptyMirror: Mirror = {
  link: { word: 'connecting', sinceMs: 0, refusal: null },
  state: null,
  lists: {},
  airChanges: {},
  touchedAt: new Map(),
  clockOffsetMs: 0,
  receivedAtMs: 0,
};

export const useMirror = create<Mirror>()(() => emptyMirror);

const touchKeptMs = 1000;

export function rowKey(slug: string, itemId: string): string {
  return `${slug} ${itemId}`;
}

export function receiveState(state: DeskState, nowMs: number): void {
  useMirror.setState({ state, receivedAtMs: nowMs, clockOffsetMs: Date.parse(state.at) - nowMs });
}

export function receiveLists(lists: FeedLists, nowMs: number): void {
  const { lists: all, airChanges, touchedAt } = useMirror.getState();
  const before = all[lists.slug];
  const change = before === undefined ? null : compareAir(before, lists);
  useMirror.setState({
    lists: { ...all, [lists.slug]: lists },
    airChanges: change === null ? airChanges : { ...airChanges, [lists.slug]: change },
    touchedAt: before === undefined ? touchedAt : noteTouched(touchedAt, before, lists, nowMs),
  });
}

export function receiveLink(word: LinkWord, refusal: Refusal | null, nowMs: number): void {
  const { link } = useMirror.getState();
  const wasAway = link.word === 'lost' || link.word === 'silent';
  const isAway = word === 'lost' || word === 'silent';
  useMirror.setState({ link: { word, refusal, sinceMs: wasAway && isAway ? link.sinceMs : nowMs } });
}

/** Whether the keys rest because nobody knows what the engine does. */
export function isCutOff(link: Link): boolean {
  return link.word !== 'open';
}

function noteTouched(
  kept: ReadonlyMap<string, number>,
  before: FeedLists,
  after: FeedLists,
  nowMs: number,
): ReadonlyMap<string, number> {
  const touched = new Map([...kept].filter(([, at]) => nowMs - at < touchKeptMs));
  const old = signatures(before);
  const fresh = signatures(after);
  for (const [id, signature] of fresh) if (old.get(id) !== signature) touched.set(rowKey(after.slug, id), nowMs);
  for (const id of old.keys()) if (!fresh.has(id)) touched.set(rowKey(after.slug, id), nowMs);
  return touched;
}

/** What a hand could mean by a row: which list it is in, whether it is on air, and its words. */
function signatures(lists: FeedLists): ReadonlyMap<string, string> {
  const onAir = new Set(lists.onAir);
  const found = new Map<string, string>();
  const add = (list: string) => (item: DeskItem) => {
    const sign = `${list}${onAir.has(item.id) ? '!' : ''}${item.lastModifiedDate}${item.message}`;
    found.set(item.id, (found.get(item.id) ?? '') + sign);
  };
  lists.staging.forEach(add('s'));
  lists.live.forEach(add('l'));
  lists.onAirOnly.forEach(add('o'));
  return found;
}
