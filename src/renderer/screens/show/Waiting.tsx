/** The waiting list: what a take would change, one line per post. */

import type { ReactNode } from 'react';
import type { DeskItem } from '../../../contract/deskItem.ts';
import { countDifference } from '../../../core/compare.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { startSentence } from '../../../core/postLabel.ts';
import { givenNameOf, shownNameOf } from '../../../core/shownName.ts';
import { formatDayTime } from '../../../core/time.ts';
import { type NodeValues, sayNode } from '../../../ui/sayNode.ts';
import { startOfText } from '../../../ui/startOfText.ts';
import { type FeedIndex, findKeptOff } from '../../model/feedIndex.ts';
import { changeSymbols, formatDifference, nameOf, takeDifferenceOf } from '../../model/words/counts.ts';
import { canSave, isLiveConfirmed } from '../../model/words/saving.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { openPanel, select } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected, useIsFollowing, useToday } from '../../stores/useDesk.ts';
import { TextChange } from '../TextChange.tsx';
import { ScrollArea } from './ScrollArea.tsx';

export function WaitingList() {
  const isCleared = useDesk(({ feed }) => feed.gate === 'cleared');
  const isDisconnected = useIsDisconnected();
  const pending = useDesk(({ feed }) => feed.pending);
  const guardedPosts = useDesk(({ feed }) => feed.guarded);
  const change = takeDifferenceOf({ pending, guarded: guardedPosts });
  const count = countDifference(change);
  if (isDisconnected || count === 0 || isCleared) return <NothingWaiting />;
  const difference = formatDifference(change);
  const guarded = guardedPosts.length;
  return (
    <section
      className="panel is-waiting"
      id="waiting"
      tabIndex={-1}
      aria-label={say('Waiting: {count}', { count: formatNumber(count) })}
    >
      <h3 className="panel-head">
        {say('WAITING {count}', { count: formatNumber(count) })}
        <span className="panel-aside">
          {guardedPosts.length === 0
            ? difference
            : say('{difference}, {guarded, plural, one {# guarded} other {# guarded}}', { difference, guarded })}
        </span>
      </h3>
      <Changes />
    </section>
  );
}

function NothingWaiting() {
  const isFollowing = useIsFollowing();
  const keymap = useKeymap();
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const isSaving = useDesk(({ state }) => canSave(state));
  const isLiveKnown = useDesk(({ state }) => isLiveConfirmed(state, feed));
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const today = useToday();
  const isDisconnected = disconnectedAt !== null;
  const blockedIds = feed.blocked.map((block) => block.itemId).filter((id) => index.liveItems.has(id));
  const keptOff = [...describeBlocked(blockedIds.map((id) => index.liveItems.get(id)))];
  const guardedCount = feed.guarded.length;
  if (guardedCount > 0) keptOff.push(describeGuarded(guardedCount));
  if (guardedCount > 0 && !isFollowing) keptOff.push(describeAllow(keyLabelOf(keymap, 'allow') ?? say('Allow')));
  const change = takeDifferenceOf(feed);
  const readyCount = change.added.length;
  const text = isDisconnected
    ? describeLastKnown(countDifference(change), formatDayTime(disconnectedAt, today))
    : feed.gate === 'cleared'
      ? say('{count, plural, one {# live post is ready to go on air.} other {# live posts are ready to go on air.}}', {
          count: readyCount,
        })
      : !isSaving
        ? say('State can’t be saved, so added and edited posts wait at the service. They are not listed here.')
        : feed.keptListOf !== null
          ? describeSameKept(feed.collectionId)
          : !isLiveKnown
            ? describeSameUnconfirmed(feed.collection !== null)
            : guardedCount === 0
              ? say('Live and on air are the same.')
              : say('Live and on air are the same, except for guarded posts.');
  const isCountUnknown = isDisconnected || ((!isSaving || !isLiveKnown) && feed.gate !== 'cleared');
  // Guarded posts don’t wait: a take leaves them off air.
  const count = feed.gate === 'cleared' ? readyCount : 0;
  return (
    <section className="panel" id="waiting" tabIndex={-1} aria-label={say('Waiting')}>
      <h3 className="panel-head">{say('WAITING {count}', { count: isCountUnknown ? '?' : formatNumber(count) })}</h3>
      <div className="panel-text">
        <ScrollArea className="panel-text-area">
          <p className="panel-empty">{[text, ...(isDisconnected ? [] : keptOff)].join(' ')}</p>
        </ScrollArea>
      </div>
    </section>
  );
}

function describeSameKept(collectionId: string | null): string {
  return collectionId === null
    ? say('This feed follows no collection. On air is the same as the live list that it kept.')
    : say(
        'The first list of this feed’s collection has not arrived. On air is the same as the live list that it kept.',
      );
}

function describeSameUnconfirmed(isRead: boolean): string {
  return isRead
    ? say('Live and on air were the same when the service last confirmed live. Changes since then are unknown.')
    : say('Live has not been read yet.');
}

function describeLastKnown(changeCount: number, time: string): string {
  const sentence =
    changeCount === 0
      ? say('Live and on air were the same at {time}.', { time })
      : say('{count, plural, one {# change was waiting at {time}.} other {# changes were waiting at {time}.}}', {
          count: changeCount,
          time,
        });
  return `${sentence} ${say('Changes since then are unknown. The desk reconnects automatically.')}`;
}

/** One sentence; none without a blocked post. */
function describeBlocked(items: readonly (DeskItem | undefined)[]): readonly string[] {
  if (items.length === 0) return [];
  if (items.length === 1) return [startSentence(say('{name} stays blocked.', { name: nameOf(items[0]) }))];
  return [say('{count} posts stay blocked.', { count: formatNumber(items.length) })];
}

function describeGuarded(count: number): string {
  return say('{count, plural, one {Guards keep # post off air.} other {Guards keep # posts off air.}}', { count });
}

function describeAllow(key: string): string {
  return say('To allow one, select it, press {key}, then press {key} again.', { key });
}

/** Further lines are left out; the head counts all changes. */
const maxLines = 200;

function Changes() {
  const index = useDesk((desk) => desk.index);
  const isFollowing = useIsFollowing();
  const { feed } = index;
  const { removed, edited, moved } = takeDifferenceOf(feed);
  const { added } = feed.pending;
  const isNowGuarded = (id: string): boolean => !feed.pending.removed.includes(id);
  const positions = positionsAfterTakeOf(index);
  const noteUnlessBlocked = (id: string, note: ReactNode): ReactNode =>
    index.blocked.has(id) ? say('blocked||a post') : note;
  const lineOf = (id: string, symbol: string, note: ReactNode, item = index.liveItems.get(id)) => ({
    id,
    symbol,
    note,
    item,
  });
  const lines = [
    ...added.map((id) =>
      lineOf(id, changeSymbols.added, index.guarded.has(id) ? say('guarded||a post') : toPosition(positions.get(id))),
    ),
    ...removed.map((id) => {
      const note = isNowGuarded(id) ? say('now guarded') : fromPosition(index.onAir.get(id));
      return lineOf(id, changeSymbols.removed, noteUnlessBlocked(id, note), heldItemOf(index, id));
    }),
    ...edited.map(({ id }) => lineOf(id, changeSymbols.edited, noteUnlessBlocked(id, atPosition(positions.get(id))))),
    ...moved.map((id) => lineOf(id, changeSymbols.moved, toPosition(positions.get(id)))),
  ].slice(0, maxLines);
  return (
    <div className="changes">
      {lines.map(({ id, symbol, note, item }) => (
        <button
          type="button"
          className="change"
          key={`${symbol} ${id}`}
          onClick={() => (hasRow(index, id) || isFollowing ? select('live', id) : openPanel('keptOff'))}
        >
          <span className="change-symbol">{symbol}</span>
          <span
            className={givenNameOf(item) === null ? 'change-name' : 'change-name is-outside'}
            dir="auto"
            title={givenNameOf(item) ?? undefined}
          >
            {shownNameOf(item)}
          </span>
          <span className="change-note">{note}</span>
          <span className="change-detail is-outside" dir="auto" title={item?.message}>
            {symbol === changeSymbols.edited ? (
              <TextChange before={heldItemOf(index, id)} after={item} />
            ) : (
              startOfText(item?.message ?? '')
            )}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The version of the held list, which is on air unless the post is blocked. */
function heldItemOf(index: FeedIndex, id: string): DeskItem | undefined {
  return index.onAirOnlyItems.get(id) ?? findKeptOff(index, id);
}

/** A blocked post that left live has none, and can be unblocked in the panel only. */
function hasRow(index: FeedIndex, id: string): boolean {
  return index.liveItems.has(id) || index.onAir.has(id);
}

/** For example `to position 6`; narrow screens hide the word "position". */
function toPosition(position: number | undefined): ReactNode {
  return sayNode('to <unit>position </unit>{position}', valuesOfPosition(position));
}

function fromPosition(position: number | undefined): ReactNode {
  return sayNode('from <unit>position </unit>{position}', valuesOfPosition(position));
}

function atPosition(position: number | undefined): ReactNode {
  return sayNode('at <unit>position </unit>{position}', valuesOfPosition(position));
}

function valuesOfPosition(position: number | undefined): NodeValues {
  return {
    unit: (children) => <span className="change-unit">{children}</span>,
    position: position === undefined ? '?' : formatNumber(position),
  };
}

/** On-air positions after a take, by post id. */
function positionsAfterTakeOf(index: FeedIndex): ReadonlyMap<string, number> {
  const shown = index.lists.live.filter(({ id }) => !index.blocked.has(id) && !index.guarded.has(id));
  return new Map(shown.map(({ id }, listIndex) => [id, listIndex + 1]));
}
