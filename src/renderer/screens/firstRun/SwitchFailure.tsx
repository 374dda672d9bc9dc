/** Why the last choice was refused, or why the show that it put on air could not start. */
import { hasOpenAlarm } from '../../model/offScreen.ts';
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk } from '../../stores/useDesk.ts';

export function SwitchFailure() {
  const refusal = useSetupState((setup) => setup.refusal);
  // Its message says that the alarm is there.
  const isAlarmOver = useDesk(({ state }) => state.feeds.every((feed) => !hasOpenAlarm(feed)));
  const isRefusalOver = refusal?.code === 'SHOW_UNCONFIRMED' && isAlarmOver;
  const problem = useDesk(({ state }) => state.problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED') ?? null);
  const failure = isRefusalOver ? problem : (refusal ?? problem);
  if (failure === null) return null;
  return (
    <p className="setting-result is-fault" role="alert">
      {`${failure.message} ${failure.nextStep}`}
    </p>
  );
}
