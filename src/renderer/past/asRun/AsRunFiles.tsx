/** What the as-run log adds up to, and its files: a table, the same for programs, and marks for a video's chapters. */
import { Download, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AsRunRow } from '../../../contract/past.ts';
import type { QuestionInput } from '../../../contract/questions.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { say } from '../../state/hand.ts';
import { plural } from '../../words/counts.ts';
import { clockTime } from '../../words/time.ts';
import { saveFile } from '../saveFile.ts';
import { quietStretches } from './airTime.ts';
import { markTime, readMoment, writeMoment } from './moment.ts';

type Format = QuestionInput<'asRunText'>['format'];

const files: Readonly<Record<Format, { readonly type: string; readonly ending: string; readonly name: string }>> = {
  csv: { type: 'text/csv', ending: 'csv', name: 'as-run' },
  json: { type: 'application/json', ending: 'json', name: 'as-run' },
  chapters: { type: 'text/plain', ending: 'txt', name: 'chapters' },
};

type AsRunFilesProps = {
  readonly rows: readonly AsRunRow[];
  readonly query: QuestionInput<'asRun'>;
  readonly isResting: boolean;
  /** Where chapters count from unless another start is written. Epoch milliseconds. */
  readonly startMs: number;
};

export function AsRunFiles({ rows, query, isResting, startMs }: AsRunFilesProps) {
  const { nowMs } = useDesk();
  const { client } = useHands();
  /** Null: nobody wrote in the field. */
  const [start, setStart] = useState<string | null>(null);
  const read = readMoment(start ?? '', nowMs);
  const countFrom = read === 'nothing' ? startMs : read;
  const newest = rows.reduce<AsRunRow | null>((one, row) => (one === null || row.on > one.on ? row : one), null);
  const save = (format: Format): void => {
    if (countFrom === 'unread') return;
    const input = { ...query, format, start: format === 'chapters' ? new Date(countFrom).toISOString() : null };
    const { type, ending, name } = files[format];
    client.ask('asRunText', input).then(
      (answer) => {
        if (answer.ok) saveFile(answer.value.text, type, `${query.feed}-${name}`, ending);
        else say(answer.message, answer.nextStep, false);
      },
      () => say('The engine did not answer.', 'No file was saved. Press again.', false),
    );
  };
  const sample =
    countFrom === 'unread'
      ? 'write it as 20:00:00'
      : newest === null
        ? ''
        : `${markTime(Date.parse(newest.on) - countFrom)} ${newest.author === '' ? 'No name given' : newest.author}`;
  const rests = isResting || rows.length === 0;
  return (
    <div className="export">
      <div className="export-sum">
        <Sum rows={rows} nowMs={nowMs} />
      </div>
      <label className="range">
        Chapter marks count from
        <input
          value={start ?? writeMoment(startMs)}
          spellCheck={false}
          onChange={(event) => setStart(event.target.value)}
        />
      </label>
      <code dir="auto">{sample}</code>
      <div className="row-of-buttons">
        <File words="Chapter marks" isResting={rests || countFrom === 'unread'} onPress={() => save('chapters')}>
          <Flag className="icon" aria-hidden="true" />
        </File>
        <File words="JSON" isResting={rests} onPress={() => save('json')}>
          <Download className="icon" aria-hidden="true" />
        </File>
        <File words={`CSV, ${plural(rows.length, 'row', 'rows')}`} isResting={rests} onPress={() => save('csv')}>
          <Download className="icon" aria-hidden="true" />
        </File>
      </div>
    </div>
  );
}

type FileProps = {
  readonly words: string;
  readonly isResting: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function File({ words, isResting, onPress, children }: FileProps) {
  return (
    <button type="button" className="button" disabled={isResting} onClick={onPress}>
      {children}
      {words}
    </button>
  );
}

function Sum({ rows, nowMs }: { readonly rows: readonly AsRunRow[]; readonly nowMs: number }) {
  const posts = new Set(rows.map((row) => row.itemId)).size;
  const still = rows.filter((row) => row.off === null).length;
  const quiet = quietStretches(rows, nowMs);
  const last = quiet.at(-1);
  const more = quiet.length > 1 ? `, and ${plural(quiet.length - 1, 'time', 'times')} before` : '';
  return (
    <>
      <b>
        {plural(rows.length, 'entry', 'entries')}, {plural(posts, 'post', 'posts')}, {still} on air now.
      </b>{' '}
      {last !== undefined && `Nothing was on air from ${clockTime(last.from)} to ${clockTime(last.to)}${more}. `}
      Times are the engine’s.
    </>
  );
}
