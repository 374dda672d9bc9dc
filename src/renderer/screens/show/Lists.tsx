/** The staging and live lists with their heads, and the play head's keys. */
import { Pin, Repeat, SkipBack, SkipForward, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { isPreparing, isVideo } from '../../../ui/MediaTile.tsx';
import { formatClockTime, formatDuration } from '../../../ui/time.ts';
import type { SentAction } from '../../model/actions.ts';
import { formatCount, takeDifferenceOf } from '../../model/words/counts.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { openPanel, useUiState } from '../../stores/uiState.ts';
import { useDesk, useDeskControls } from '../desk.ts';
import { ListPane } from './ListPane.tsx';

const recentMs = 60_000;

export function StagingList() {
  const desk = useDesk();
  const { staging } = desk.index.lists;
  const preparing = staging.filter((item) => !desk.index.blocked.has(item.id) && item.media.some(isPreparing));
  const isAllVideo = preparing.every((item) => item.media.some(isVideo));
  const preparingText = isAllVideo
    ? formatCount(preparing.length, 'video', 'videos')
    : formatCount(preparing.length, 'picture', 'pictures');
  const readyText = `${(staging.length - preparing.length).toLocaleString('en')} ready for air`;
  const foot =
    staging.length === 0 ? '' : preparing.length === 0 ? readyText : `${readyText}, ${preparingText} being prepared`;
  return (
    <ListPane
      list="staging"
      className="is-staging"
      label="Staging"
      title={`STAGING ${desk.feed.counts.staging.toLocaleString('en')}`}
      note={<StagingNote />}
      tools={null}
      endText="End of staging."
      footNote={foot}
      emptyText={
        desk.feed.collection === null
          ? 'This feed has no collection yet. Choose one in Collections.'
          : 'Staging is empty.'
      }
    />
  );
}

function StagingNote(): ReactNode {
  const { feed, index, isDisconnected, lastKnownAt, nowMs, state } = useDesk();
  if (isDisconnected) return `as of ${formatClockTime(lastKnownAt)}`;
  if ((feed.freshness === 'offline' || feed.freshness === 'stale') && state.source.lastConfirmedAt !== null) {
    return `as of ${formatClockTime(state.source.lastConfirmedAt)}`;
  }
  const wentLive = index.lists.live.filter(
    ({ id, mark }) => index.added.has(id) && mark?.wentLiveAt != null && mark.wentLiveAt >= feed.gateSince,
  );
  if (feed.gate === 'held' && wentLive.length > 0) {
    const ages = wentLive.map((item) => nowMs - Date.parse(item.mark?.wentLiveAt ?? ''));
    const when = ages.every((ageMs) => ageMs < recentMs) ? `${formatDuration(Math.min(...ages))} ago` : 'while held';
    return (
      <>
        <b>{wentLive.length} went live</b> {feed.restored ? 'before the restart' : when}
      </>
    );
  }
  const arrivedAt = index.lists.staging
    .flatMap((item) => item.mark?.arrivedAt ?? [])
    .filter((at) => nowMs - Date.parse(at) < recentMs)
    .sort();
  const newest = arrivedAt.at(-1);
  if (newest === undefined) return null;
  return (
    <>
      <b>{arrivedAt.length} arrived</b> {formatDuration(nowMs - Date.parse(newest))} ago
    </>
  );
}

export function LiveList() {
  const { feed, rows, isDisconnected } = useDesk();
  const isOff = feed.gate === 'cleared' || isDisconnected;
  const foot = isDisconnected
    ? 'Dashed frame: state unknown'
    : feed.counts.onAir === 0
      ? 'Nothing here is on air'
      : 'Solid red is on air; hollow is not';
  return (
    <ListPane
      list="live"
      className={isOff ? 'is-live is-off' : 'is-live'}
      label="Live"
      title={`LIVE ${feed.counts.live.toLocaleString('en')}`}
      note={<LiveNote />}
      tools={<PlayHeadKeys />}
      endText="End of live."
      footNote={rows.live.length === 0 ? '' : foot}
      emptyText="Live is empty."
    />
  );
}

function LiveNote(): ReactNode {
  const { feed, index, isDisconnected, lastKnownAt } = useDesk();
  const { onAir } = feed.counts;
  if (isDisconnected) {
    return (
      <>
        <b>
          {onAir} {onAir === 1 ? 'was' : 'were'} on air
        </b>{' '}
        at {formatClockTime(lastKnownAt)}
      </>
    );
  }
  const blocked = feed.blocked.filter((block) => index.liveItems.has(block.itemId)).length;
  const guarded = feed.guarded.length;
  const waiting = takeDifferenceOf(feed).added.length;
  const parts = [
    waiting === 0 ? '' : `${waiting} waiting`,
    guarded === 0 ? '' : `${guarded} guarded`,
    blocked === 0 ? '' : `${blocked} blocked`,
  ].filter((part) => part !== '');
  return (
    <>
      <b>{onAir === 0 ? 'None on air' : `${onAir.toLocaleString('en')} on air`}</b>
      {parts.length > 0 && `, ${parts.join(', ')}`}
    </>
  );
}

function PlayHeadKeys() {
  const { feed, isCompact, isDisconnected } = useDesk();
  const panel = useUiState((ui) => ui.panel);
  const { rotateSeconds, byLength, loop, pinned } = feed.playHead;
  const loopText = loop ? '' : ', no loop';
  return (
    <fieldset className="play-head" aria-label="Play head">
      <PlayKey action="previous" name="Previous" isLit={false} hasKeyLabel>
        <SkipBack className="icon" aria-hidden="true" />
        {!isCompact && 'Previous'}
      </PlayKey>
      <PlayKey action="next" name="Next" isLit={false} hasKeyLabel>
        {!isCompact && 'Next'}
        <SkipForward className="icon" aria-hidden="true" />
      </PlayKey>
      <PlayKey action="pin" name={pinned ? 'Pinned. Unpin' : 'Pin'} isLit={pinned && !isDisconnected} hasKeyLabel>
        <Pin className="icon" aria-hidden="true" />
        {!isCompact && (pinned ? 'Pinned' : 'Pin')}
      </PlayKey>
      <PlayKey
        action="rotate"
        name={
          rotateSeconds === null
            ? `Rotate${loopText}`
            : `Rotation every ${rotateSeconds} s${loopText}${byLength ? ', more time for long posts' : ''}`
        }
        isLit={rotateSeconds !== null && !isDisconnected}
        hasKeyLabel={rotateSeconds === null}
      >
        <Repeat className="icon" aria-hidden="true" />
        {rotateSeconds === null ? '' : `${rotateSeconds} s${byLength ? '+' : ''}`}
      </PlayKey>
      <button
        type="button"
        className={`play-key${panel === 'rotation' ? ' is-lit' : ''}`}
        aria-label="Rotation settings"
        title="Rotation settings: seconds, loop, used posts"
        onClick={() => openPanel(panel === 'rotation' ? null : 'rotation')}
      >
        <SlidersHorizontal className="icon" aria-hidden="true" />
      </button>
    </fieldset>
  );
}

type PlayKeyProps = {
  readonly action: SentAction;
  readonly name: string;
  readonly isLit: boolean;
  /** `false` where the seconds replace the key's label. */
  readonly hasKeyLabel: boolean;
  readonly children: ReactNode;
};

function PlayKey({ action, name, isLit, hasKeyLabel, children }: PlayKeyProps) {
  const { actionStates } = useDesk();
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const { disabledReason } = actionStates[action];
  const keyLabel = keyLabelOf(keymap, action);
  return (
    <button
      type="button"
      className={`play-key${isLit ? ' is-lit' : ''}`}
      disabled={disabledReason !== null}
      aria-pressed={action === 'pin' || action === 'rotate' ? isLit : undefined}
      aria-label={`${name}${disabledReason === null ? '' : `: ${disabledReason}`}`}
      title={disabledReason ?? name}
      onClick={() => press(action)}
    >
      {children} {!isLit && hasKeyLabel && <kbd>{keyLabel}</kbd>}
    </button>
  );
}
