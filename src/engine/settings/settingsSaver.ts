/** Saves the changes of the settings. While that fails, says so and tries again, so that a restart does not go back to the settings before. */
import { describeProblem } from '../../core/problem.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import type { SettingsDocument } from './document.ts';
import type { SettingsStorage } from './settingsStorage.ts';

export type SettingsSaver = {
  /** Resolves when the document is saved, or when the first attempt failed. A newer document replaces a waiting one. */
  readonly save: (document: SettingsDocument) => Promise<void>;
  /** False while saving fails. The end of an ordinary save is not pushed to desks, so they would keep showing false. */
  readonly isSaved: () => boolean;
  /** Tries a last time to save what waits. */
  readonly stop: () => Promise<void>;
};

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
  /** Why the last attempt failed; `null` if it did not. */
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
      return reportFailure(error);
    }
    if (unsaved === document) unsaved = null;
    fault = null;
    await store.apply({ type: 'problemCleared', code: 'SETTINGS_NOT_SAVED', about: 'settings' });
  };
  const reportFailure = async (error: unknown): Promise<void> => {
    const what = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : 'error';
    if (what !== fault) ports.log('error', 'SETTINGS_NOT_SAVED', { what });
    fault = what;
    if (!isStopped) cancelRetry = ports.clock.after(retryAfterMs, () => void runInOrder(attempt));
    const at = new Date(ports.clock.now()).toISOString();
    const problem = describeProblem('SETTINGS_NOT_SAVED', 'settings', at, { what });
    await store.apply({ type: 'problemRaised', problem });
  };

  return {
    save: (document) => {
      unsaved = document;
      return runInOrder(attempt);
    },
    isSaved: () => fault === null,
    stop: () => {
      isStopped = true;
      return runInOrder(attempt);
    },
  };
}
