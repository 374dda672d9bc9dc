/** The event log, newest first, with filters. */

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { LogEntry } from '../../../contract/eventLog.ts';
import type { QueryInput } from '../../../contract/queries.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { type ProblemCode, saysAirIsAffected } from '../../../core/problem.ts';
import { catalogue } from '../../../core/problemCatalogue.ts';
import { formatPreciseDayTime } from '../../../core/time.ts';
import { Badge, type BadgeView } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { useIsYou } from '../../stores/givenName.ts';
import { showNotice } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected, useToday } from '../../stores/useDesk.ts';
import { PageSearch } from '../PageSearch.tsx';
import { LogMessage } from './LogMessage.tsx';
import { readExport } from './readExport.ts';
import { saveFile } from './saveFile.ts';

const maxEntries = 500;

const filterChoices = [
  ['all', markMessage('All')],
  ['air', markMessage('Air affected')],
  ['warnings', markMessage('Warnings')],
  ['onAndOff', markMessage('On and off air')],
  ['operator', markMessage('Operator')],
  ['consumers', markMessage('Consumers')],
] as const;

type EventFilter = (typeof filterChoices)[number][0];

export function Events() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<EventFilter>('all');
  const [about, setAbout] = useState('');
  const slugs = useDesk(({ state }) => state.feeds.map(({ slug }) => slug).join(' ')).split(' ');
  const isYou = useIsYou();
  const today = useToday();
  const result = useEngineQuery('events', { limit: maxEntries }, null);
  const error = describeError(result.error);
  const searchText = search.trim().toLowerCase();
  const found = (result.data?.entries ?? []).filter(
    (entry) =>
      (about === '' || entry.about === about) &&
      [entry.code, entry.message, entry.by].join(' ').toLowerCase().includes(searchText),
  );
  const shown = found.filter((entry) => matchesFilter(entry, filter));
  return (
    <>
      <div className="filters">
        <PageSearch
          value={search}
          placeholder={say('Find in the log')}
          label={say('Find in the log')}
          onChange={setSearch}
        />
        <Segments
          className="chips"
          label={say('Filter')}
          choices={filterChoices.map(([name, text]) => [
            name,
            `${say(text)} ${formatNumber(found.filter((entry) => matchesFilter(entry, name)).length)}`,
          ])}
          selected={filter}
          disabledReason={null}
          onSelect={setFilter}
          isChosenByArrows
        />
        {slugs.length > 1 && (
          <Segments
            className="segments"
            label={say('Feed')}
            choices={[['', say('All feeds')], ...slugs.map((slug) => [slug, slug] as const)]}
            selected={about}
            disabledReason={null}
            onSelect={setAbout}
            isChosenByArrows
          />
        )}
      </div>
      {error !== null && <p className="page-note is-fault">{error}</p>}
      {result.isPending && <p className="page-note">{say('Connecting…')}</p>}
      {!result.isPending && error === null && shown.length === 0 && (
        <p className="page-note">{result.data?.entries.length === 0 ? say('No events yet.') : say('No matches.')}</p>
      )}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className="log-rows" aria-label={say('Events')} tabIndex={0}>
          <table className="data-table log">
            <thead>
              <tr>
                <th>{say('Time')}</th>
                <th>{say('Kind')}</th>
                <th>{say('Event')}</th>
                <th>{say('By')}</th>
                <th>{say('Revision')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry, index) => (
                <tr key={`${entry.at} ${entry.code} ${index}`}>
                  <td className="mono">{formatPreciseDayTime(entry.at, today)}</td>
                  <td>
                    <Badge badge={badgeOf(entry, isYours(entry, isYou))} />
                  </td>
                  <td title={entry.code}>
                    <LogMessage message={entry.message} edits={entry.edits} />
                  </td>
                  <td>
                    {isYours(entry, isYou) ? (
                      say('you||who pressed a key')
                    ) : entry.by === null ? (
                      describeCause(entry.cause)
                    ) : (
                      <bdi>{removeDirections(entry.by)}</bdi>
                    )}
                  </td>
                  <td>{entry.revision ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

type Format = QueryInput<'eventsText'>['format'];

const mediaTypes: Readonly<Record<Format, string>> = { csv: 'text/csv', json: 'application/json' };

/** Saves every event on disk, whatever the filter shows. */
export function SaveEvents() {
  const client = useClient();
  const isDisconnected = useIsDisconnected();
  const { mutate: save, isPending } = useMutation<readonly Blob[], RequestError, Format>({
    mutationFn: async (format) => readExport(client, await client.query('eventsText', { format })),
    onSuccess: (parts, format) => saveFile(parts, mediaTypes[format], 'greenroom-log', format),
    onError: ({ message, nextStep }) =>
      showNotice({ lead: message, rest: nextStep, hasWaitingButton: false, endsWith: 'gate', isUrgent: false }),
  });
  const disabledReason = isDisconnected ? say('not connected') : isPending ? say('the log is being read') : null;
  return (
    <>
      <Button disabledReason={disabledReason} onPress={() => save('json')}>
        <Download />
        {say('Log, JSON')}
      </Button>
      <Button disabledReason={disabledReason} onPress={() => save('csv')}>
        <Download />
        {say('Log, CSV')}
      </Button>
    </>
  );
}

function describeCause(cause: LogEntry['cause']): string {
  switch (cause) {
    case 'service':
      return say('service');
    case 'rule':
      return say('rule');
    case 'operator':
      return say('operator');
    default:
      return '';
  }
}

function affectsAir({ code, level }: LogEntry): boolean {
  if (!Object.hasOwn(catalogue, code)) return false;
  const known = code as ProblemCode;
  // The end of a problem is logged at info level under the code of the problem.
  return level !== 'info' && saysAirIsAffected({ severity: catalogue[known].severity, code: known });
}

function isYours({ cause, by, at }: LogEntry, isYou: ReturnType<typeof useIsYou>): boolean {
  return cause === 'operator' && isYou(by, at);
}

function isOnOrOffAir({ code }: LogEntry): boolean {
  return code === 'ON_AIR' || code === 'OFF_AIR';
}

function matchesFilter(entry: LogEntry, filter: EventFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'air':
      return affectsAir(entry);
    case 'warnings':
      return entry.level !== 'info' && !affectsAir(entry);
    case 'onAndOff':
      return isOnOrOffAir(entry);
    case 'operator':
      return entry.cause === 'operator';
    case 'consumers':
      return entry.code === 'CONSUMER' || entry.code.startsWith('FEED_CONSUMER');
    default:
      return filter satisfies never;
  }
}

function badgeOf(entry: LogEntry, isYours: boolean): BadgeView {
  if (affectsAir(entry)) return { kind: 'alarm', icon: 'octagon', text: say('AIR AFFECTED') };
  if (entry.level !== 'info')
    return { kind: 'warning', icon: 'triangle', text: entry.level === 'warn' ? say('WARNING') : say('ERROR') };
  if (entry.code === 'ON_AIR') return { kind: 'air', icon: null, text: say('ON AIR') };
  if (entry.code === 'OFF_AIR') return { kind: 'quiet', icon: null, text: say('OFF AIR||it went') };
  if (entry.cause === 'operator') return { kind: 'operator', icon: null, text: isYours ? say('YOU') : say('OPERATOR') };
  return { kind: 'quiet', icon: null, text: say('NOTICE') };
}
