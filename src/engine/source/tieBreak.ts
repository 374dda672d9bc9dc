/** Which of two versions with one date is the later: the service says so, or, where it cannot, whoever came last is. */
import type { Clock } from '../ports.ts';
import type { Ending } from './contact.ts';

/** How long a delivery waits for the service's word: senders want their answer within about a second. Milliseconds. */
const waitMs = 800;

/**
 * Makes the judge of ties. Its answer is true once a whole answer of the service, asked for after the question, is on disk; false when
 * there is none to be had in time. `ask` asks about a collection now, unconditionally; null: nobody looks at it any more.
 */
export function createTieBreak(
  clock: Clock,
  ask: (id: string) => Promise<Ending | null>,
): (id: string) => Promise<boolean> {
  return (id) =>
    new Promise((resolve) => {
      const cancel = clock.after(waitMs, () => resolve(false));
      const settle = (ending: Ending | null): void => {
        cancel();
        resolve(ending?.kind === 'confirmed');
      };
      ask(id).then(settle, () => settle(null));
    });
}
