/** When the selected post was on air, and what each revision changed in it. */
import type { PostPast as Past, PostChange, TimeOnAir } from '../../../contract/postPast.ts';
import { describeAction } from '../../../core/describeAction.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { TextDifference } from '../../../ui/TextDifference.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';

/** The fields of a post that people know by another name. */
const fieldNames: Readonly<Record<string, string>> = {
  message: markMessage('text'),
  fullName: markMessage('name'),
  username: markMessage('handle'),
  media: markMessage('pictures and videos'),
};

/** Shows nothing for a post without a past. */
export function PostPast({ itemId }: { readonly itemId: string }) {
  const feed = useDesk((desk) => desk.feed.slug);
  const { data, error, isPlaceholderData } = useEngineQuery('postPast', { feed, itemId }, null);
  const words = describeError(error);
  if (words !== null) return <p className="past-note">{words}</p>;
  // The previous answer can be about another post.
  if (data === undefined || isPlaceholderData) return null;
  const { times, changes } = data;
  const notes = notesOf(data);
  if (times.length === 0 && changes.length === 0 && notes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It has no control, so only the focus brings it into view for a keyboard.
    <section className="past" tabIndex={0} aria-label={say('Past of this post')}>
      {times.length > 0 && (
        <>
          <h3>{say('Times on air')}</h3>
          <ol>
            {times.map((time) => (
              <Time key={time.on} time={time} />
            ))}
            <Earlier count={data.earlierTimes} />
          </ol>
        </>
      )}
      {changes.length > 0 && (
        <>
          <h3>{say('Changes on air')}</h3>
          <ol>
            {changes.map((change) => (
              <Change key={change.revision} change={change} />
            ))}
            <Earlier count={data.earlierChanges} />
          </ol>
        </>
      )}
      {data.since !== null && <Since at={data.since} />}
      {notes.map((note) => (
        <p key={note} className="past-note">
          {note}
        </p>
      ))}
    </section>
  );
}

function Time({ time: { on, off, seconds } }: { readonly time: TimeOnAir }) {
  const text = useComputed((_, nowMs) => {
    const from = formatDayTime(on, nowMs);
    return off === null
      ? say('on air since {time}', { time: from })
      : say('{from} to {until}, {duration}', {
          from,
          until: formatDayTime(off, nowMs),
          duration: formatDuration(seconds * 1000),
        });
  });
  return <li>{text}</li>;
}

function Change({ change }: { readonly change: PostChange }) {
  const { at, revision, by, cause, text } = change;
  const collectionNames = useDesk(({ state }) => state.collectionNames);
  const time = useComputed((_, nowMs) => formatDayTime(at, nowMs));
  const action = describeAction(change, collectionNames);
  const who = by !== null ? isolateName(by) : cause === 'service' ? say('the service') : null;
  const origin = [who, action].filter((part) => part !== null).join(' · ');
  return (
    <li>
      {say('{time}, revision {revision}: {change}', { time, revision, change: describeChange(change) })}
      {origin !== '' && <span className="past-origin"> · {origin}</span>}
      {text !== null && (
        <p className="past-text" dir="auto">
          <TextDifference before={text.before} after={text.after} isShort />
        </p>
      )}
    </li>
  );
}

function describeChange({ kind, fields }: PostChange): string {
  if (kind === 'on') return say('went on air');
  if (kind === 'off') return say('went off air');
  // The service sets the date with every edit.
  const edited = fields.filter((field) => field !== 'lastModifiedDate');
  const names = new Set(
    (edited.length > 0 ? edited : fields).map((field) => {
      const name = ownValue(fieldNames, field);
      return name === undefined ? say('other data') : say(name);
    }),
  );
  return say('{fields} edited', { fields: [...names].join(', ') });
}

function Earlier({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <li>{say('{count, plural, one {and # earlier one} other {and # earlier ones}}', { count })}</li>;
}

function Since({ at }: { readonly at: string }) {
  const time = useComputed((_, nowMs) => formatDayTime(at, nowMs));
  return <p className="past-note">{say('Read back to {time}', { time })}</p>;
}

/** Returns one sentence for each gap in the logs. */
function notesOf({ unreadable, missingRevisions }: Past): readonly string[] {
  return [
    ...(unreadable.includes('history')
      ? [say('The history can’t be read, so changes are missing here. On air is not affected.')]
      : []),
    ...(unreadable.includes('asRun')
      ? [say('The as-run log can’t be read, so times on air and texts are missing here. On air is not affected.')]
      : []),
    ...(missingRevisions > 0
      ? [
          say(
            '{count, plural, one {# revision has no entry: skipped after a crash, or lost.} other {# revisions have no entry: skipped after a crash, or lost.}}',
            { count: missingRevisions },
          ),
        ]
      : []),
  ];
}
