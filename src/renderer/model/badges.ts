/** Chooses a post's badges, the most important first: a row shows one or two of them, its label and its details all. */
import type { DeskState } from '../../contract/deskState.ts';
import { type FitFault, fitFaultsOf, type MeasuredFit } from '../../core/fit.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Target } from '../../core/targets.ts';
import { formatDayTime } from '../../core/time.ts';
import type { BadgeKind, BadgeView } from '../../ui/Badge.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { isPreparing } from '../../ui/MediaTile.tsx';
import type { AirChange } from './airChange.ts';
import type { FeedIndex } from './feedIndex.ts';
import { isEmptySlot, isOnAirState, type RowView } from './rowModel.ts';
import { movedShownForMs } from './rows.ts';
import { hasAirChangedInGate } from './words/counts.ts';
import { nameShownForMs } from './words/stripFacts.ts';

const newShownForMs = 30_000;
const editedShownForMs = 5 * 60_000;

const createBadge = (kind: BadgeKind, icon: IconName | null, text: string, spoken: string): BadgeView => ({
  ...{ kind, icon, text, spoken },
});

/** A badge with a name from outside. */
const createNameBadge = (kind: BadgeKind, icon: IconName | null, text: string, spoken: string): BadgeView => ({
  ...createBadge(kind, icon, text, spoken),
  isOutside: true,
});

/** A badge with the name of an operator, which is cut before the words and the time around it. */
const createOperatorBadge = (text: string, spoken: string, name: string): BadgeView => ({
  ...createBadge('quiet', null, text, spoken),
  name,
});

type BadgeContext = {
  /** The last change on air that this desk saw. */
  readonly airChange: AirChange | null;
  readonly index: FeedIndex;
  readonly state: DeskState;
  readonly nowMs: number;
  readonly isCompact: boolean;
  readonly isDisconnected: boolean;
  /** `null` while it is not measured. */
  readonly fit: MeasuredFit | null;
  readonly targets: readonly Target[];
  /** Of an empty slot: whether a search or filter hides the post in live. */
  readonly isHiddenInLive: boolean;
};

export function badgesOf(row: RowView, context: BadgeContext): readonly BadgeView[] {
  if (context.isHiddenInLive)
    return [createBadge('moved', null, say('HIDDEN IN LIVE'), say('hidden by the filter of live'))];
  if (isEmptySlot(row)) return [];
  const faults = isBeforeAir(row) ? fitFaultsOf(row.item, context.fit, context.targets) : [];
  const isMinor = ({ kind }: FitFault): boolean => kind === 'cropped';
  const [worst, minor] = [faults.find((fault) => !isMinor(fault)), faults.find(isMinor)];
  const [air, fit] = [airBadgesOf(row, context), fitBadgesOf(worst)];
  return [
    ...(isMarkedElsewhere(row, context.index) ? [...fit, ...air] : [...air, ...fit]),
    ...infoBadgesOf(row, context),
    // Nothing is lost on most graphics, so anything new comes first.
    ...(worst === undefined ? fitBadgesOf(minor) : []),
  ];
}

/** Whether the row’s number and picture already say the same as its badges of the air, which may then be without room. */
function isMarkedElsewhere({ state, item }: RowView, { blocked }: FeedIndex): boolean {
  return (state === 'waiting' || state === 'guarded' || state === 'stagedGuarded') && !blocked.has(item.id);
}

/** Whether there is still time to change the post before it goes on air. */
export function isBeforeAir({ state }: RowView): boolean {
  return (
    state === 'staged' || state === 'stagedGuarded' || state === 'waiting' || state === 'guarded' || state === 'off'
  );
}

function fitBadgesOf(fault: FitFault | undefined): readonly BadgeView[] {
  return fault === undefined ? [] : [createBadge('warning', 'triangle', fault.badge, fault.text)];
}

/** Badges that concern what is on air. */
function airBadgesOf(row: RowView, { index, state, nowMs, isCompact }: BadgeContext): readonly BadgeView[] {
  const id = row.item.id;
  const block = index.blocked.get(id);
  const unsaved =
    block?.saved === false
      ? [createBadge('warning', 'triangle', say('NOT SAVED YET'), say('not saved yet||a block'))]
      : [];
  if (row.state === 'unconfirmed') {
    const spoken = say('off air not confirmed');
    return [createBadge('alarm', 'octagon', say('OFF AIR NOT CONFIRMED'), spoken), ...unsaved];
  }
  if (block !== undefined) {
    const time = formatDayTime(block.since, nowMs);
    const values = { who: blockerNameOf(block.by, state.you), time: time.toUpperCase() };
    const text = row.state === 'blocked' ? say('BY {who} {time}', values) : say('BLOCKED BY {who} {time}', values);
    const who = block.by === state.you ? say('you||who blocked a post') : isolateName(block.by ?? 'Greenroom');
    const spoken =
      row.state === 'blocked'
        ? say('by {who} at {time}', { who, time })
        : say('blocked by {who} at {time}', { who, time });
    const badge =
      block.by === state.you ? createBadge('quiet', null, text, spoken) : createOperatorBadge(text, spoken, values.who);
    return [...unsaved, badge];
  }
  const found: BadgeView[] = [];
  const rule = index.guarded.get(id);
  if (rule !== undefined) found.push(createNameBadge('warning', 'shield', `“${rule}”`, `“${rule}”`));
  if (isOnAirState(row.state) && index.removed.has(id))
    found.push(createBadge('warning', 'minus', say('REMOVED FROM LIVE'), say('removed from live')));
  if (row.state === 'waiting' && isNewInLive(row, index))
    found.push(createBadge('warning', 'plus', say('ADDED TO LIVE'), say('added to live')));
  const edited = isOnAirState(row.state) ? index.edited.get(id) : undefined;
  if (edited !== undefined)
    found.push(createBadge('warning', 'pencil', describeEdited(edited, isCompact), describeEditedAloud(edited)));
  if (row.item.media.some(isPreparing))
    found.push(createBadge('warning', 'video', say('NOT READY'), say('not ready||a picture or video')));
  return found;
}

function describeEdited(fields: readonly string[], isCompact: boolean): string {
  if (fields.includes('message')) return isCompact ? say('OLD TEXT ON AIR') : say('EDITED: OLD TEXT ON AIR');
  if (fields.includes('fullName')) return isCompact ? say('OLD NAME ON AIR') : say('EDITED: OLD NAME ON AIR');
  return isCompact ? say('OLD VERSION ON AIR') : say('EDITED: OLD VERSION ON AIR');
}

function describeEditedAloud(fields: readonly string[]): string {
  if (fields.includes('message')) return say('edited: old text on air');
  return fields.includes('fullName') ? say('edited: old name on air') : say('edited: old version on air');
}

/** Whether the post went live after the gate was set. Without a time it counts as new, unless setting the gate also changed the on-air list. */
function isNewInLive({ item: { mark } }: RowView, { feed }: FeedIndex): boolean {
  const since = mark?.wentLiveAt ?? mark?.arrivedAt ?? null;
  return since === null ? !hasAirChangedInGate(feed) : since >= feed.gateSince;
}

/** Badges for recent changes and the play head. */
function infoBadgesOf(
  row: RowView,
  { index, airChange, state, nowMs, isDisconnected }: BadgeContext,
): readonly BadgeView[] {
  if (isDisconnected) return [];
  const { item } = row;
  const isWithin = (at: string | null | undefined, forMs: number): boolean =>
    at != null && nowMs - Date.parse(at) <= forMs;
  const found: BadgeView[] = [];
  const { feed } = index;
  if (isOnAirState(row.state) && isWithin(item.mark?.wentLiveAt, movedShownForMs) && feed.gate === 'following') {
    found.push(createBadge('moved', 'arrow', say('FROM STAGING'), say('from staging')));
  }
  // Not on rows that only moved.
  const put = airChange?.at === feed.onAirSince ? airChange.on.find(({ id }) => id === item.id) : undefined;
  if (isOnAirState(row.state) && put?.by != null && put.by !== state.you && isWithin(put.at, nameShownForMs)) {
    const time = formatDayTime(put.at, nowMs);
    const spoken = say('by {who} at {time}', { who: isolateName(put.by), time });
    const who = put.by.toUpperCase();
    found.push(createOperatorBadge(say('BY {who} {time}', { who, time }), spoken, who));
  }
  const isInStaging = row.state === 'staged' || row.state === 'stagedGuarded';
  if (isInStaging && isWithin(item.mark?.arrivedAt, newShownForMs))
    found.push(createBadge('new', null, say('NEW'), say('new||a post')));
  // On air, another badge says that the old version is there.
  if (isWithin(item.mark?.editedAt, editedShownForMs) && !(isOnAirState(row.state) && index.edited.has(item.id))) {
    const time = formatDayTime(item.mark?.editedAt ?? '', nowMs);
    found.push(createBadge('edited', 'pencil', say('EDITED {time}', { time }), say('edited at {time}', { time })));
  }
  if (index.used.has(item.id)) found.push(createBadge('quiet', 'check', say('USED'), say('used||a post')));
  if (row.state === 'now' && feed.playHead.pinned)
    found.push(createBadge('quiet', 'pin', say('PINNED'), say('pinned||a post')));
  return found;
}

function blockerNameOf(by: string | null, you: string): string {
  return by === you ? say('YOU||who blocked a post') : (by ?? 'Greenroom').toUpperCase();
}
