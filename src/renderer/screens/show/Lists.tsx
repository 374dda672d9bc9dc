/** The staging and live lists with their heads, and the play head's keys. */

import { Pin, Repeat, SkipBack, SkipForward, SlidersHorizontal } from 'lucide-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import type { SentAction } from '../../model/actions.ts';
import { takeDifferenceOf } from '../../model/words/counts.ts';
import { describeReadiness } from '../../model/words/readiness.ts';
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
  useToday,
} from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';
import { ListPane } from './ListPane.tsx';

export function StagingList() {
  const isFollowing = useIsFollowing();
  const count = useDesk(({ feed }) => feed.counts.staging);
  const hasCollection = useDesk(({ feed }) => feed.collectionId !== null);
  const staging = useDesk(({ index }) => index.lists.staging);
  const blocked = useDesk(({ index }) => index.blocked);
  const guarded = useDesk(({ index }) => index.guarded);
  const foot = useMemo(() => describeReadiness(staging, blocked, guarded), [staging, blocked, guarded]);
  return (
    <ListPane
      list="staging"
      className="is-staging"
      label={say('Staging')}
      title={say('STAGING {count}', { count: formatNumber(count) })}
      note={<StagingNote />}
      tools={null}
      endText={say('End of staging.')}
      footNote={foot}
      emptyText={
        hasCollection
          ? say('Staging is empty.')
          : isFollowing
            ? say('This feed has no collection yet.')
            : say('This feed has no collection yet. Choose one in Collections.')
      }
    />
  );
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
    ? say('Dashed frame: state unknown')
    : isUnknown
      ? say('It is not known what is on air')
      : isNothingOnAir
        ? say('Nothing here is on air')
        : hasForcedColours()
          ? say('Solid is on air; hollow is not')
          : say('Solid red is on air; hollow is not');
  return (
    <ListPane
      list="live"
      className={isOff ? 'is-live is-off' : 'is-live'}
      label={say('Live')}
      title={say('LIVE {count}', { count: formatNumber(liveCount) })}
      note={<LiveNote />}
      tools={useIsFollowing() ? null : <PlayHeadKeys />}
      endText={say('End of live.')}
      footNote={isEmpty ? '' : foot}
      emptyText={say('Live is empty.')}
    />
  );
}

/** The system’s colours, in which nothing is red. */
const hasForcedColours = (): boolean => window.matchMedia('(forced-colors: active)').matches;

function LiveNote(): ReactNode {
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const today = useToday();
  const isServed = useDesk(({ feed }) => feed.served);
  const onAir = useDesk(({ feed }) => feed.counts.onAir);
  const guarded = useDesk(({ feed }) => feed.guarded.length);
  const waiting = useDesk(({ feed }) => takeDifferenceOf(feed).added.length);
  const blocked = useDesk(({ index, feed }) => feed.blocked.filter(({ itemId }) => index.liveItems.has(itemId)).length);
  if (disconnectedAt !== null) {
    return sayNode('<b>{count, plural, one {# was on air} other {# were on air}}</b> at {time}', {
      count: onAir,
      time: formatDayTime(disconnectedAt, today),
      b: (children) => <b>{children}</b>,
    });
  }
  const parts = [
    waiting === 0 ? '' : say('{count} waiting', { count: formatNumber(waiting) }),
    guarded === 0 ? '' : say('{count, plural, one {# guarded} other {# guarded}}', { count: guarded }),
    blocked === 0 ? '' : say('{count, plural, one {# blocked} other {# blocked}}', { count: blocked }),
  ].filter((part) => part !== '');
  return (
    <>
      <b>
        {!isServed
          ? say('On air unknown')
          : onAir === 0
            ? say('None on air')
            : say('{count} on air', { count: formatNumber(onAir) })}
      </b>
      {parts.map((part) => (
        <Fragment key={part}>
          , <span className="list-count">{part}</span>
        </Fragment>
      ))}
    </>
  );
}

function PlayHeadKeys() {
  const isCompact = useIsCompact();
  const isDisconnected = useIsDisconnected();
  const panel = useUiState((ui) => ui.panel);
  const playHead = useDesk(({ feed }) => feed.playHead);
  const { rotateSeconds, byLength, pinned } = playHead;
  return (
    <fieldset className="play-head" aria-label={say('Play head')}>
      <PlayKey action="previous" name={say('Previous')} isLit={false} hasKeyLabel>
        <SkipBack />
        {!isCompact && <span className="play-label">{say('Previous')}</span>}
      </PlayKey>
      <PlayKey action="next" name={say('Next')} isLit={false} hasKeyLabel>
        {!isCompact && <span className="play-label">{say('Next')}</span>}
        <SkipForward />
      </PlayKey>
      <PlayKey
        action="pin"
        name={pinned ? say('Pinned. Unpin') : say('Pin')}
        isLit={pinned && !isDisconnected}
        hasKeyLabel
      >
        <Pin />
        {!isCompact && <span className="play-label">{pinned ? say('Pinned') : say('Pin')}</span>}
      </PlayKey>
      <PlayKey
        action="rotate"
        name={describeRotation(playHead)}
        isLit={rotateSeconds !== null && !isDisconnected}
        hasKeyLabel={rotateSeconds === null}
      >
        <Repeat />
        {rotateSeconds === null ? '' : `${rotateSeconds} s${byLength ? '+' : ''}`}
      </PlayKey>
      <button
        type="button"
        className={`play-key${panel === 'rotation' ? ' is-lit' : ''}`}
        aria-label={say('Rotation settings')}
        title={say('Rotation settings: seconds, loop, used posts')}
        onClick={() => togglePanel('rotation')}
      >
        <SlidersHorizontal />
      </button>
    </fieldset>
  );
}

function describeRotation({ rotateSeconds: seconds, byLength, loop }: DeskFeed['playHead']): string {
  if (seconds === null) return loop ? say('Rotate') : say('Rotate, no loop');
  if (!byLength)
    return loop
      ? say('Rotation every {seconds} s', { seconds })
      : say('Rotation every {seconds} s, no loop', { seconds });
  return loop
    ? say('Rotation every {seconds} s, more time for long posts', { seconds })
    : say('Rotation every {seconds} s, no loop, more time for long posts', { seconds });
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
      aria-label={disabledReason === null ? name : say('{name}: {reason}', { name, reason: disabledReason })}
      title={name}
      onPress={() => press(action)}
      onDisabledPress={() => press(action)}
    >
      {children} {!isLit && hasKeyLabel && keyLabel !== null && <kbd>{keyLabel}</kbd>}
    </Button>
  );
}
