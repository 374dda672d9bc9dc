/** The waiting list: what a take would change, one line per post. */
import type { ReactNode } from 'react';
import { countDifference } from '../../../core/compare.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { formatClockTime } from '../../../core/time.ts';
import type { FeedIndex } from '../../model/feedIndex.ts';
import { formatCount, formatDifference, nameOf, startSentence, takeDifferenceOf } from '../../model/words/counts.ts';
import { canSave, isLiveConfirmed } from '../../model/words/saving.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { select } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { TextChange } from '../TextChange.tsx';

export function WaitingList() {
  const feed = useDesk((desk) => desk.feed);
  const isDisconnected = useIsDisconnected();
  const change = takeDifferenceOf(feed);
  const count = countDifference(change);
  if (isDisconnected || count === 0 || feed.gate === 'cleared') return <NothingWaiting />;
  const guarded = feed.guarded.length === 0 ? '' : `, ${feed.guarded.length} guarded`;
  return (
    <section className="panel is-waiting" id="waiting" tabIndex={-1} aria-label={`Waiting: ${count}`}>
      <h3 className="panel-head">
        WAITING {count}
        <span className="panel-aside">
          {formatDifference(change)}
          {guarded}
        </span>
      </h3>
      <Changes />
    </section>
  );
}

function NothingWaiting() {
  const keymap = useKeymap();
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const isSaving = useDesk(({ state }) => canSave(state));
  const isLiveKnown = useDesk(({ state }) => isLiveConfirmed(state, feed));
  const disconnectedAt = useDesk((desk) => desk.disconnectedAt);
  const isDisconnected = disconnectedAt !== null;
  const blockedIds = feed.blocked.map((block) => block.itemId).filter((id) => index.liveItems.has(id));
  const names = blockedIds.map((id) => nameOf(index.liveItems.get(id)));
  const blocked =
    names.length === 0
      ? ''
      : names.length === 1
        ? ` ${startSentence(`${names[0]} stays blocked.`)}`
        : ` ${names.length} posts stay blocked.`;
  const guardedCount = feed.guarded.length;
  const allowKey = keyLabelOf(keymap, 'allow') ?? 'Allow';
  const guarded =
    guardedCount === 0
      ? ''
      : ` Guards keep ${formatCount(guardedCount, 'post', 'posts')} off air. To allow one, select it, press ${allowKey}, then press ${allowKey} again.`;
  const change = takeDifferenceOf(feed);
  const readyCount = change.added.length;
  const changeCount = countDifference(change);
  const text = isDisconnected
    ? `${changeCount === 0 ? 'Live and on air were the same' : `${formatCount(changeCount, 'change was', 'changes were')} waiting`} at ${formatClockTime(disconnectedAt)}. Changes since then are unknown. The desk reconnects automatically.`
    : feed.gate === 'cleared'
      ? `${formatCount(readyCount, 'live post is', 'live posts are')} ready to go on air.${blocked}${guarded}`
      : !isSaving
        ? `State can’t be saved, so added and edited posts wait at the service. They are not listed here.${blocked}${guarded}`
        : !isLiveKnown
          ? `Live and on air were the same when the service last confirmed live. Changes since then are unknown.${blocked}${guarded}`
          : `Live and on air are the same${guardedCount === 0 ? '.' : ', except for guarded posts.'}${blocked}${guarded}`;
  return (
    <section className="panel" id="waiting" tabIndex={-1} aria-label="Waiting">
      <h3 className="panel-head">
        WAITING{' '}
        {isDisconnected || ((!isSaving || !isLiveKnown) && feed.gate !== 'cleared')
          ? '?'
          : feed.gate === 'cleared'
            ? readyCount
            : feed.guarded.length}
      </h3>
      <p className="panel-empty">{text}</p>
    </section>
  );
}

/** Further lines are left out; the head counts all changes. */
const maxLines = 200;

function Changes() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const { removed, edited, moved } = takeDifferenceOf(feed);
  const { added } = feed.pending;
  const isNowGuarded = (id: string): boolean => !feed.pending.removed.includes(id);
  const positions = positionsAfterTakeOf(index);
  const lineOf = (id: string, symbol: string, note: ReactNode, item = index.liveItems.get(id)) => ({
    id,
    symbol,
    note,
    item,
  });
  const lines = [
    ...added.map((id) => lineOf(id, '+', index.guarded.has(id) ? 'guarded' : positionNote('to', positions.get(id)))),
    ...removed.map((id) => {
      const note = isNowGuarded(id) ? 'now guarded' : positionNote('from', index.onAir.get(id));
      return lineOf(id, '−', note, index.onAirOnlyItems.get(id));
    }),
    ...edited.map(({ id }) => lineOf(id, '±', positionNote('at', positions.get(id)))),
    ...moved.map((id) => lineOf(id, '↕', positionNote('to', positions.get(id)))),
  ].slice(0, maxLines);
  return (
    <div className="changes">
      {lines.map(({ id, symbol, note, item }) => (
        <button type="button" className="change" key={`${symbol} ${id}`} onClick={() => select('live', id)}>
          <span className="change-symbol">{symbol}</span>
          <span className="change-name" dir="auto">
            {removeDirections(item?.fullName ?? 'No name given')}
          </span>
          <span className="change-note">{note}</span>
          <span className="change-detail" dir="auto">
            {symbol === '±' ? <TextChange before={index.onAirOnlyItems.get(id)} after={item} /> : item?.message}
          </span>
        </button>
      ))}
    </div>
  );
}

/** For example `to position 6`; narrow screens hide the word "position". */
function positionNote(preposition: 'to' | 'from' | 'at', position: number | undefined): ReactNode {
  return (
    <>
      {preposition} <span className="change-unit">position </span>
      {position ?? '?'}
    </>
  );
}

/** On-air positions after a take, by post id. */
function positionsAfterTakeOf(index: FeedIndex): ReadonlyMap<string, number> {
  const shown = index.lists.live.filter(({ id }) => !index.blocked.has(id) && !index.guarded.has(id));
  return new Map(shown.map(({ id }, listIndex) => [id, listIndex + 1]));
}
