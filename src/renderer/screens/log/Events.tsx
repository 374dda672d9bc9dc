/** The event log, newest first, with filters. */

import { Download } from 'lucide-react';
import { useState } from 'react';
import type { LogEntry } from '../../../contract/queries.ts';
import { catalogue } from '../../../core/problemCatalogue.ts';
import { formatPreciseTime } from '../../../core/time.ts';
import { Badge, type BadgeView } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { PageSearch } from '../PageSearch.tsx';
import { saveFile } from './saveFile.ts';

const maxEntries = 500;

const filterChoices = [
  ['all', 'All'],
  ['air', 'Air affected'],
  ['warnings', 'Warnings'],
  ['changes', 'On air and gate'],
  ['notices', 'Notices'],
] as const;

type EventFilter = (typeof filterChoices)[number][0];

/** The badge of each log code that reports a change on air or of the gate. */
const changeBadges: Readonly<Record<string, BadgeView>> = {
  ON_AIR: { kind: 'air', icon: null, text: 'ON AIR' },
  GATE: { kind: 'operator', icon: null, text: 'OPERATOR' },
};

export function Events() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<EventFilter>('all');
  const result = useEngineQuery('events', { limit: maxEntries }, null);
  const entries = result.data?.entries ?? [];
  const error = describeError(result.error);
  const countMatches = (counted: EventFilter): number =>
    entries.filter((entry) => matchesFilter(entry, counted)).length;
  const searchText = search.trim().toLowerCase();
  const shown = entries.filter(
    (entry) => matchesFilter(entry, filter) && `${entry.code} ${entry.message}`.toLowerCase().includes(searchText),
  );
  return (
    <>
      <div className="filters">
        <PageSearch value={search} placeholder="Find in the log" label="Find in the log" onChange={setSearch} />
        <Segments
          className="chips"
          label="Filter"
          choices={filterChoices.map(([name, text]) => [name, `${text} ${countMatches(name)}`])}
          selected={filter}
          disabledReason={null}
          onSelect={setFilter}
        />
      </div>
      {error !== null && <p className="page-note is-fault">{error}</p>}
      {result.isPending && <p className="page-note">Connecting…</p>}
      {!result.isPending && error === null && shown.length === 0 && (
        <p className="page-note">{searchText === '' ? 'No events yet.' : 'No matches.'}</p>
      )}
      {shown.length > 0 && (
        <div className="log-rows">
          <table className="data-table log">
            <thead>
              <tr>
                <th>Time</th>
                <th>Kind</th>
                <th>Event</th>
                <th>Code</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry, index) => (
                <tr key={`${entry.at} ${entry.code} ${index}`}>
                  <td className="mono">{formatPreciseTime(entry.at)}</td>
                  <td>
                    <Badge badge={badgeOf(entry)} />
                  </td>
                  <td>{entry.message}</td>
                  <td className="mono">{entry.code}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Saves every event, whatever the filter shows. */
export function SaveEvents() {
  const { entries = [] } = useEngineQuery('events', { limit: maxEntries }, null).data ?? {};
  return (
    <Button
      disabledReason={entries.length === 0 ? 'the log is empty' : null}
      onPress={() => saveFile(JSON.stringify(entries, null, 2), 'application/json', 'greenroom-log', 'json')}
    >
      <Download />
      Log, JSON
    </Button>
  );
}

function affectsAir({ code }: LogEntry): boolean {
  return Object.hasOwn(catalogue, code) && catalogue[code as keyof typeof catalogue].severity === 'onAir';
}

function matchesFilter(entry: LogEntry, filter: EventFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'air':
      return affectsAir(entry);
    case 'warnings':
      return entry.level !== 'info' && !affectsAir(entry);
    case 'changes':
      return changeBadges[entry.code] !== undefined;
    case 'notices':
      return entry.level === 'info' && !affectsAir(entry) && changeBadges[entry.code] === undefined;
    default:
      return filter satisfies never;
  }
}

function badgeOf(entry: LogEntry): BadgeView {
  // The end of a problem is logged at info level under the code of the problem.
  if (affectsAir(entry) && entry.level !== 'info') return { kind: 'alarm', icon: 'octagon', text: 'AIR AFFECTED' };
  if (entry.level !== 'info')
    return { kind: 'warning', icon: 'triangle', text: entry.level === 'warn' ? 'WARNING' : 'ERROR' };
  return changeBadges[entry.code] ?? { kind: 'quiet', icon: null, text: 'NOTICE' };
}
