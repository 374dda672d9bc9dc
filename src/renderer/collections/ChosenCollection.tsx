/** The chosen collection: its first posts, and what each feed would do if it were pointed at it. */
import type { CollectionRow } from '../../contract/questions.ts';
import { Row } from '../show/Row.tsx';
import { useDesk, useHands } from '../state/desk.ts';
import { useQuestion } from '../state/queries.ts';
import { plural } from '../words/counts.ts';
import { dayTime } from '../words/time.ts';
import { Consequence } from './Consequence.tsx';

/** The first posts of its live list, so that it is known again by its posts. Hollow: nothing of it is on air by being looked at. */
function Start({ row }: { readonly row: CollectionRow }) {
  const { state, nowMs, isCompact } = useDesk();
  const { client } = useHands();
  const question = useQuestion(client, 'collectionStart', { collectionId: row.id }, null);
  const answer = question.isPlaceholderData ? undefined : question.data;
  const isServed = state.feeds.some(({ collection, counts }) => collection?.id === row.id && counts.onAir > 0);
  if (row.liveCount === 0 || isServed) return null;
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
            state: 'off',
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
      </p>
      <Start row={row} />
      <h3>Point {plural(state.feeds.length, 'the feed', 'a feed').replace(/^\d+ /, '')} at it</h3>
      {state.feeds.map((feed) => (
        <Consequence key={feed.slug} feed={feed} row={row} />
      ))}
    </section>
  );
}
