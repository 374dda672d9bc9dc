/** Switches OSC control on, off or to another port while the engine runs. */

import type { Dispatch } from '../dispatch.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings/settings.ts';
import { createOsc, type Osc } from './osc.ts';

export type OscSwitch = {
  /** Rejects with PortTaken and keeps the old port. */
  readonly set: (settings: Settings['osc']) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts switched off. */
export function createOscSwitch(dispatch: Dispatch, ports: Pick<Ports, 'clock' | 'log'>): OscSwitch {
  let current: { readonly port: number; readonly osc: Osc } | null = null;
  const stop = async (): Promise<void> => {
    const previous = current;
    current = null;
    await previous?.osc.stop();
  };
  return {
    set: async ({ enabled, port }) => {
      if (!enabled) return stop();
      if (current?.port === port) return;
      const osc = createOsc(port, dispatch, ports);
      await osc.start();
      await stop();
      current = { port, osc };
    },
    stop,
  };
}
