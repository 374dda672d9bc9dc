/** Chooses a row's marks: at most two, the most important first. */
import type { DeskState } from '../../contract/deskState.ts';
import type { MarkIcon, MarkKind, MarkView } from '../ui/Mark.tsx';
import { isPreparing } from '../ui/MediaTile.tsx';
import { nameShownForMs } from '../words/stripFacts.ts';
import { clockTime } from '../words/time.ts';
import type { FeedIndex } from './feedIndex.ts';
import { isSolid, type RowView } from './rowModel.ts';
import { movedShownForMs } from './rows.ts';

const newShownForMs = 30_000;
const editedShownForMs = 5 * 60_000;

const mark = (kind: MarkKind, icon: MarkIcon, text: string): MarkView => ({ kind, icon, text: text });

export type MarkFacts = {
  readonly index: FeedIndex;
  readonly state: DeskState;
  readonly nowMs: number;
  readonly isCompact: boolean;
  readonly isDisconnected: boolean;
};

export function marksOf(row: RowView, facts: MarkFacts): readonly MarkView[] {
  if (row.state === 'moved' || row.state === 'left') return [];
  return [...airMarks(row, facts), ...infoMarks(row, facts)].slice(0, facts.isCompact ? 1 : 2);
}

/** Marks that concern what is on air. */
function airMarks(row: RowView, { index, state, isCompact }: MarkFacts): readonly MarkView[] {
  const id = row.item.id;
  const block = index.blocked.get(id);
  if (row.state === 'unconfirmed') return [mark('alarm', 'octagon', 'OFF AIR NOT CONFIRMED')];
  if (block !== undefined)
    return [mark('quiet', null, `BY ${whoBlocked(block.by, state.you)} ${clockTime(block.since)}`)];
  const found: MarkView[] = [];
  const rule = index.guarded.get(id);
  if (rule !== undefined) found.push(mark('warning', 'shield', `“${rule}”`));
  if (row.state === 'leaving') found.push(mark('warning', 'minus', 'REMOVED FROM LIVE'));
  if (row.state === 'now' && index.removed.has(id)) found.push(mark('warning', 'minus', 'REMOVED FROM LIVE'));
  if (row.state === 'waiting') found.push(mark('warning', 'plus', 'ADDED TO LIVE'));
  if (isSolid(row.state) && index.edited.has(id)) {
    found.push(mark('warning', 'pencil', isCompact ? 'OLD TEXT ON AIR' : 'EDITED: OLD TEXT ON AIR'));
  }
  if (row.item.media.some(isPreparing)) found.push(mark('warning', 'film', 'NOT READY'));
  return found;
}

/** Marks for news and for the play head. */
function infoMarks(row: RowView, { index, state, nowMs, isDisconnected: isCutOff }: MarkFacts): readonly MarkView[] {
  if (isCutOff) return [];
  const { item } = row;
  const within = (at: string | null | undefined, forMs: number): boolean =>
    at != null && nowMs - Date.parse(at) <= forMs;
  const found: MarkView[] = [];
  const { feed } = index;
  if (isSolid(row.state) && within(item.mark?.wentLiveAt, movedShownForMs) && feed.gate === 'following') {
    found.push(mark('moved', 'arrow', 'FROM STAGING'));
  }
  const isByOther = feed.onAirCause === 'operator' && feed.onAirBy !== null && feed.onAirBy !== state.you;
  const cameAt = item.mark?.wentLiveAt ?? item.mark?.arrivedAt;
  if (isSolid(row.state) && isByOther && within(feed.onAirSince, nameShownForMs) && within(cameAt, 10 * 60_000)) {
    found.push(mark('quiet', null, `BY ${firstName(feed.onAirBy ?? '')} ${clockTime(feed.onAirSince)}`));
  }
  const isInStaging = row.state === 'staged' || row.state === 'stagedGuarded';
  if (isInStaging && within(item.mark?.arrivedAt, newShownForMs)) found.push(mark('new', null, 'NEW'));
  if (within(item.mark?.editedAt, editedShownForMs) && !index.edited.has(item.id)) {
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
