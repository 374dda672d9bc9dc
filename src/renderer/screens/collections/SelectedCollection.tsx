/** The selected collection: its first live posts, and the effect of using it for each feed. */
import type { CollectionRow, QueryResult } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { sayNode } from '../../../ui/sayNode.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { hasOpenAlarm } from '../../model/offScreen.ts';
import type { RowState } from '../../model/rowModel.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { Row } from '../show/Row.tsx';
import { FeedEffect } from './FeedEffect.tsx';

type FirstPostsProps = {
  readonly row: CollectionRow;
  readonly posts: QueryResult<'collectionPreview'>['live'];
  /** Why they can’t be read; `null` if they can. */
  readonly fault: string | null;
};

const shownCountOf = ({ liveCount }: CollectionRow): number => Math.min(liveCount, 3);

/** The first live posts, by which the operator recognises the collection. */
function FirstPosts({ row, posts, fault }: FirstPostsProps) {
  const feeds = useDesk(({ state }) => state.feeds);
  const isDisconnected = useIsDisconnected();
  const lists = useMirror((mirror) => mirror.lists);
  // A held feed keeps the posts of a collection that it no longer uses, and old versions.
  const showing = feeds.filter(
    ({ collection, shownCollections }) => collection?.id === row.id || shownCollections.includes(row.id),
  );
  const listsOfFeeds = showing.flatMap(({ slug }) => ownValue(lists, slug) ?? []);
  const onAirIds = new Set(listsOfFeeds.flatMap(({ onAir }) => onAir));
  const onAirOnly = new Map(listsOfFeeds.flatMap((list) => list.onAirOnly.map((item) => [item.id, item])));
  // Damage can have left the list on air of a feed unknown, and a post can still be on a screen.
  const isOffKnown = !isDisconnected && feeds.every((feed) => feed.served && !hasOpenAlarm(feed));
  const on: RowState = isDisconnected ? 'unknown' : 'air';
  const off: RowState = isOffKnown ? 'off' : 'offUnknown';
  const stateOf = (id: string): RowState => (onAirIds.has(id) ? on : off);
  if (row.liveCount === 0) return null;
  if (fault !== null) return <p className="is-fault">{fault}</p>;
  return (
    // Keeps their room until they are read, so that the buttons below stay in place.
    <div className="first-posts" data-room={shownCountOf(row)}>
      {posts
        .map((post) => onAirOnly.get(post.id) ?? post)
        .map((item, index) => (
          <Row
            key={item.id}
            // Browsing downloads no media, so the row shows only stored files.
            row={{
              key: item.id,
              item: { ...item, media: item.media.filter(({ url }) => url !== null) },
              state: stateOf(item.id),
              position: index + 1,
            }}
            badges={[]}
            isSelected={false}
            isHovered={false}
            text={null}
            tooltip={item.message}
          />
        ))}
    </div>
  );
}

/** The counts, the first posts, and the effect for each feed. */
function Preview({ row }: { readonly row: CollectionRow }) {
  const feeds = useDesk(({ state }) => state.feeds);
  const preview = useEngineQuery('collectionPreview', { collectionId: row.id }, row.lastModifiedDate);
  const { data, error, isPlaceholderData } = preview;
  const changes = error === null && !isPlaceholderData ? data?.changes : undefined;
  // Whatever moves the buttons: the effect of each press is one or two lines, and longer while the list is not known.
  const order = [...feeds.map(({ slug }) => slug), changes === undefined, error?.message ?? ''].join(' ');
  return (
    <>
      <p>
        {sayNode(
          '{live} live, {staging} staging. Last changed {when}.{hasMore, select, yes { First three live posts:} other {}}',
          {
            ...{ live: row.liveCount, staging: row.stagingCount },
            hasMore: error === null && row.liveCount > 3 ? 'yes' : 'no',
            when: <LastChanged at={row.lastModifiedDate} />,
          },
        )}
      </p>
      <FirstPosts row={row} posts={data?.live ?? []} fault={error?.message ?? null} />
      <h3>{say('Use it for a feed')}</h3>
      {feeds.map((feed) => (
        <FeedEffect
          key={feed.slug}
          {...{ feed, row, order, isUnusable: error !== null }}
          changes={ownValue(changes ?? {}, feed.slug) ?? null}
        />
      ))}
    </>
  );
}

export function SelectedCollection({ row }: { readonly row: CollectionRow | null }) {
  if (row === null) {
    return (
      <section className="selected-collection" aria-label={say('Selected collection')}>
        <p>{say('Select a collection to see the effect of using it for each feed.')}</p>
      </section>
    );
  }
  return (
    <section className="selected-collection" aria-label={say('Selected collection')}>
      <h2 className="is-outside" dir="auto" title={removeDirections(row.name)}>
        {removeDirections(row.name)}
      </h2>
      <Preview key={row.id} row={row} />
    </section>
  );
}

function LastChanged({ at }: { readonly at: string }) {
  return useComputed((_, nowMs) => formatLastChanged(at, nowMs));
}

/** For example `20:41:30, 1 min 19 s ago`. */
function formatLastChanged(at: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(at);
  return Number.isNaN(ageMs)
    ? at
    : say('{time}, {age} ago', { time: formatDayTime(at, nowMs), age: formatDuration(ageMs) });
}
