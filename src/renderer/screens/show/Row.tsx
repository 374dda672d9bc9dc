/** One row of a list, with its state on the left as a number, a word and a shape. */

import { ArrowRight, Ban, Check, ShieldAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { handleOf } from '../../../core/collection.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { givenNameOf, shownNameOf } from '../../../core/shownName.ts';
import { formatAge, formatDayTime } from '../../../core/time.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge, type BadgeView } from '../../../ui/Badge.tsx';
import { MediaTile } from '../../../ui/MediaTile.tsx';
import { SourceIcon } from '../../../ui/SourceIcon.tsx';
import { startOfText } from '../../../ui/startOfText.ts';
import type { FeedIndex } from '../../model/feedIndex.ts';
import { isEmptySlot, type RowState, type RowView } from '../../model/rowModel.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk, useIsCompact, useTicked } from '../../stores/useDesk.ts';

const stateClasses: Readonly<Record<RowState, string>> = {
  staged: 'is-staged',
  stagedGuarded: 'is-staged is-guarded',
  moved: 'is-empty-slot',
  air: 'is-air',
  now: 'is-air is-now',
  next: 'is-air is-next',
  leaving: 'is-leaving',
  waiting: 'is-waiting',
  guarded: 'is-kept-off',
  blocked: 'is-blocked',
  unconfirmed: 'is-blocked is-unconfirmed',
  off: 'is-off',
  unknown: 'is-unknown',
  offUnknown: 'is-unknown',
  left: 'is-empty-slot',
  past: 'is-past',
  rehearsed: 'is-rehearsed',
};

/** At most about nine characters fit. */
const stateNames: Readonly<Record<RowState, string | null>> = {
  staged: null,
  stagedGuarded: markMessage('GUARD'),
  moved: markMessage('MOVED'),
  air: markMessage('ON AIR||short'),
  now: markMessage('NOW'),
  next: markMessage('NEXT'),
  leaving: markMessage('ON AIR||short'),
  waiting: markMessage('WAITING'),
  guarded: markMessage('GUARD'),
  blocked: markMessage('BLOCKED'),
  unconfirmed: markMessage('BLOCKED'),
  off: markMessage('OFF AIR'),
  unknown: markMessage('WAS\nON AIR'),
  offUnknown: markMessage('UNKNOWN||a row'),
  left: markMessage('GONE'),
  past: markMessage('THEN'),
  rehearsed: markMessage('REHEARSAL||a row'),
};

/** The same for screen readers, as part of a sentence. */
const spokenStates: Readonly<Record<RowState, string>> = {
  staged: markMessage('in staging'),
  stagedGuarded: markMessage('guarded||a post'),
  moved: markMessage('moved to live||a post'),
  air: markMessage('on air||a post'),
  now: markMessage('now||a post'),
  next: markMessage('next||a post'),
  leaving: markMessage('on air||a post'),
  waiting: markMessage('waiting||a post'),
  guarded: markMessage('guarded||a post'),
  blocked: markMessage('blocked||a post'),
  unconfirmed: markMessage('blocked||a post'),
  off: markMessage('off air||a post'),
  unknown: markMessage('was on air||a post'),
  offUnknown: markMessage('unknown'),
  left: markMessage('gone||a post'),
  past: markMessage('then||a post'),
  rehearsed: markMessage('rehearsal||a post'),
};

export type RowProps = {
  readonly row: RowView;
  readonly badges: readonly BadgeView[];
  readonly isSelected: boolean;
  /** Whether it is one of several selected posts. */
  readonly isPicked?: boolean;
  readonly isHovered: boolean;
  /** Shown instead of the post's text; `null` shows the text. */
  readonly text: ReactNode | null;
  /** The whole text for a tooltip, where no key opens the post’s details. */
  readonly tooltip?: string;
};

export const Row = memo(function Row(props: RowProps) {
  const { row, isSelected, isPicked = false, isHovered } = props;
  const hasMedia = row.item.media.length > 0 && !isEmptySlot(row);
  const className = `row ${stateClasses[row.state]}${isSelected ? ' is-selected' : ''}${isPicked ? ' is-picked' : ''}${isHovered ? ' is-hovered' : ''}${hasMedia ? '' : ' has-no-media'}`;
  return (
    <div className={className}>
      <Tally row={row} />
      {isPicked && <Check className="row-pick" aria-hidden="true" />}
      {isEmptySlot(row) ? <EmptySlot {...props} /> : <Post {...props} />}
    </div>
  );
});

function Tally({ row }: { readonly row: RowView }) {
  const name = stateNames[row.state];
  return (
    <div className="row-tally">
      <span className="row-position">{positionContentOf(row)}</span>
      {name !== null && <span className="row-state">{say(name)}</span>}
    </div>
  );
}

function positionContentOf({ state, position }: RowView): ReactNode {
  switch (state) {
    case 'moved':
      return <ArrowRight />;
    case 'left':
      return '−';
    case 'waiting':
      return '+';
    case 'guarded':
      return <ShieldAlert />;
    case 'blocked':
    case 'unconfirmed':
      return <Ban />;
    default:
      return position;
  }
}

function Post({ row, badges, isSelected, isHovered, text, tooltip }: RowProps) {
  const { item } = row;
  const handle = handleOf(item.username) ?? '';
  const hasTooltip = tooltip !== undefined;
  const isCompact = useIsCompact();
  const isVideoPlaying = useUiState((ui) => ui.isVideoPlaying);
  const isKeptOff = useDesk(({ index }) => index.blocked.has(item.id));
  const isBlocked = row.state === 'blocked' || row.state === 'unconfirmed' || isKeptOff;
  return (
    <>
      <Avatar url={item.avatarUrl} />
      <div className="row-body">
        <div className="row-line">
          <Name name={givenNameOf(item)} hasTooltip={hasTooltip} />
          <span className="row-rest">
            <span className="row-handle">
              <span className="is-outside" title={hasTooltip ? handle : undefined}>
                {handle}
              </span>
            </span>
            <span className="row-meta">
              <SourceIcon source={item.source} />
              <PostAge at={item.publishedAt} hasAgo={!isCompact} />
            </span>
          </span>
          <Badges badges={badges} />
        </div>
        <div className="row-text is-outside" dir="auto" title={tooltip}>
          {text ?? startOfText(item.message)}
        </div>
      </div>
      <MediaTile media={item.media} isPlaying={isVideoPlaying && (isSelected || isHovered)} isBlocked={isBlocked} />
    </>
  );
}

function Badges({ badges }: { readonly badges: readonly BadgeView[] }) {
  return (
    <span className="row-badges">
      {badges.map((badge) => (
        <Badge key={badge.text} badge={badge} />
      ))}
    </span>
  );
}

function PostAge({ at, hasAgo }: { readonly at: string; readonly hasAgo: boolean }) {
  const age = useTicked((nowMs) => formatAge(at, nowMs, hasAgo));
  return <span className="row-age">{age}</span>;
}

function EmptySlot({ row, badges }: RowProps) {
  const { item } = row;
  const wentLiveAt = row.state === 'moved' ? (item.mark?.wentLiveAt ?? null) : null;
  const text = useComputed(({ index, disconnectedAt }, nowMs) =>
    wentLiveAt === null
      ? say('No longer in this list.')
      : describeMove(index, item.id, formatDayTime(wentLiveAt, nowMs), disconnectedAt !== null),
  );
  const isCompact = useIsCompact();
  return (
    <>
      <Avatar url={item.avatarUrl} />
      <div className="row-body">
        <div className="row-line">
          <Name name={givenNameOf(item)} hasTooltip={false} />
          <span className="row-meta">
            <SourceIcon source={item.source} />
          </span>
          <Badges badges={badges} />
        </div>
        <div className="row-line row-age">
          {text}
          {isCompact ? '' : ` ${say('Closes when you point elsewhere.')}`}
        </div>
      </div>
    </>
  );
}

/** When a post went live, and where it is now if that is known: on air, kept off air, or waiting. */
function describeMove(index: FeedIndex, id: string, time: string, isDisconnected: boolean): string {
  const { feed, onAir, blocked, guarded } = index;
  if (isDisconnected || !feed.served) return say('Went live at {time}.', { time });
  const position = onAir.get(id);
  if (position !== undefined)
    return say('Went live at {time}. Now at position {position}.', { time, position: formatNumber(position) });
  if (blocked.has(id)) return say('Went live at {time}. Now blocked.', { time });
  if (guarded.has(id)) return say('Went live at {time}. Now guarded.', { time });
  return feed.gate === 'cleared'
    ? say('Went live at {time}. Now off air.', { time })
    : say('Went live at {time}. Now waiting.', { time });
}

function Name({ name, hasTooltip }: { readonly name: string | null; readonly hasTooltip: boolean }) {
  if (name === null) return <span className="row-name is-none">{shownNameOf(null)}</span>;
  return (
    <span className="row-name is-outside" dir="auto" title={hasTooltip ? name : undefined}>
      {name}
    </span>
  );
}

/** The row's label for screen readers. */
export function rowLabelOf(row: RowView, badges: readonly BadgeView[]): string {
  const name = isolateName(shownNameOf(row.item));
  const badgeNames = badges.map(({ text, spoken = text }) => spoken);
  const facts = [...(row.position === null ? [] : [row.position]), say(spokenStates[row.state]), name, ...badgeNames];
  return `${facts.join(', ')}: ${row.item.message}`;
}
