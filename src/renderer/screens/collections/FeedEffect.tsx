/** The effect on air of using a collection for one feed, shown before the press. */

import { ArrowRight } from 'lucide-react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import type { CollectionRow } from '../../../contract/queries.ts';
import { capitalise } from '../../../core/capitalise.ts';
import { quoteName } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { GateShut } from '../../../ui/Icon.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { FeedTally } from '../top/TopLine.tsx';

type Props = { readonly feed: DeskFeed; readonly row: CollectionRow };

export function FeedEffect({ feed, row }: Props) {
  const isDisconnected = useIsDisconnected();
  const isInUse = feed.collection?.id === row.id;
  const consumers =
    feed.counts.consumers === 0 ? 'no consumers' : formatCount(feed.counts.consumers, 'consumer', 'consumers');
  const className =
    feed.gate === 'held' ? 'is-held' : feed.gate === 'following' && feed.counts.onAir > 0 ? 'is-now' : '';
  return (
    <section className={`feed-effect ${className}`} aria-label={`Feed ${feed.slug}`}>
      <header>
        <b>{feed.slug}</b>
        <FeedTally feed={feed} />
        <span>
          {feed.gate}, {consumers}
        </span>
      </header>
      {isInUse ? (
        <p>This feed uses this collection.</p>
      ) : (
        <UseCollectionButtons feed={feed} row={row} disabledReason={isDisconnected ? 'not connected' : null} />
      )}
    </section>
  );
}

function UseCollectionButtons({ feed, row, disabledReason }: Props & { readonly disabledReason: string | null }) {
  const sendCommand = useCommand();
  const isFollowing = feed.gate === 'following';
  const send = (hold: boolean): void => {
    const input = { feed: feed.slug, collectionId: row.id, hold };
    sendCommand({ title: `Use for ${feed.slug}`, keyLabel: null, command: { name: 'point', input } });
  };
  const label = (
    <>
      <ArrowRight />
      Use for {feed.slug}
    </>
  );
  return (
    <>
      <p>{describeEffect(feed, row)}</p>
      <div className="button-row">
        {isFollowing ? (
          <SecondPressButton
            armedLabel="Press again to use"
            sentence={`Press again within 2 seconds to use ${quoteName(row.name)} for ${feed.slug}: ${feed.counts.onAir} on air now, ${row.liveCount} in its live list.`}
            disabledReason={disabledReason}
            onPress={() => send(false)}
          >
            {label}
          </SecondPressButton>
        ) : (
          <Button disabledReason={disabledReason} onPress={() => send(false)}>
            {label}
          </Button>
        )}
        {isFollowing && feed.counts.onAir > 0 && (
          <Button disabledReason={disabledReason} onPress={() => send(true)}>
            <GateShut />
            Hold {feed.slug}, then use
          </Button>
        )}
      </div>
    </>
  );
}

/** Blocks and guards of the feed can keep posts of the collection off air; which ones is known only once it is in use. */
function describeEffect(feed: DeskFeed, { liveCount }: CollectionRow) {
  const { onAir } = feed.counts;
  const { words, authors } = feed.guards;
  const isExact = liveCount === 0 || (feed.blocked.length === 0 && words.length === 0 && authors.length === 0);
  const upTo = isExact ? '' : 'up to ';
  const postsText = (one: string, many: string): string =>
    capitalise(`${upTo}${formatCount(liveCount, `post ${one}`, `posts ${many}`)}`);
  if (feed.gate === 'held') {
    return (
      <>
        <b>Air does not change.</b> Its {formatCount(onAir, 'post stays', 'posts stay')}; {upTo}+{liveCount} −{onAir}{' '}
        wait until you take or release.
      </>
    );
  }
  if (feed.gate === 'cleared') {
    return (
      <>
        <b>Air stays empty.</b> {postsText('waits', 'wait')} until you take or release.
      </>
    );
  }
  if (onAir === 0) {
    return (
      <>
        <b>{postsText('goes', 'go')} on air on this feed now.</b>{' '}
        {/* Keeps its room, so that the buttons below stay in place between two presses. */}
        <span style={{ visibility: feed.counts.consumers === 0 ? 'visible' : 'hidden' }}>Nothing is reading it.</span>
      </>
    );
  }
  return (
    <>
      <b>
        Air changes now: {onAir} off, {upTo}
        {liveCount} on.
      </b>{' '}
      Or hold {feed.slug} first: the change waits until you take.
    </>
  );
}
