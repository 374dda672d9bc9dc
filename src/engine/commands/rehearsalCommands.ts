/** Runs the commands on the rehearsal. */
import type { Refusal } from '../../contract/commands.ts';
import type { RehearsalView } from '../../contract/history.ts';
import type { rehearsalCommands } from '../../core/commands/rehearsalCommands.ts';
import type { ProblemCode } from '../../core/problem.ts';
import { refuse } from '../refuse.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Done, Handlers } from './handler.ts';

export function createRehearsalHandlers(rehearsal: Rehearsal): Handlers<keyof typeof rehearsalCommands> {
  const report = (
    state: RehearsalView | null,
    log: string,
    code: ProblemCode = 'REHEARSAL_NONE',
  ): Done<'rehearse'> | Refusal => (state === null ? refuse(code, {}) : { ok: true, value: { rehearsal: state }, log });
  return {
    rehearse: async ({ recording, speed }) =>
      report(await rehearsal.start(recording, speed), recording, 'RECORDING_UNKNOWN'),
    endRehearsal: async () => {
      const wasRunning = rehearsal.state() !== null;
      await rehearsal.stop();
      return { ok: true, value: { rehearsal: null }, log: wasRunning ? '' : null };
    },
    pauseRehearsal: async ({ isPaused }) => report(rehearsal.setPaused(isPaused), ''),
    stepRehearsal: async () => report(rehearsal.step(), ''),
    speedRehearsal: async ({ speed }) => report(rehearsal.changeSpeed(speed), String(speed)),
    seekRehearsal: async ({ at }) => report(await rehearsal.seek(at), at),
  };
}
