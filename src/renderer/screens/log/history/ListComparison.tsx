/** Compares a past list with the on-air list, row by row; an empty slot says why its post is missing. */
import { type ReactNode, useMemo } from 'react';
import type { DeskItem } from '../../../../contract/deskItem.ts';
import type { PastListView } from '../../../../contract/history.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { isolateName } from '../../../../core/outsideName.ts';
import { startSentence } from '../../../../core/postLabel.ts';
import { formatDayTime } from '../../../../core/time.ts';
import type { BadgeView } from '../../../../ui/Badge.tsx';
import type { IconName } from '../../../../ui/Icon.tsx';
import { sayNode } from '../../../../ui/sayNode.ts';
import type { FeedIndex } from '../../../model/feedIndex.ts';
import type { RowState } from '../../../model/rowModel.ts';
import { nameOf } from '../../../model/words/counts.ts';
import { useDesk, useIsCompact, useIsDisconnected, useToday } from '../../../stores/useDesk.ts';
import { DayTime } from '../../DayTime.tsx';
import { Row } from '../../show/Row.tsx';
import { TextChange } from '../../TextChange.tsx';
import { VirtualList } from '../../VirtualList.tsx';
import { type AlignedRow, alignLists, type VersionChange, versionChangeOf } from './alignLists.ts';

function End({ past: { until, hasGapAfter, revision } }: { readonly past: PastListView }) {
  const isDisconnected = useIsDisconnected();
  // While the disk fails, the newest revisions are not in the history yet.
  const isOnAir = useDesk(({ feed }) => feed.revision === revision);
  if (hasGapAfter || (until === null && (isDisconnected || !isOnAir))) return say('an unknown time');
  return until === null ? say('now||a time') : <DayTime at={until} />;
}

type ListComparisonProps = {
  /** `null` while loading. */
  readonly past: PastListView | null;
  readonly onAirNow: readonly DeskItem[];
  readonly revision: number;
  readonly error: string | null;
};

export function ListComparison({ past, onAirNow, revision, error }: ListComparisonProps) {
  const revisionNow = useDesk(({ feed }) => feed.revision);
  const onAirSince = useDesk(({ feed }) => feed.onAirSince);
  const isServed = useDesk(({ feed }) => feed.served);
  const isCompact = useIsCompact();
  const isDisconnected = useIsDisconnected();
  const alignedRows = useMemo(() => (past === null ? [] : alignLists(past.items, onAirNow)), [past, onAirNow]);
  const staysOffIds = useMemo(() => new Set(past?.blockedNow ?? []), [past]);
  const positionsThen = useMemo(() => new Map(past?.items.map((item, index) => [item.id, index + 1]) ?? []), [past]);
  return (
    <section className="history-lists" aria-label={say('Revision {revision} compared with on air now', { revision })}>
      <div className="list-head">
        <h2 className="list-title">{say('THEN {revision}', { revision })}</h2>
        <span className="list-note">
          {past !== null &&
            sayNode('<b>{from} to {until}</b>, {count, plural, one {# post} other {# posts}}', {
              b: (children) => <b>{children}</b>,
              from: <DayTime at={past.at} />,
              until: <End past={past} />,
              count: past.items.length,
            })}
        </span>
        <span className="key-caps">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
        </span>
      </div>
      <div className="list-head is-on-air-side">
        <h2 className="list-title">
          {!isServed
            ? say('ON AIR?')
            : isDisconnected
              ? say('WAS ON AIR {revision}', { revision: revisionNow })
              : say('ON AIR NOW {revision}', { revision: revisionNow })}
        </h2>
        <span className="list-note">
          {isServed &&
            sayNode('<b>since {time}</b>, {count, plural, one {# post} other {# posts}}', {
              b: (children) => <b>{children}</b>,
              time: <DayTime at={onAirSince} />,
              count: onAirNow.length,
            })}
        </span>
      </div>
      {past === null ? (
        <p className={`list-empty${error === null ? '' : ' is-fault'}`}>{error ?? say('Connecting…')}</p>
      ) : (
        <VirtualList
          label={say('Both lists')}
          scrollToIndex={null}
          items={alignedRows}
          rowHeight={isCompact ? 51 : 84}
          render={(row) => <ComparisonRow row={row} staysOffIds={staysOffIds} positionsThen={positionsThen} />}
        />
      )}
    </section>
  );
}

type ComparisonRowProps = {
  readonly row: AlignedRow;
  readonly staysOffIds: ReadonlySet<string>;
  /** Positions in the past list, from 1. */
  readonly positionsThen: ReadonlyMap<string, number>;
};

function ComparisonRow({ row, staysOffIds, positionsThen }: ComparisonRowProps) {
  const index = useDesk((desk) => desk.index);
  const you = useDesk(({ state }) => state.you);
  const today = useToday();
  const { past, now } = row;
  const positionThen = (id: string): number | null => (staysOffIds.has(id) ? null : (positionsThen.get(id) ?? null));
  return (
    <div className="history-pair">
      {past === null ? (
        <EmptySlot reason={now === null ? '' : explainAbsenceThen(now.item, positionThen(now.item.id))} />
      ) : (
        <PostThen
          item={past.item}
          position={past.position}
          itemNow={now?.item ?? null}
          isKeptOff={staysOffIds.has(past.item.id)}
          index={index}
        />
      )}
      {now === null ? (
        <EmptySlot reason={past === null ? '' : explainAbsenceNow(past.item, index, you, today)} />
      ) : (
        <PostNow
          item={now.item}
          position={now.position}
          isGoingOff={past === null && positionThen(now.item.id) === null}
          index={index}
        />
      )}
    </div>
  );
}

type PostThenProps = {
  readonly item: DeskItem;
  readonly position: number;
  /** The same post in the on-air list; `null` when the slot beside it is empty. */
  readonly itemNow: DeskItem | null;
  readonly isKeptOff: boolean;
  readonly index: FeedIndex;
};

function PostThen({ item, position, itemNow, isKeptOff, index }: PostThenProps) {
  const isBlocked = index.blocked.has(item.id);
  const state: RowState = !isKeptOff ? 'past' : isBlocked ? 'blocked' : 'guarded';
  const change = itemNow === null ? null : versionChangeOf(item, itemNow);
  const badges: readonly BadgeView[] = isKeptOff
    ? [{ kind: 'quiet', icon: null, text: say('STAYS OFF') }]
    : change !== null
      ? [createWarning('pencil', labelOf(change))]
      : itemNow === null && !index.onAir.has(item.id)
        ? [createWarning('plus', say('COMES BACK'))]
        : itemNow === null
          ? [createWarning('arrow', say('MOVES'))]
          : [];
  const isOtherText = itemNow !== null && item.message !== itemNow.message;
  return (
    <Post
      item={item}
      state={state}
      position={isKeptOff ? null : position}
      badges={badges}
      text={isOtherText ? <TextChange before={itemNow} after={item} /> : null}
      tooltip={isOtherText ? `${itemNow.message} → ${item.message}` : item.message}
    />
  );
}

function labelOf(change: VersionChange): string {
  if (change === 'oldText') return say('OLD TEXT');
  return change === 'oldVersion' ? say('OLD VERSION') : say('OTHER VERSION');
}

type PostNowProps = {
  readonly item: DeskItem;
  readonly position: number;
  readonly isGoingOff: boolean;
  readonly index: FeedIndex;
};

function PostNow({ item, position, isGoingOff, index }: PostNowProps) {
  const { feed } = index;
  const isDisconnected = useIsDisconnected();
  const state: RowState = isDisconnected
    ? 'unknown'
    : feed.playHead.itemId === item.id
      ? 'now'
      : index.nextId === item.id
        ? 'next'
        : 'air';
  const badges = isGoingOff ? [createWarning('minus', say('GOES OFF'))] : [];
  return <Post item={item} state={state} position={position} badges={badges} text={null} tooltip={item.message} />;
}

type PostProps = {
  readonly item: DeskItem;
  readonly state: RowState;
  readonly position: number | null;
  readonly badges: readonly BadgeView[];
  readonly text: ReactNode | null;
  readonly tooltip: string;
};

function Post({ item, state, position, badges, text, tooltip }: PostProps) {
  return (
    <Row
      row={{ key: item.id, item, state, position }}
      badges={badges}
      isSelected={false}
      isHovered={false}
      text={text}
      tooltip={tooltip}
    />
  );
}

function EmptySlot({ reason }: { readonly reason: string }) {
  return (
    <div className="row is-empty-slot has-no-media">
      <div className="row-tally" />
      <div className="row-body">
        <div className="row-line row-age">{reason}</div>
      </div>
    </div>
  );
}

const createWarning = (icon: IconName, text: string): BadgeView => ({ kind: 'warning', icon, text });

function explainAbsenceThen(item: DeskItem, position: number | null): string {
  const name = nameOf(item);
  return startSentence(
    position === null
      ? say('{name} was not on air then.', { name })
      : say('{name} was at position {position} then.', { name, position: formatNumber(position) }),
  );
}

function explainAbsenceNow(item: DeskItem, index: FeedIndex, you: string, nowMs: number): string {
  const name = nameOf(item);
  const position = index.onAir.get(item.id);
  if (position !== undefined)
    return startSentence(say('{name} is at position {position} now.', { name, position: formatNumber(position) }));
  const block = index.blocked.get(item.id);
  if (block !== undefined) {
    const time = formatDayTime(block.since, nowMs);
    return block.by === you
      ? say('You blocked {name} at {time}.', { name, time })
      : say('{who} blocked {name} at {time}.', { who: isolateName(block.by ?? 'Greenroom'), name, time });
  }
  return startSentence(describeWhereabouts(index, item.id, name));
}

function describeWhereabouts(index: FeedIndex, id: string, name: string): string {
  const rule = index.guarded.get(id);
  if (rule !== undefined) return say('{name} is kept off air by the guard “{rule}”.', { name, rule });
  if (index.stagingItems.has(id)) return say('{name} moved back to staging.', { name });
  if (index.liveItems.has(id)) return say('{name} is waiting in live.', { name });
  return say('{name} is not in the feed’s collection now.', { name });
}
