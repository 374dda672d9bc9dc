/** When the preflight runs by itself: the starts of shows, and how long before. */
import { say } from '../../../core/language/say.ts';
import { isOtherZone } from '../../../core/time.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { findSettingField } from '../../model/settingFields.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { SettingRow } from '../settings/SettingRow.tsx';

const showStarts = 'preflight.showStarts';
const paths = [showStarts, 'preflight.minutesBefore'];

export function PreflightSchedule() {
  const answer = useEngineQuery('settings', {}, null).data;
  const isElsewhere = useComputed((_, nowMs) => answer !== undefined && isOtherZone(answer.timeZone, nowMs));
  if (answer === undefined) return null;
  const { machine, timeZone } = answer;
  const startsNote = isElsewhere
    ? say(
        'Times of day at which shows start, such as 19:30, on the clock of {machine} ({timeZone}), which is not the clock of this desk. The preflight runs before each. If empty, it runs only on request. Separate with commas.',
        { machine, timeZone },
      )
    : null;
  return (
    <section className="preflight-schedule" aria-label={say(findSettingField(answer.schema, 'preflight').title)}>
      {paths.map((path) => (
        <SettingRow
          key={path}
          field={findSettingField(answer.schema, path)}
          answer={answer}
          note={path === showStarts ? startsNote : null}
        />
      ))}
    </section>
  );
}
