/** A show that is open, and what its preparation saved for it. */
import type { OpenedEngine } from './openEngine.ts';

export type ShowKind = 'own' | 'demo';

export type Running = OpenedEngine & { readonly kind: ShowKind };

export type Prepared = {
  readonly next: Running;
  /** Restores what was saved for it. */
  readonly revert: () => Promise<void>;
};

export async function stopShow({ stopEngine, stopDemo }: Running): Promise<void> {
  await stopEngine();
  await stopDemo();
}

export async function undo({ next, revert }: Prepared): Promise<void> {
  await stopShow(next);
  await revert();
}
