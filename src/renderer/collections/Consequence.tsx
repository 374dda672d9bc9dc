/** What pointing one feed at a collection would do to air, said before it is pressed. */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { DeskFeed } from '../../contract/deskState.ts';
import type { CollectionRow } from '../../contract/questions.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { arm, disarm, readPress, useHand } from '../state/hand.ts';
import { FeedTally } from '../top/TopLine.tsx';
import { GateShut } from '../ui/Icon.tsx';
import { plural } from '../words/counts.ts';

type Props = { readonly feed: DeskFeed; readonly row: CollectionRow };

export function Consequence({ feed, row }: Props) {
  const { isCutOff } = useDesk();
  const isHere = feed.collection?.id === row.id;
  const gate = { following: 'following', held: 'held', cleared: 'cleared' }[feed.gate];
  const readers = feed.counts.consumers === 0 ? 'no consumer' : plural(feed.counts.consumers, 'consumer', 'consumers');
  const kind = feed.gate === 'held' ? 'is-held' : feed.gate === 'following' && feed.counts.onAir > 0 ? 'is-now' : '';
  return (
    <section className={`consequence ${kind}`} aria-label={`Feed ${feed.slug}`}>
      <header>
        <b>{feed.slug}</b>
        <FeedTally feed={feed} />
        <span>
          {gate}, {readers}
        </span>
      </header>
      {isHere ? <p>It reads this collection.</p> : <Choice feed={feed} row={row} isResting={isCutOff} />}
    </section>
  );
}

function Choice({ feed, row, isResting }: Props & { readonly isResting: boolean }) {
  const { client } = useHands();
  const [refused, setRefused] = useState<string | null>(null);
  const armed = useHand((hand) => hand.armed);
  const isFollowing = feed.gate === 'following';
  const send = (hold: boolean): void => {
    setRefused(null);
    client.command('point', { feed: feed.slug, collectionId: row.id, hold }).then(
      (answer) => setRefused(answer.ok ? null : `${answer.message} ${answer.nextStep}`),
      () => setRefused('The engine did not answer. Look at what is on air.'),
    );
  };
  const id = `point ${feed.slug}`;
  const pointNow = (): void => {
    if (!isFollowing) {
      send(false);
      return;
    }
    const reading = readPress(id, row.id);
    if (reading === 'early') return;
    if (reading === 'first') {
      arm(id, row.id, `Press again within 2 seconds to point ${feed.slug} at ${row.name}.`);
      return;
    }
    disarm();
    send(false);
  };
  const isArmed = armed?.id === id && armed.target === row.id;
  return (
    <>
      <p>{consequenceWords(feed, row)}</p>
      <div className="row-of-buttons">
        <button
          type="button"
          className={`button${isFollowing ? ' is-twice' : ''}${isArmed ? ' is-armed' : ''}`}
          disabled={isResting}
          onClick={pointNow}
        >
          <ArrowRight className="icon" aria-hidden="true" />
          {isArmed ? 'Again?' : `Point ${feed.slug} here${isFollowing ? ', twice' : ''}`}
        </button>
        {isFollowing && feed.counts.onAir > 0 && (
          <button type="button" className="button" disabled={isResting} onClick={() => send(true)}>
            <GateShut />
            Hold {feed.slug}, then point
          </button>
        )}
      </div>
      {refused !== null && <p className="consequence-refused">{refused}</p>}
    </>
  );
}

function consequenceWords(feed: DeskFeed, row: CollectionRow) {
  const { onAir } = feed.counts;
  if (feed.gate === 'held') {
    return (
      <>
        <b>Air does not change.</b> Its {plural(onAir, 'post stays', 'posts stay')}; +{row.liveCount} −{onAir} wait
        until you take or release.
      </>
    );
  }
  if (feed.gate === 'cleared') {
    return (
      <>
        <b>Air stays empty.</b> {plural(row.liveCount, 'post waits', 'posts wait')} until you take or release.
      </>
    );
  }
  if (onAir === 0) {
    return (
      <>
        <b>{plural(row.liveCount, 'post goes', 'posts go')} on this feed at once.</b>{' '}
        {feed.counts.consumers === 0 && 'Nobody reads it now.'}
      </>
    );
  }
  return (
    <>
      <b>
        Air changes at once: {onAir} off, {row.liveCount} on.
      </b>{' '}
      Or hold {feed.slug} first, then point: the change waits until you take.
    </>
  );
}
