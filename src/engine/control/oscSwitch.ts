/** Control by OSC switched on, off or to another port while the engine runs. */
import type { Ports } from '../ports.ts';
import type { Settings } from '../record/settings.ts';
import type { Dispatch } from './dispatch.ts';
import { createOsc, type Osc } from './osc.ts';

export type OscSwitch = {
  /** Rejects with PortTaken, everything then being as it was. */
  readonly set: (settings: Settings['osc']) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Begins switched off. */
export function createOscSwitch(dispatch: Dispatch, ports: Pick<Ports, 'clock' | 'log'>): OscSwitch {
  let open: { readonly port: number; readonly osc: Osc } | null = null;
  const stop = async (): Promise<void> => {
    const closing = open;
    open = null;
    await closing?.osc.stop();
  };
  return {
    set: async ({ enabled, port }) => {
      if (!enabled) return stop();
      if (open?.port === port) return;
      const osc = createOsc(port, dispatch, ports);
      await osc.start();
      await stop();
      open = { port, osc };
    },
    stop,
  };
}
