/** A show that is open, and a show that is prepared to replace it. */
import type { OpenedEngine } from './openEngine.ts';

export type ShowKind = 'own' | 'demo';

export type Running = OpenedEngine & { readonly kind: ShowKind };

export type Prepared = {
  readonly next: Running;
  /** Saves what the next start needs to run it. Only once the switch is not refused any more, so that no start uses a refused choice. */
  readonly commit: () => Promise<void>;
  /** Restores what `commit` replaced. */
  readonly revert: () => Promise<void>;
};

export async function stopShow({ stopEngine, stopDemo }: Running): Promise<void> {
  await stopEngine();
  await stopDemo();
}
