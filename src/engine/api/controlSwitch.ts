/** Opens, closes and moves the desk and control port while the engine runs. */
import type { Settings } from '../settings/settings.ts';
import type { ControlServer } from './server.ts';

type DeskSettings = Settings['desk'];

export type ControlSwitch = {
  /**
   * Opens the port, moves it or closes it. Resolves with its address; `null` when it is closed. Rejects with PortTaken or
   * the system’s error, and then the port stays as it was.
   */
  readonly set: (settings: DeskSettings) => Promise<string | null>;
  /** Its address; `null` while it is closed. */
  readonly base: () => string | null;
  readonly stop: () => Promise<void>;
};

/** `isAlwaysOpen` for headless, where a desk can only be reached through the port. */
export function createControlSwitch(
  isAlwaysOpen: boolean,
  create: (settings: DeskSettings) => ControlServer,
  /** The problems with the port are over. */
  onSet: () => void,
): ControlSwitch {
  let current: { readonly settings: DeskSettings; readonly server: ControlServer; readonly base: string } | null = null;

  const open = async (settings: DeskSettings): Promise<void> => {
    const server = create(settings);
    try {
      const { base } = await server.start();
      current = { settings, server, base };
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  const stop = async (): Promise<void> => {
    const previous = current;
    current = null;
    await previous?.server.stop();
  };
  const isCurrent = ({ host, port }: DeskSettings): boolean =>
    current?.settings.host === host && current.settings.port === port;

  const base = (): string | null => current?.base ?? null;

  return {
    set: async (settings) => {
      const previous = current;
      if (!isAlwaysOpen && !settings.openInApp) await stop();
      else if (!isCurrent(settings)) {
        // Another address on the same port can be opened only after the old one is closed.
        if (previous?.settings.port === settings.port && settings.port !== 0) await stop();
        try {
          await open(settings);
        } catch (error) {
          if (previous !== null && current === null) await open(previous.settings);
          throw error;
        }
        if (previous !== null && previous.settings.port !== settings.port) await previous.server.stop();
      }
      onSet();
      return base();
    },
    base,
    stop,
  };
}
