/** Saves the changes of the settings. While that fails or hangs, says so and goes on, so that a restart does not go back to the settings before. */
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { describeProblem } from '../../core/problem.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import { waitAtMost } from '../waitAtMost.ts';
import type { SettingsDocument } from './document.ts';
import type { SettingsStorage } from './settingsStorage.ts';

export type SettingsSaver = {
  /**
   * Runs `prepare` and saves the document. Resolves when it is saved, when the first attempt failed, or after `saveWithinMs`; it then goes on.
   * A newer document replaces a waiting one.
   */
  readonly save: (document: SettingsDocument, prepare?: () => Promise<void>) => Promise<void>;
  /** False until the last document is saved. The end of an ordinary save is not pushed to desks, so they show `isAtRisk` instead. */
  readonly isSaved: () => boolean;
  /** Whether saving fails or hangs. `SETTINGS_NOT_SAVED` says so as long. */
  readonly isAtRisk: () => boolean;
  /** Tries a last time to save what waits. */
  readonly stop: () => Promise<void>;
};

/** A disk that hangs must not keep the answer to a change that is in use. */
export const saveWithinMs = 1000;

const retryAfterMs = 2000;

/** `onSaved` gets each saved document, also after a retry, before the problem ends. If it rejects, the document is saved again later. */
export function createSettingsSaver(
  storage: Pick<SettingsStorage, 'save'>,
  onSaved: (document: SettingsDocument) => Promise<void>,
  { store, ports }: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): SettingsSaver {
  let unsaved: SettingsDocument | null = null;
  let cancelRetry: Cancel = () => undefined;
  let isStopped = false;
  /** Why the last attempt failed, or that it hangs; `null` if neither. */
  let fault: string | null = null;
  const runInOrder = createSerialQueue();

  const attempt = async (): Promise<void> => {
    cancelRetry();
    const document = unsaved;
    if (document === null) return;
    try {
      await storage.save(document);
      await onSaved(document);
    } catch (error) {
      if (!isStopped) cancelRetry = ports.clock.after(retryAfterMs, () => void runInOrder(attempt));
      const what = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : 'error';
      return report(what, what);
    }
    // The next attempt in the queue saves a newer one.
    if (unsaved !== document) return;
    unsaved = null;
    fault = null;
    await store.apply({ type: 'problemCleared', code: 'SETTINGS_NOT_SAVED', about: 'settings' });
  };
  const report = async (what: string, words: string | Phrase): Promise<void> => {
    if (what !== fault) ports.log('error', 'SETTINGS_NOT_SAVED', { what });
    fault = what;
    const at = new Date(ports.clock.now()).toISOString();
    const problem = describeProblem('SETTINGS_NOT_SAVED', 'settings', at, { what: words });
    await store.apply({ type: 'problemRaised', problem });
  };

  return {
    save: (document, prepare) => {
      unsaved = document;
      const saved = runInOrder(async () => {
        await prepare?.();
        await attempt();
      });
      return waitAtMost(ports.clock, saveWithinMs, saved, () => {
        if (unsaved !== null) void report('timeout', sayLater('the disk isn’t responding'));
      });
    },
    isSaved: () => unsaved === null,
    isAtRisk: () => fault !== null,
    stop: () => {
      isStopped = true;
      return runInOrder(attempt);
    },
  };
}
