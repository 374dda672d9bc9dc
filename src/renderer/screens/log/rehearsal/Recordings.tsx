/** The recorded shows, newest first, with playback buttons. */

import type { RecordingRow } from '../../../../contract/history.ts';
import { formatFileSize } from '../../../../core/formatFileSize.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { markMessage, say } from '../../../../core/language/say.ts';
import { formatDayTime, formatDuration } from '../../../../core/time.ts';
import { describeError, useEngineQuery } from '../../../engine/queries.ts';
import { useCommand } from '../../../engine/useCommand.ts';
import { useComputed, useIsDisconnected } from '../../../stores/useDesk.ts';
import { ListedButton } from '../../ListedButton.tsx';

const speeds = [
  [1, '1×'],
  [10, '10×'],
  ['step', markMessage('Step')],
] as const;

export function Recordings() {
  const { data, error } = useEngineQuery('recordings', {}, null);
  const rows = data?.rows.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)) ?? [];
  const order = rows.map(({ id }) => id).join(' ');
  return (
    <section className="list" aria-label={say('Recorded shows')}>
      <div className="list-head">
        <h2 className="list-title">{say('RECORDED {count}', { count: formatNumber(rows.length) })}</h2>
        <span className="list-note">{say('newest first')}</span>
      </div>
      <div className="list-rows">
        {error !== null && <p className="list-empty is-fault">{describeError(error)}</p>}
        {data?.rows.length === 0 && <p className="list-empty">{say('No recordings yet.')}</p>}
        {rows.map((row) => (
          <Recording key={row.id} row={row} order={order} />
        ))}
      </div>
    </section>
  );
}

function Recording({ row, order }: { readonly row: RecordingRow; readonly order: string }) {
  const isDisconnected = useIsDisconnected();
  const startedAt = useComputed((_, nowMs) => formatDayTime(row.startedAt, nowMs));
  const send = useCommand();
  const play = (speed: 1 | 10 | 'step'): void => {
    const command = { name: 'rehearse', input: { recording: row.id, speed } } as const;
    send({ title: markMessage('Start rehearsal'), keyLabel: null, command });
  };
  const length = useComputed((_, nowMs) =>
    formatDuration((row.isRunning ? nowMs : Date.parse(row.endedAt)) - Date.parse(row.startedAt)),
  );
  return (
    <div className="recording">
      <span>
        {row.isRunning
          ? say('{from} to now, still recording', { from: startedAt })
          : say('{from} to {until}', { from: startedAt, until: formatDayTime(row.endedAt, Date.parse(row.startedAt)) })}
        <small>
          {length}, {formatFileSize(row.bytes)}
        </small>
      </span>
      <fieldset className="segments" aria-label={say('Play the show of {time}', { time: startedAt })}>
        {speeds.map(([speed, label]) => (
          <ListedButton
            order={order}
            className=""
            key={label}
            aria-label={say('Play {speed}', { speed: say(label) })}
            disabledReason={isDisconnected ? say('not connected') : null}
            onPress={() => play(speed)}
          >
            {say(label)}
          </ListedButton>
        ))}
      </fieldset>
    </div>
  );
}
