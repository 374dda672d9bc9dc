/** Totals of the as-run log, and its CSV, JSON and chapter mark files. */
import { useMutation } from '@tanstack/react-query';
import { Download, Flag } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AsRunRow } from '../../../../contract/history.ts';
import type { QueryInput } from '../../../../contract/queries.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { formatDayTime } from '../../../../core/time.ts';
import { Button } from '../../../../ui/Button.tsx';
import type { RequestError } from '../../../engine/client.ts';
import { useClient } from '../../../engine/queries.ts';
import { engineNow } from '../../../stores/clock.ts';
import { showNotice } from '../../../stores/uiState.ts';
import { knownUntilMs, useComputed } from '../../../stores/useDesk.ts';
import { readExport } from '../readExport.ts';
import { saveFile } from '../saveFile.ts';
import { findOffAirSpans, type OffAirSpan } from './timeSpan.ts';
import { formatChapterTime, formatTimeBriefly, parseTime } from './typedTime.ts';

type Format = QueryInput<'asRunText'>['format'];

const files: Readonly<
  Record<Format, { readonly mediaType: string; readonly extension: string; readonly name: string }>
> = {
  csv: { mediaType: 'text/csv', extension: 'csv', name: 'as-run' },
  json: { mediaType: 'application/json', extension: 'json', name: 'as-run' },
  chapters: { mediaType: 'text/plain', extension: 'txt', name: 'chapters' },
};

type AsRunFilesProps = {
  readonly rows: readonly AsRunRow[];
  readonly query: QueryInput<'asRun'>;
  /** Why nothing can be saved; `null` when it can. */
  readonly disabledReason: string | null;
  /** Default start of the chapter marks, in epoch milliseconds. */
  readonly startMs: number;
  /** End of the range, in epoch milliseconds; `null` for now. */
  readonly endMs: number | null;
};

export function AsRunFiles({ rows, query, disabledReason, startMs, endMs }: AsRunFilesProps) {
  const client = useClient();
  /** `null` until the operator edits the field. */
  const [start, setStart] = useState<string | null>(null);
  const parsedStart = useMemo(() => parseTime(start ?? '', engineNow()), [start]);
  const chapterStart = parsedStart === 'none' ? startMs : parsedStart;
  const newest = rows.reduce<AsRunRow | null>(
    (latest, row) => (latest === null || row.on > latest.on ? row : latest),
    null,
  );
  const { mutate: save } = useMutation<readonly Blob[], RequestError, Format>({
    mutationFn: async (format) => {
      const start = format === 'chapters' && chapterStart !== 'invalid' ? new Date(chapterStart).toISOString() : null;
      return readExport(client, await client.query('asRunText', { ...query, format, start }));
    },
    onSuccess: (parts, format) => {
      const { mediaType, extension, name } = files[format];
      saveFile(parts, mediaType, `${query.feed}-${name}`, extension);
    },
    onError: ({ message, nextStep }) =>
      showNotice({ lead: message, rest: nextStep, hasWaitingButton: false, endsWith: 'gate', isUrgent: false }),
  });
  const chapterSample =
    chapterStart === 'invalid'
      ? say('Enter it as 20:00:00')
      : newest === null
        ? ''
        : `${formatChapterTime(Date.parse(newest.on) - chapterStart)} ${newest.author === '' ? say('No name given') : newest.author}`;
  const reason = disabledReason ?? (rows.length === 0 ? say('the as-run log has no entries') : null);
  return (
    <div className="export">
      <div className="export-summary">
        <Summary rows={rows} endMs={endMs} />
      </div>
      <label className="range">
        {say('Chapter marks start at')}
        <input
          value={start ?? formatTimeBriefly(startMs, engineNow())}
          spellCheck={false}
          onChange={(event) => setStart(event.target.value)}
        />
      </label>
      <code className="is-outside" dir="auto" title={chapterSample}>
        {chapterSample}
      </code>
      <div className="button-row">
        <FileButton
          label={say('Chapter marks')}
          disabledReason={
            reason ?? (chapterStart === 'invalid' ? say('the start of the chapter marks is not a time') : null)
          }
          onPress={() => save('chapters')}
        >
          <Flag />
        </FileButton>
        <FileButton label={say('JSON')} disabledReason={reason} onPress={() => save('json')}>
          <Download />
        </FileButton>
        <FileButton
          className="button is-primary"
          label={say('CSV, {count, plural, one {# row} other {# rows}}', { count: rows.length })}
          disabledReason={reason}
          onPress={() => save('csv')}
        >
          <Download />
        </FileButton>
      </div>
    </div>
  );
}

type FileButtonProps = {
  readonly className?: string;
  readonly label: string;
  readonly disabledReason: string | null;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function FileButton({ className = 'button', label, disabledReason, onPress, children }: FileButtonProps) {
  return (
    <Button className={className} disabledReason={disabledReason} onPress={onPress}>
      {children}
      {label}
    </Button>
  );
}

function Summary({ rows, endMs }: Pick<AsRunFilesProps, 'rows' | 'endMs'>) {
  const nowMs = useComputed((_, atMs) => atMs);
  const knownMs = useComputed(knownUntilMs);
  // Of a range that has ended, and while that is not known, the entries do not say what is on air now.
  const isUntilNow = knownMs === nowMs && (endMs === null || endMs >= nowMs);
  const offAir = findOffAirSpans(rows, Math.min(endMs ?? knownMs, knownMs));
  const counts = { entries: rows.length, posts: new Set(rows.map((row) => row.itemId)).size };
  const last = offAir.at(-1);
  const earlier = offAir.filter(({ isStopped }) => !isStopped).length - 1;
  return (
    <>
      <b>
        {isUntilNow
          ? say(
              '{entries, plural, one {# entry} other {# entries}}, {posts, plural, one {# post} other {# posts}}, {onAir} on air now.',
              { ...counts, onAir: formatNumber(rows.filter((row) => row.off === null).length) },
            )
          : say(
              '{entries, plural, one {# entry} other {# entries}}, {posts, plural, one {# post} other {# posts}}.',
              counts,
            )}
      </b>{' '}
      {last !== undefined && `${describeOffAir(last, earlier, nowMs)} `}
      {say('Times are in this machine’s time zone.')}
    </>
  );
}

function describeOffAir({ from, to, isStopped }: OffAirSpan, countBefore: number, nowMs: number): string {
  const times = { from: formatDayTime(from, nowMs), to: formatDayTime(to, nowMs) };
  if (isStopped)
    return say(
      'Greenroom was stopped or had another show open from {from} to {to}. This log doesn’t say what graphics showed then.',
      times,
    );
  if (countBefore === 0) return say('Nothing of this show was on air from {from} to {to}.', times);
  return say(
    '{count, plural, one {Nothing of this show was on air from {from} to {to}, and once before.} other {Nothing of this show was on air from {from} to {to}, and # times before.}}',
    { ...times, count: countBefore },
  );
}
