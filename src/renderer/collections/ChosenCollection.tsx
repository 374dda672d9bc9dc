/** The chosen collection: its first posts, and what each feed would do if it were pointed at it. */
import { useEffect, useRef } from 'react';
import type { CollectionRow } from '../../contract/questions.ts';
import { Row } from '../show/Row.tsx';
import type { RowState } from '../show/rowModel.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useMirror } from '../state/mirror.ts';
import { useQuestion } from '../state/queries.ts';
import { plural } from '../words/counts.ts';
import { dayTime } from '../words/time.ts';
import { Consequence } from './Consequence.tsx';

/** The first posts of its live list, by which it is known again: solid where a feed serves them, else hollow. */
function Start({ row }: { readonly row: CollectionRow }) {
  const { state, nowMs, isCompact, isCutOff } = useDesk();
  const { client } = useHands();
  const lists = useMirror((mirror) => mirror.lists);
  const question = useQuestion(client, 'collectionStart', { collectionId: row.id }, null);
  const answer = question.isPlaceholderData ? undefined : question.data;
  const { refetch } = question;
  const changed = useRef(row);
  useEffect(() => {
    const isNewer = changed.current.id === row.id && changed.current.lastModifiedDate !== row.lastModifiedDate;
    changed.current = row;
    if (isNewer) void refetch();
  }, [row, refetch]);
  const served = new Set(
    state.feeds.flatMap(({ slug, collection }) => (collection?.id === row.id ? (lists[slug]?.onAir ?? []) : [])),
  );
  const stateOf = (id: string): RowState => (!served.has(id) ? 'off' : isCutOff ? 'unknown' : 'air');
  if (row.liveCount === 0) return null;
  if (answer?.ok === false) return <p className="is-fault">{answer.message}</p>;
  return (
    <div className="browser-start">
      {(answer?.value.live ?? []).map((item, at) => (
        <Row
          key={item.id}
          // What is not kept on this machine yet has no picture here: nothing is fetched for a look.
          row={{
            key: item.id,
            item: { ...item, media: item.media.filter(({ url }) => url !== null) },
            state: stateOf(item.id),
            place: at + 1,
          }}
          marks={[]}
          nowMs={nowMs}
          isCompact={isCompact}
          isSelected={false}
          isAimed={false}
          text={null}
          placeNow={null}
        />
      ))}
    </div>
  );
}

/** The collection that was chosen; null: none is. */
export function ChosenCollection({ row }: { readonly row: CollectionRow | null }) {
  const { state, nowMs } = useDesk();
  if (row === null) {
    return (
      <section className="browser-pick" aria-label="Chosen collection">
        <p>Choose a collection to see what each feed would do if it read it.</p>
      </section>
    );
  }
  return (
    <section className="browser-pick" aria-label="Chosen collection">
      <h2 dir="auto">{row.name}</h2>
      <p>
        {row.liveCount} live, {row.stagingCount} staging. Last change {dayTime(row.lastModifiedDate, nowMs)}.
        {row.liveCount > 3 ? ' First three of live:' : ''}
      </p>
      <Start row={row} />
      <h3>Point {plural(state.feeds.length, 'the feed', 'a feed').replace(/^\d+ /, '')} at it</h3>
      {state.feeds.map((feed) => (
        <Consequence key={feed.slug} feed={feed} row={row} />
      ))}
    </section>
  );
}
