/** The wall of all feeds: a tile for each, with the one key that it needs now. Readable from a distance while there are few. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { say } from '../../../core/language/say.ts';
import { feedNeedOf } from '../../model/feedNeed.ts';
import { selectFeed } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { FeedTile } from './FeedTile.tsx';

export function Wall() {
  const slugs = useDesk(({ state }) => state.feeds.map(({ slug }) => slug).join(' ')).split(' ');
  const selected = useDesk(({ feed }) => feed.slug);
  const needy = useDesk(({ state, disconnectedAt }) =>
    disconnectedAt === null ? state.feeds.filter((feed) => feedNeedOf(state, feed).kind !== 'none').length : null,
  );
  const wall = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A key such as 2 selects a feed; the focus follows, so that Enter opens the marked feed.
    const focused = document.activeElement;
    const tile = wall.current?.querySelector<HTMLElement>('[aria-current] .tile-open');
    if (focused === document.body || focused?.closest('.wall') !== null) {
      if (focused?.closest('[aria-current]') == null) tile?.focus();
    }
  }, [selected]);
  return (
    <Page
      title={say('All feeds')}
      lead={
        needy === null
          ? say('Not connected')
          : say('{count, plural, =0 {No feed needs a key} one {# feed needs a key} other {# feeds need a key}}', {
              count: needy,
            })
      }
      aside={<OperatorNotice />}
    >
      <ul className="wall" data-columns={columnsFor(slugs.length)} ref={wall} onKeyDown={moveBetweenTiles}>
        {slugs.map((slug) => (
          <FeedTile key={slug} slug={slug} order={slugs.join(' ')} isSelected={slug === selected} />
        ))}
      </ul>
    </Page>
  );
}

/** Few feeds get large tiles. */
function columnsFor(count: number): number {
  return count <= 2 ? count : count <= 4 ? 2 : count <= 9 ? 3 : 4;
}

/** The arrow keys go to the tile on that side, Home and End to the first and the last. */
function moveBetweenTiles(event: KeyboardEvent<HTMLUListElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.tile')];
  const index = tiles.findIndex((tile) => tile.contains(document.activeElement));
  const top = tiles[0]?.offsetTop;
  const columns = tiles.filter((tile) => tile.offsetTop === top).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  const next =
    event.key === 'Home' ? 0 : event.key === 'End' ? tiles.length - 1 : step === undefined ? null : index + step;
  if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const tile = tiles[next];
  if (tile === undefined) return;
  const slug = tile.dataset['feed'];
  if (slug !== undefined) selectFeed(slug);
  tile.querySelector<HTMLElement>('.tile-open')?.focus();
}
