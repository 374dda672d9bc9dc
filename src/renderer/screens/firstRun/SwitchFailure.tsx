/** Why the last choice was refused, or why the show that it put on air could not start. */
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk } from '../../stores/useDesk.ts';

export function SwitchFailure() {
  const refusal = useSetupState((setup) => setup.refusal);
  const problem = useDesk(({ state }) => state.problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED') ?? null);
  const text = refusal ?? (problem === null ? null : `${problem.message} ${problem.nextStep}`);
  if (text === null) return null;
  return (
    <p className="setting-result is-fault" role="alert">
      {text}
    </p>
  );
}
