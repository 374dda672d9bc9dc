/** The as-run log for a chosen time range, with its export files. */

import { useState } from 'react';
import type { AsRunRow } from '../../../../contract/history.ts';
import { describeAction } from '../../../../core/describeAction.ts';
import { say } from '../../../../core/language/say.ts';
import { Segments } from '../../../../ui/Segments.tsx';
import { describeError, useEngineQuery } from '../../../engine/queries.ts';
import { engineNow } from '../../../stores/clock.ts';
import { useDesk } from '../../../stores/useDesk.ts';
import { PageSearch } from '../../PageSearch.tsx';
import { AsRunFiles } from './AsRunFiles.tsx';
import { AsRunTable } from './AsRunTable.tsx';
import { findEditedParts, findEditTimes } from './editTimes.ts';
import { findFirstOnAirMs } from './timeSpan.ts';
import { formatTime, parseTime } from './typedTime.ts';

type RangeName = 'all' | 'hour' | 'today' | 'custom';
type EntryKind = 'list' | 'playhead';

export function AsRun() {
  const slug = useDesk(({ feed }) => feed.slug);
  const collectionNames = useDesk(({ state }) => state.collectionNames);
  const [range, setRange] = useState<RangeName>('all');
  const [openedAtMs] = useState(engineNow);
  const [from, setFrom] = useState(() => formatTime(startOfHour(openedAtMs)));
  const [to, setTo] = useState(() => say('now||a time'));
  const [entryKind, setEntryKind] = useState<EntryKind>('list');
  const [search, setSearch] = useState('');
  const [fromMs, toMs] = boundsOf(range, from, to, openedAtMs);
  const hasInvalidTime = fromMs === 'invalid' || toMs === 'invalid';
  const query = { feed: slug, of: entryKind, from: toIso(fromMs), to: toIso(toMs) };
  const result = useEngineQuery('asRun', query, null);
  const rows = result.data?.rows ?? [];
  const error = describeError(result.error);
  const searchText = search.trim().toLowerCase();
  const shown = rows
    .filter((row) => searchableTextOf(row, collectionNames).toLowerCase().includes(searchText))
    .toSorted((a, b) => Date.parse(b.on) - Date.parse(a.on));
  const startMs = typeof fromMs === 'number' ? fromMs : (findFirstOnAirMs(rows) ?? openedAtMs);
  const isReversed = typeof fromMs === 'number' && typeof toMs === 'number' && toMs < fromMs;
  const message = hasInvalidTime
    ? say('This time can’t be read. Enter it as 2026-11-20 20:00:00 or 20:00.')
    : isReversed
      ? say('The range ends before it begins.')
      : (error ??
        (result.isPending
          ? say('Connecting…')
          : shown.length === 0
            ? searchText === ''
              ? say('The as-run log has no entries in this range.')
              : say('No matches.')
            : null));
  return (
    <>
      <div className="filters">
        <Segments
          className="segments"
          label={say('Range')}
          choices={[
            ['all', say('All')],
            ['hour', say('Last hour')],
            ['today', say('Today')],
            ['custom', say('Custom')],
          ]}
          selected={range}
          disabledReason={null}
          onSelect={setRange}
          isChosenByArrows
        />
        {range === 'custom' && (
          <>
            <label className="range">
              {say('from||a time')}
              <input value={from} spellCheck={false} onChange={(event) => setFrom(event.target.value)} />
            </label>
            <label className="range">
              {say('to||a time')}
              <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value)} />
            </label>
          </>
        )}
        <Segments
          className="segments"
          label={say('Entries for')}
          choices={[
            ['list', say('On-air list')],
            ['playhead', say('Current post')],
          ]}
          selected={entryKind}
          disabledReason={null}
          onSelect={setEntryKind}
          isChosenByArrows
        />
        <PageSearch
          value={search}
          placeholder={say('{count, plural, one {Find in # entry} other {Find in # entries}}', { count: rows.length })}
          label={say('Find in the as-run log')}
          onChange={setSearch}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="as-run" aria-label={say('Entries')} tabIndex={0}>
        {message === null ? (
          <AsRunTable
            rows={shown}
            editKeys={findEditTimes(rows)}
            editedParts={findEditedParts(rows)}
            startMs={startMs}
            endMs={typeof toMs === 'number' ? toMs : null}
          />
        ) : (
          <p className={`page-note${hasInvalidTime || error !== null ? ' is-fault' : ''}`}>{message}</p>
        )}
      </section>
      <AsRunFiles
        rows={rows}
        query={query}
        disabledReason={
          hasInvalidTime
            ? say('the range is not valid')
            : error !== null
              ? say('not available')
              : result.isPending
                ? say('loading')
                : null
        }
        startMs={startMs}
        endMs={typeof toMs === 'number' ? toMs : null}
      />
    </>
  );
}

/** The text of a row that Find searches. */
function searchableTextOf(row: AsRunRow, collectionNames: Readonly<Record<string, string>>): string {
  const { author, message, onBy, offBy, onVerb, onAbout, offVerb, offAbout } = row;
  const actions = [
    describeAction({ verb: onVerb, about: onAbout }, collectionNames),
    describeAction({ verb: offVerb, about: offAbout }, collectionNames),
  ];
  return [author, message, onBy, offBy, ...actions].filter((text) => text !== null).join(' ');
}

type Bound = ReturnType<typeof parseTime>;

/** Relative ranges count from when the screen opened, so that the query stays the same. */
function boundsOf(range: RangeName, from: string, to: string, openedAtMs: number): readonly [Bound, Bound] {
  switch (range) {
    case 'all':
      return ['none', 'none'];
    case 'hour':
      return [openedAtMs - 3_600_000, 'none'];
    case 'today':
      return [new Date(openedAtMs).setHours(0, 0, 0, 0), 'none'];
    case 'custom':
      return [parseTime(from, openedAtMs), parseTime(to, openedAtMs)];
    default:
      return range satisfies never;
  }
}

function toIso(bound: Bound): string | null {
  return typeof bound === 'number' ? new Date(bound).toISOString() : null;
}

function startOfHour(nowMs: number): number {
  return new Date(nowMs).setMinutes(0, 0, 0);
}
