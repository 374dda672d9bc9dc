/** The effect on air of using a collection for one feed, shown before the press. */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import type { CollectionRow } from '../../../contract/queries.ts';
import { type Difference, isEmptyDifference, noDifference } from '../../../core/compare.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { GateShut } from '../../../ui/Icon.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { formatDifference } from '../../model/words/counts.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { ListedButton } from '../ListedButton.tsx';
import { FeedTally } from '../top/TopLine.tsx';

type Props = {
  readonly feed: DeskFeed;
  readonly row: CollectionRow;
  /** `null` until the live list of the collection is known. */
  readonly changes: Difference | null;
  /** Changes when the buttons move. */
  readonly order: string;
  /** Whether the service’s list could not be read, or could not be used now. */
  readonly isUnusable: boolean;
};

export function FeedEffect({ feed, row, changes, order, isUnusable }: Props) {
  const isDisconnected = useIsDisconnected();
  const isInUse = feed.collectionId === row.id;
  const className = isDisconnected
    ? ''
    : feed.gate === 'held'
      ? 'is-held'
      : feed.gate === 'following' && feed.counts.onAir > 0
        ? 'is-now'
        : '';
  return (
    <section className={`feed-effect ${className}`} aria-label={say('Feed {feed}', { feed: feed.slug })}>
      <header>
        <b>{feed.slug}</b>
        <FeedTally slug={feed.slug} />
        <span>{isDisconnected ? say('Last known: {state}', { state: describeFeed(feed) }) : describeFeed(feed)}</span>
      </header>
      {isInUse ? (
        <p>{say('This feed uses this collection.')}</p>
      ) : (
        <UseCollectionButtons {...{ feed, row, changes, order, isUnusable, isDisconnected }} />
      )}
    </section>
  );
}

/** Its gate and its consumers. */
function describeFeed(feed: DeskFeed): string {
  return say(
    '{gate, select, held {held} cleared {cleared} none {no collection} other {following}}, {count, plural, =0 {no consumers} one {# consumer} other {# consumers}}',
    {
      gate: feed.gate === 'following' && feed.collectionId === null ? 'none' : feed.gate,
      count: feed.counts.consumers,
    },
  );
}

function UseCollectionButtons({
  feed,
  row,
  changes,
  order,
  isUnusable,
  isDisconnected,
}: Props & { readonly isDisconnected: boolean }) {
  const disabledReason = isDisconnected ? say('not connected') : null;
  const sendCommand = useCommand();
  const isFollowing = feed.gate === 'following';
  const send = (hold: boolean): void => {
    // Once held, air cannot change, whatever the gate was.
    const input = { feed: feed.slug, collectionId: row.id, hold, gate: hold ? null : feed.gate };
    sendCommand({
      title: say('Use for {feed}', { feed: feed.slug }),
      keyLabel: null,
      command: { name: 'point', input },
    });
  };
  const label = (
    <>
      <ArrowRight />
      {say('Use for {feed}', { feed: feed.slug })}
    </>
  );
  return (
    <>
      <p>
        {isDisconnected
          ? sayNode('<b>The effect is not known</b> until the desk reconnects.', {
              b: (children) => <b>{children}</b>,
            })
          : isUnusable
            ? sayNode('<b>The effect is not known</b> until the service’s list can be used.', {
                b: (children) => <b>{children}</b>,
              })
            : describeEffect(feed, row, changes)}
      </p>
      <div className="button-row">
        {isFollowing ? (
          <SecondPressButton
            armedLabel={say('Press again to use')}
            sentence={say(
              'Press again within 2 seconds to use “{name}” for {feed}: {onAir} on air now, {live} in its live list.',
              { name: isolateName(row.name), feed: feed.slug, onAir: feed.counts.onAir, live: row.liveCount },
            )}
            disabledReason={disabledReason}
            onPress={() => send(false)}
          >
            {label}
          </SecondPressButton>
        ) : (
          <ListedButton order={order} disabledReason={disabledReason} onPress={() => send(false)}>
            {label}
          </ListedButton>
        )}
        {isFollowing && feed.counts.onAir > 0 && (
          <ListedButton order={order} disabledReason={disabledReason} onPress={() => send(true)}>
            <GateShut />
            {say('Hold {feed}, then use', { feed: feed.slug })}
          </ListedButton>
        )}
      </div>
    </>
  );
}

/** Until the live list is known, its posts can be on air already, or be kept off by blocks and guards. */
function describeEffect(feed: DeskFeed, { liveCount }: CollectionRow, changes: Difference | null) {
  const { onAir } = feed.counts;
  const [on, off] = changes === null ? [liveCount, onAir] : [changes.added.length, changes.removed.length];
  const values = { bound: changes === null ? 'most' : 'exact', onAir, on, off, feed: feed.slug };
  const b = (children: ReactNode): ReactNode => <b>{children}</b>;
  const isSame = changes !== null && isEmptyDifference(changes);
  if (!feed.served)
    return sayNode(
      '<b>Air does not change.</b> It is not known what is on air. The live list waits until you take or release.',
      { b },
    );
  if (feed.gate === 'held')
    return isSame
      ? sayNode(
          '<b>Air does not change.</b> {onAir, plural, one {Its # post stays} other {Its # posts stay}}, and nothing waits.',
          { ...values, b },
        )
      : sayNode(
          '<b>Air does not change.</b> {onAir, plural, one {Its # post stays} other {Its # posts stay}}; {bound, select, most {up to } other {}}{changes} wait until you take or release.',
          { ...values, changes: changes === null ? `+${on} −${off}` : formatDifference(changes), b },
        );
  if (feed.gate === 'cleared')
    return sayNode(
      '<b>Air stays empty.</b> {bound, select, most {Up to } other {}}{on, plural, one {# post waits} other {# posts wait}} until you take or release.',
      { ...values, b },
    );
  if (isSame)
    return onAir === 0
      ? sayNode('<b>Air stays empty.</b>', { b })
      : sayNode('<b>Air does not change.</b> The posts on air are the same.', { b });
  if (onAir === 0)
    return sayNode(
      '<b>{bound, select, most {Up to } other {}}{on, plural, one {# post goes} other {# posts go}} on air on this feed now.</b> <reader>Nothing is reading it.</reader>',
      {
        ...{ ...values, b },
        // Keeps its room, so that the buttons below stay in place between two presses.
        reader: (children) => (
          <span style={{ visibility: feed.counts.consumers === 0 ? 'visible' : 'hidden' }}>{children}</span>
        ),
      },
    );
  const { edited, moved } = changes ?? noDifference;
  return sayNode(
    '<b>Air changes now: {bound, select, most {up to } other {}}{off} off, {on} on{edited, plural, =0 {} other {, # edited}}{moved, plural, =0 {} other {, # moved}}.</b> Or hold {feed} first: the change waits until you take.',
    { ...values, edited: edited.length, moved: moved.length, b },
  );
}
