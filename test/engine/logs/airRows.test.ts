import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';
import { createAirRows } from '../../../src/engine/logs/airRows.ts';
import { play } from '../../core/build.ts';

it('rows of a feed that was removed and added again begin when it was added, by the operator who added it', () => {
  const rows = createAirRows(
    () => undefined,
    () => 0,
  );
  let state: ShowState = play('live 1 ab').state;
  rows.begin(state, '2026-11-20T18:00:01.000Z', 'continued');
  const configure = (slugs: readonly string[], at: string): void => {
    const feeds = slugs.map((slug) => ({ slug, collectionId: 'col_1' }));
    const event: ShowEvent = { type: 'feedsConfigured', feeds, by: 'Ines', at };
    const previous = state;
    state = advance(previous, event).state;
    rows.updateAfter({ event, previous, state }, { at, isJustSet: false }, () => 0);
  };
  configure([], '2026-11-20T18:01:00.000Z');
  expect(rows.all()).toEqual([]);
  configure(['main'], '2026-11-20T18:05:00.000Z');
  expect(rows.all().map(({ itemId, on, onCause, onBy }) => [itemId, on, onCause, onBy])).toEqual([
    ['a', '2026-11-20T18:05:00.000Z', 'operator', 'Ines'],
    ['b', '2026-11-20T18:05:00.000Z', 'operator', 'Ines'],
    ['a', '2026-11-20T18:05:00.000Z', 'operator', 'Ines'],
  ]);
});
