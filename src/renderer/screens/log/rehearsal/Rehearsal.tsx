/** The Rehearsal view: hatched and never red, so that nobody mistakes it for air; gate keys are off here. */
import { X } from 'lucide-react';
import type { RehearsalView } from '../../../../contract/history.ts';
import { createPerLanguage, currentLanguage, markMessage, say } from '../../../../core/language/say.ts';
import { formatClockTime, formatDayTime } from '../../../../core/time.ts';
import { describeError, useEngineQuery } from '../../../engine/queries.ts';
import { useCommand } from '../../../engine/useCommand.ts';
import { keyLabelOf, useKeymap } from '../../../stores/keymap.ts';
import { useDesk } from '../../../stores/useDesk.ts';
import { ActionButton } from '../../ActionButton.tsx';
import { EventList } from './EventList.tsx';
import { Recordings } from './Recordings.tsx';
import { RehearsalControls } from './RehearsalControls.tsx';
import { portOf, RehearsalFeed } from './RehearsalFeed.tsx';
import { RehearsedPosts } from './RehearsedPosts.tsx';

export function Rehearsal() {
  const rehearsal = useDesk(({ state }) => state.rehearsal);
  return (
    <div className="rehearsal">
      {rehearsal === null ? (
        <>
          <RehearsalHead rehearsal={null} collection={null} />
          <div className="rehearsal-lists is-waiting">
            <Recordings />
          </div>
        </>
      ) : (
        <RunningRehearsal rehearsal={rehearsal} />
      )}
    </div>
  );
}

function RunningRehearsal({ rehearsal }: { readonly rehearsal: RehearsalView }) {
  const slug = useDesk(({ feed }) => feed.slug);
  const send = useCommand();
  const listResult = useEngineQuery('rehearsed', { feed: slug }, rehearsal.recording);
  const eventsResult = useEngineQuery('rehearsalEvents', { recording: rehearsal.recording }, null);
  /** `undefined` while loading; `null` when the recording has no such feed. */
  const list = listResult.isPlaceholderData ? undefined : listResult.data?.list;
  const events = eventsResult.isPlaceholderData ? null : (eventsResult.data?.events ?? null);
  const loadingText = say('Loading the recording…');
  const listText = list === undefined ? loadingText : say('The recording has no feed {feed}.', { feed: slug });
  const seek = (at: string): void =>
    send({
      title: markMessage('Rehearsal position'),
      keyLabel: null,
      command: { name: 'seekRehearsal', input: { at } },
    });
  return (
    <>
      <RehearsalHead rehearsal={rehearsal} collection={list?.collection ?? null} />
      <RehearsalControls rehearsal={rehearsal} events={events ?? []} seek={seek} />
      <div className="rehearsal-lists">
        <EventList
          rehearsal={rehearsal}
          events={events}
          missingText={describeError(eventsResult.error) ?? loadingText}
          list={list ?? null}
          seek={seek}
        />
        <RehearsedPosts
          rehearsal={rehearsal}
          list={list ?? null}
          missingText={describeError(listResult.error) ?? listText}
        />
        <RehearsalFeed rehearsal={rehearsal} list={list ?? null} />
      </div>
    </>
  );
}

type RehearsalHeadProps = { readonly rehearsal: RehearsalView | null; readonly collection: string | null };

function RehearsalHead({ rehearsal, collection }: RehearsalHeadProps) {
  const feedBase = useDesk(({ state }) => state.feedBase);
  const keymap = useKeymap();
  const gateKeys = (['hold', 'release', 'takeAll', 'block', 'clear'] as const)
    .flatMap((action) => keyLabelOf(keymap, action) ?? [])
    .join(' ');
  return (
    <header className="rehearsal-head">
      <b className="rehearsal-label">{say('REHEARSAL')}</b>
      <div>
        <b>
          {feedBase === null
            ? say('Not on air. Nothing in this frame reaches the feed. Only the red strip above is on air.')
            : say('Not on air. Nothing in this frame reaches the feed on {port}. Only the red strip above is on air.', {
                port: portOf(feedBase),
              })}
        </b>
        <p>
          {rehearsal === null
            ? say('Select a recorded show.')
            : describeRecording(collection, formatRecordedTime(rehearsal))}{' '}
          {say('The gate keys {keys} are off on this screen.', { keys: gateKeys })}
        </p>
      </div>
      {rehearsal !== null && (
        <ActionButton action="rehearseEnd" label={say('End rehearsal')} confirmLabel={say('Press again to end')}>
          <X />
        </ActionButton>
      )}
    </header>
  );
}

function describeRecording(collection: string | null, time: string): string {
  return collection === null
    ? say('Recorded: {time}.', { time })
    : say('Recorded: {collection}, {time}.', { collection, time });
}

const longDate = createPerLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
);

/** For example `Friday 20 November 2026, 19:30 to 20:42`. */
function formatRecordedTime({ startedAt, endedAt }: RehearsalView): string {
  const [start, end] = [new Date(startedAt), new Date(endedAt)];
  const isSameDay = start.toDateString() === end.toDateString();
  const date = longDate().format(start);
  return say('{date}, {from} to {until}', {
    // Browsers differ on this comma.
    date: currentLanguage() === 'en' ? date.replace(',', '') : date,
    from: formatClockTime(startedAt).slice(0, 5),
    until: isSameDay ? formatClockTime(endedAt).slice(0, 5) : formatDayTime(endedAt, start.getTime()),
  });
}
