/** The recorded shows, newest first, with playback buttons. */
import type { RecordingRow } from '../../../../contract/history.ts';
import { formatClockTime, formatDayTime, formatDuration } from '../../../../ui/time.ts';
import { useEngineQuery } from '../../../engine/queries.ts';
import { showNotice } from '../../../stores/uiState.ts';
import { useComputed, useIsDisconnected } from '../../../stores/useDesk.ts';
import { useDeskControls } from '../../controls.ts';

const pollIntervalMs = 5000;
const speeds = [
  [1, '1×'],
  [10, '10×'],
  ['step', 'Step'],
] as const;

export function Recordings() {
  const { client } = useDeskControls();
  const result = useEngineQuery(client, 'recordings', {}, pollIntervalMs);
  const answer = result.data;
  const rows = answer?.ok === true ? answer.value.rows.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt)) : [];
  return (
    <section className="list is-recordings" aria-label="Recorded shows">
      <div className="list-head">
        <h2 className="list-title">RECORDED {rows.length}</h2>
        <span className="list-note">newest first</span>
      </div>
      <div className="list-rows">
        {answer?.ok === false && (
          <p className="list-empty is-fault">
            {answer.message} {answer.nextStep}
          </p>
        )}
        {answer?.ok === true && rows.length === 0 && <p className="list-empty">No recordings yet.</p>}
        {rows.map((row) => (
          <Recording key={row.id} row={row} />
        ))}
      </div>
    </section>
  );
}

function Recording({ row }: { readonly row: RecordingRow }) {
  const isDisconnected = useIsDisconnected();
  const startedAt = useComputed((_, nowMs) => formatDayTime(row.startedAt, nowMs));
  const { client } = useDeskControls();
  const play = (speed: 1 | 10 | 'step'): void => {
    client.command('rehearse', { recording: row.id, speed }).then(
      (answer) => {
        if (!answer.ok) showNotice(`The rehearsal didn’t start: ${answer.message}`, answer.nextStep, false);
      },
      () => showNotice('Greenroom didn’t confirm the rehearsal.', 'Check this screen, then press again.', false),
    );
  };
  const lengthMs = Date.parse(row.endedAt) - Date.parse(row.startedAt);
  return (
    <div className="recording">
      <span>
        {startedAt} to {row.isRunning ? 'now, still recording' : formatClockTime(row.endedAt)}
        <small>
          {formatDuration(lengthMs)}, {formatSize(row.bytes)}
        </small>
      </span>
      <fieldset className="segments" aria-label={`Play the show of ${startedAt}`}>
        {speeds.map(([speed, label]) => (
          <button
            type="button"
            key={label}
            aria-label={`Play ${label}`}
            disabled={isDisconnected}
            onClick={() => play(speed)}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
