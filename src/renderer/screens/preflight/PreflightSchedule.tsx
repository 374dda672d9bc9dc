/** When the preflight runs by itself: the starts of shows, and how long before. */
import { say } from '../../../core/language/say.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { findSettingField } from '../../model/settingFields.ts';
import { SettingRow } from '../settings/SettingRow.tsx';

const paths = ['preflight.showStarts', 'preflight.minutesBefore'];

export function PreflightSchedule() {
  const answer = useEngineQuery('settings', {}, null).data;
  if (answer === undefined) return null;
  return (
    <section className="preflight-schedule" aria-label={say(findSettingField(answer.schema, 'preflight').title)}>
      {paths.map((path) => (
        <SettingRow key={path} field={findSettingField(answer.schema, path)} answer={answer} note={null} />
      ))}
    </section>
  );
}
