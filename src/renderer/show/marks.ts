/** Which marks a row carries: at most two, the most telling first. */
import type { DeskState } from '../../contract/deskState.ts';
import type { MarkIcon, MarkKind, MarkView } from '../ui/Mark.tsx';
import { isPreparing } from '../ui/MediaTile.tsx';
import { nameStaysMs } from '../words/stripFacts.ts';
import { clockTime } from '../words/time.ts';
import type { FeedIndex } from './feedIndex.ts';
import { isSolid, type RowView } from './rowModel.ts';
import { movedStaysMs } from './rows.ts';

const newStaysMs = 30_000;
const editedStaysMs = 5 * 60_000;

const mark = (kind: MarkKind, icon: MarkIcon, words: string): MarkView => ({ kind, icon, words });

export type MarkFacts = {
  readonly index: FeedIndex;
  readonly state: DeskState;
  readonly nowMs: number;
  readonly isCompact: boolean;
  readonly isCutOff: boolean;
};

export function marksOf(row: RowView, facts: MarkFacts): readonly MarkView[] {
  if (row.state === 'moved' || row.state === 'left') return [];
  return [...hardMarks(row, facts), ...softMarks(row, facts)].slice(0, facts.isCompact ? 1 : 2);
}

/** What stands between a post and air. */
function hardMarks(row: RowView, { index, state, isCompact }: MarkFacts): readonly MarkView[] {
  const id = row.item.id;
  const block = index.blocked.get(id);
  if (row.state === 'unconfirmed') return [mark('alarm', 'octagon', 'OFF AIR NOT CONFIRMED')];
  if (block !== undefined)
    return [mark('quiet', null, `BY ${whoBlocked(block.by, state.you)} ${clockTime(block.since)}`)];
  const found: MarkView[] = [];
  const rule = index.guarded.get(id);
  if (rule !== undefined) found.push(mark('warning', 'shield', `“${rule}”`));
  if (row.state === 'leaving') found.push(mark('warning', 'minus', 'REMOVED IN LIVE'));
  if (row.state === 'now' && index.removed.has(id)) found.push(mark('warning', 'minus', 'REMOVED IN LIVE'));
  if (row.state === 'waiting') found.push(mark('warning', 'plus', 'ADDED IN LIVE'));
  if (isSolid(row.state) && index.edited.has(id)) {
    found.push(mark('warning', 'pencil', isCompact ? 'OLD WORDS ON AIR' : 'EDITED: OLD WORDS ON AIR'));
  }
  if (row.item.media.some(isPreparing)) found.push(mark('warning', 'film', 'NOT READY'));
  return found;
}

/** What is new, and what the play head knows. */
function softMarks(row: RowView, { index, state, nowMs, isCutOff }: MarkFacts): readonly MarkView[] {
  if (isCutOff) return [];
  const { item } = row;
  const within = (at: string | null | undefined, forMs: number): boolean =>
    at != null && nowMs - Date.parse(at) <= forMs;
  const found: MarkView[] = [];
  const { feed } = index;
  if (isSolid(row.state) && within(item.mark?.wentLiveAt, movedStaysMs) && feed.gate === 'following') {
    found.push(mark('moved', 'arrow', 'FROM STAGING'));
  }
  const isByOther = feed.onAirCause === 'operator' && feed.onAirBy !== null && feed.onAirBy !== state.you;
  const cameAt = item.mark?.wentLiveAt ?? item.mark?.arrivedAt;
  if (isSolid(row.state) && isByOther && within(feed.onAirSince, nameStaysMs) && within(cameAt, 10 * 60_000)) {
    found.push(mark('quiet', null, `BY ${firstName(feed.onAirBy ?? '')} ${clockTime(feed.onAirSince)}`));
  }
  const isInStaging = row.state === 'staged' || row.state === 'stagedGuarded';
  if (isInStaging && within(item.mark?.arrivedAt, newStaysMs)) found.push(mark('new', null, 'NEW'));
  if (within(item.mark?.editedAt, editedStaysMs) && !index.edited.has(item.id)) {
    found.push(mark('edited', 'pencil', `EDITED ${clockTime(item.mark?.editedAt ?? '')}`));
  }
  if (index.used.has(item.id)) found.push(mark('quiet', 'check', 'USED'));
  if (row.state === 'now' && feed.playHead.pinned) found.push(mark('quiet', 'pin', 'PINNED'));
  return found;
}

function whoBlocked(by: string | null, you: string): string {
  return by === null || by === you ? 'YOU' : firstName(by);
}

function firstName(name: string): string {
  return (name.trim().split(/\s+/)[0] ?? name).toUpperCase();
}
