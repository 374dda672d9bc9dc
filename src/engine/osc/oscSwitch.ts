/** Switches OSC control on, off or to another port while the engine runs. */

import { describeProblem } from '../../core/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store.ts';
import { createOsc, type Osc, type OscDeps } from './osc.ts';

export type OscSwitch = {
  /** Rejects with OscPortTaken and keeps the old port. */
  readonly set: (settings: Settings['osc']) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts switched off. A problem with OSC ends when it is switched off or on another port. */
export function createOscSwitch(deps: OscDeps, store: Pick<Store, 'apply'>): OscSwitch {
  const { ports } = deps;
  let current: { readonly port: number; readonly osc: Osc } | null = null;
  const raiseFailed = (error: NodeJS.ErrnoException): void => {
    ports.log('error', 'OSC_FAILED', { error: String(error) });
    const since = new Date(ports.clock.now()).toISOString();
    const problem = describeProblem('OSC_FAILED', 'osc', since, { what: error.code ?? 'unknown error' });
    void store.apply({ type: 'problemRaised', problem });
  };
  const clearProblems = (): void => {
    for (const code of ['OSC_FAILED', 'OSC_PORT_TAKEN'] as const)
      void store.apply({ type: 'problemCleared', code, about: 'osc' });
  };
  const stop = async (): Promise<void> => {
    const previous = current;
    current = null;
    await previous?.osc.stop();
  };
  return {
    set: async ({ enabled, port }) => {
      if (enabled && current?.port === port) return;
      const osc = enabled ? createOsc(port, deps, raiseFailed) : null;
      await osc?.start();
      await stop();
      current = osc === null ? null : { port, osc };
      clearProblems();
    },
    stop,
  };
}
