/** The staging and live lists with their heads, and the play head's keys. */

import { Pin, Repeat, SkipBack, SkipForward, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { DeskItem } from '../../../contract/deskItem.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { formatClockTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { isPreparing, isVideo } from '../../../ui/MediaTile.tsx';
import type { SentAction } from '../../model/actions.ts';
import type { FeedIndex } from '../../model/feedIndex.ts';
import { formatCount, takeDifferenceOf } from '../../model/words/counts.ts';
import { stagingNoteOf } from '../../model/words/stagingNote.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { togglePanel, useUiState } from '../../stores/uiState.ts';
import {
  useActionState,
  useComputed,
  useDesk,
  useIsCompact,
  useIsDisconnected,
  useIsFollowing,
} from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { ListPane } from './ListPane.tsx';

export function StagingList() {
  const count = useDesk(({ feed }) => feed.counts.staging);
  const hasCollection = useDesk(({ feed }) => feed.collection !== null);
  const staging = useDesk(({ index }) => index.lists.staging);
  const blocked = useDesk(({ index }) => index.blocked);
  const foot = useMemo(() => describeReadiness(staging, blocked), [staging, blocked]);
  return (
    <ListPane
      list="staging"
      className="is-staging"
      label="Staging"
      title={`STAGING ${formatNumber(count)}`}
      note={<StagingNote />}
      tools={null}
      endText="End of staging."
      footNote={foot}
      emptyText={hasCollection ? 'Staging is empty.' : 'This feed has no collection yet. Choose one in Collections.'}
    />
  );
}

/** For example *6 ready for air, 1 without its picture, 1 video being prepared*. */
function describeReadiness(staging: readonly DeskItem[], blocked: FeedIndex['blocked']): string {
  if (staging.length === 0) return '';
  const shown = staging.filter((item) => !blocked.has(item.id));
  const isBroken = (item: DeskItem) => item.media.some((medium) => medium.isBroken);
  const brokenCount = shown.filter(isBroken).length;
  const preparing = shown.filter((item) => !isBroken(item) && item.media.some(isPreparing));
  const parts = [`${formatNumber(shown.length - brokenCount - preparing.length)} ready for air`];
  if (brokenCount > 0) parts.push(formatCount(brokenCount, 'without its picture', 'without their pictures'));
  const [one, many] = preparing.every((item) => item.media.some(isVideo))
    ? ['video', 'videos']
    : ['picture', 'pictures'];
  if (preparing.length > 0) parts.push(`${formatCount(preparing.length, one, many)} being prepared`);
  return parts.join(', ');
}

function StagingNote(): ReactNode {
  const [lead, rest] = useComputed(stagingNoteOf);
  return (
    <>
      {lead !== '' && <b>{lead}</b>} {rest}
    </>
  );
}

export function LiveList() {
  const isDisconnected = useIsDisconnected();
  const isOff = useDesk(({ feed }) => feed.gate === 'cleared') || isDisconnected;
  const liveCount = useDesk(({ feed }) => feed.counts.live);
  const isNothingOnAir = useDesk(({ feed }) => feed.counts.onAir === 0 && feed.served);
  const isUnknown = useDesk(({ feed }) => !feed.served);
  const isEmpty = useDesk(({ rows }) => rows.live.length === 0);
  const foot = isDisconnected
    ? 'Dashed frame: state unknown'
    : isUnknown
      ? 'It is not known what is on air'
      : isNothingOnAir
        ? 'Nothing here is on air'
        : hasForcedColours()
          ? 'Solid is on air; hollow is not'
          : 'Solid red is on air; hollow is not';
  return (
    <ListPane
      list="live"
      className={isOff ? 'is-live is-off' : 'is-live'}
      label="Live"
      title={`LIVE ${formatNumber(liveCount)}`}
      note={<LiveNote />}
      tools={useIsFollowing() ? null : <PlayHeadKeys />}
      endText="End of live."
      footNote={isEmpty ? '' : foot}
      emptyText="Live is empty."
    />
  );
}

/** The system’s colours, in which nothing is red. */
const hasForcedColours = (): boolean => window.matchMedia('(forced-colors: active)').matches;

function LiveNote(): ReactNode {
  const index = useDesk((desk) => desk.index);
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const { feed } = index;
  const { onAir } = feed.counts;
  if (disconnectedAt !== null) {
    return (
      <>
        <b>
          {onAir} {onAir === 1 ? 'was' : 'were'} on air
        </b>{' '}
        at {formatClockTime(disconnectedAt)}
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
      <b>{!feed.served ? 'On air unknown' : onAir === 0 ? 'None on air' : `${formatNumber(onAir)} on air`}</b>
      {parts.length > 0 && `, ${parts.join(', ')}`}
    </>
  );
}

function PlayHeadKeys() {
  const isCompact = useIsCompact();
  const isDisconnected = useIsDisconnected();
  const panel = useUiState((ui) => ui.panel);
  const { rotateSeconds, byLength, loop, pinned } = useDesk(({ feed }) => feed.playHead);
  const loopText = loop ? '' : ', no loop';
  return (
    <fieldset className="play-head" aria-label="Play head">
      <PlayKey action="previous" name="Previous" isLit={false} hasKeyLabel>
        <SkipBack />
        {!isCompact && 'Previous'}
      </PlayKey>
      <PlayKey action="next" name="Next" isLit={false} hasKeyLabel>
        {!isCompact && 'Next'}
        <SkipForward />
      </PlayKey>
      <PlayKey action="pin" name={pinned ? 'Pinned. Unpin' : 'Pin'} isLit={pinned && !isDisconnected} hasKeyLabel>
        <Pin />
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
        <Repeat />
        {rotateSeconds === null ? '' : `${rotateSeconds} s${byLength ? '+' : ''}`}
      </PlayKey>
      <button
        type="button"
        className={`play-key${panel === 'rotation' ? ' is-lit' : ''}`}
        aria-label="Rotation settings"
        title="Rotation settings: seconds, loop, used posts"
        onClick={() => togglePanel('rotation')}
      >
        <SlidersHorizontal />
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
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const { disabledReason } = useActionState(action);
  const keyLabel = keyLabelOf(keymap, action);
  return (
    <Button
      className={`play-key${isLit ? ' is-lit' : ''}`}
      disabledReason={disabledReason}
      aria-pressed={action === 'pin' || action === 'rotate' ? isLit : undefined}
      aria-label={`${name}${disabledReason === null ? '' : `: ${disabledReason}`}`}
      title={name}
      onPress={() => press(action)}
    >
      {children} {!isLit && hasKeyLabel && <kbd>{keyLabel}</kbd>}
    </Button>
  );
}
