/** As-run: what was on air from when to when, by whom or what, for a range of time, and its files. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { AsRunRow } from '../../../contract/past.ts';
import { deedWords } from '../../../core/deedWords.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { useQuestion } from '../../state/queries.ts';
import { Segments } from '../../ui/Segments.tsx';
import { PastPage } from '../PastPage.tsx';
import { AsRunFiles } from './AsRunFiles.tsx';
import { AsRunTable } from './AsRunTable.tsx';
import { firstOn, stretchOf } from './airTime.ts';
import { readMoment, writeMoment } from './moment.ts';

const askEveryMs = 3000;

type RangeName = 'all' | 'hour' | 'today' | 'own';
type Of = 'list' | 'playhead';

export function AsRun() {
  const { feed, nowMs } = useDesk();
  const { client } = useHands();
  const keymap = useKeymap();
  const [range, setRange] = useState<RangeName>('all');
  const [openedAt] = useState(nowMs);
  const [from, setFrom] = useState(() => writeMoment(hourStart(openedAt)));
  const [to, setTo] = useState('now');
  const [of, setOf] = useState<Of>('list');
  const [find, setFind] = useState('');
  const [fromMs, toMs] = boundsOf(range, from, to, openedAt);
  const isUnread = fromMs === 'unread' || toMs === 'unread';
  const query = { feed: feed.slug, of, from: iso(fromMs), to: iso(toMs) };
  const question = useQuestion(client, 'asRun', query, askEveryMs);
  const answer = question.data;
  const rows = answer?.ok === true ? answer.value.rows : [];
  const wanted = find.trim().toLowerCase();
  const shown = rows
    .filter((row) => findable(row).toLowerCase().includes(wanted))
    .toSorted((a, b) => Date.parse(b.on) - Date.parse(a.on));
  const untilMs = typeof toMs === 'number' ? Math.min(toMs, nowMs) : nowMs;
  const stretch = stretchOf(rows, typeof fromMs === 'number' ? fromMs : null, untilMs);
  const startMs = typeof fromMs === 'number' ? fromMs : (firstOn(rows) ?? stretch.from);
  const words = isUnread
    ? 'A time is not understood. Write it as 2026-11-20 20:00:00, or as 20:00.'
    : answer?.ok === false
      ? `${answer.message} ${answer.nextStep}`
      : question.isPending
        ? 'Asking the engine.'
        : shown.length === 0
          ? `Nothing was on air${wanted === '' ? ' in this time' : ' that fits what you look for'}.`
          : null;
  return (
    <PastPage
      view="asRun"
      title="As-run"
      lead="What was on air, when, how long, by whom or what. Written within a second."
      more={null}
    >
      <div className="filters">
        <Segments
          label="Range"
          choices={[
            ['all', 'All of it'],
            ['hour', 'Last hour'],
            ['today', 'Today'],
            ['own', 'From, to'],
          ]}
          chosen={range}
          isResting={false}
          onChoose={setRange}
        />
        {range === 'own' && (
          <>
            <label className="range">
              from
              <input value={from} spellCheck={false} onChange={(event) => setFrom(event.target.value)} />
            </label>
            <label className="range">
              to
              <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value)} />
            </label>
          </>
        )}
        <Segments
          label="Of what"
          choices={[
            ['list', 'In the list'],
            ['playhead', 'Shown as now'],
          ]}
          chosen={of}
          isResting={false}
          onChoose={setOf}
        />
        <label className="find is-wide">
          <Search className="icon" aria-hidden="true" />
          <input
            id="find-page"
            value={find}
            placeholder={`Find in ${rows.length.toLocaleString('en')} entries`}
            aria-label="Find in the as-run log"
            spellCheck={false}
            onChange={(event) => setFind(event.target.value)}
          />
          <kbd>{capOf(keymap, 'find')}</kbd>
        </label>
      </div>
      <div className="as-run">
        {words === null ? (
          <AsRunTable rows={shown} stretch={stretch} nowMs={nowMs} />
        ) : (
          <p className={`browser-note${isUnread || answer?.ok === false ? ' is-fault' : ''}`}>{words}</p>
        )}
      </div>
      <AsRunFiles rows={rows} query={query} isResting={isUnread || answer?.ok !== true} startMs={startMs} />
    </PastPage>
  );
}

/** Everything of a line that is written in words. */
function findable(row: AsRunRow): string {
  const { author, message, onBy, offBy, onVerb, onAbout, offVerb, offAbout } = row;
  const deeds = [deedWords({ verb: onVerb, about: onAbout }), deedWords({ verb: offVerb, about: offAbout })];
  return [author, message, onBy, offBy, ...deeds].filter((words) => words !== null).join(' ');
}

type Bound = ReturnType<typeof readMoment>;

/** Bounds stand still while the screen is open, so that each is one question; an open end is now. */
function boundsOf(range: RangeName, from: string, to: string, openedAt: number): readonly [Bound, Bound] {
  switch (range) {
    case 'all':
      return ['nothing', 'nothing'];
    case 'hour':
      return [openedAt - 3_600_000, 'nothing'];
    case 'today':
      return [new Date(openedAt).setHours(0, 0, 0, 0), 'nothing'];
    case 'own':
      return [readMoment(from, openedAt), readMoment(to, openedAt)];
    default:
      return range satisfies never;
  }
}

function iso(bound: Bound): string | null {
  return typeof bound === 'number' ? new Date(bound).toISOString() : null;
}

function hourStart(nowMs: number): number {
  return new Date(nowMs).setMinutes(0, 0, 0);
}
