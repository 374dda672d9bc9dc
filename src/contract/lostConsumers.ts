/** Finds the consumers that a takedown waits for and that are no longer listed, so that no count leaves them out. */
import type { Consumer } from './consumer.ts';
import type { DeskFeed } from './deskState.ts';

type WaitingFor = DeskFeed['blocked'][number]['waitingFor'][number];

/** Each once. Before a consumer has come back after a restart it can have no id; then its name counts. */
export function findLostConsumers(
  consumers: readonly Pick<Consumer, 'id'>[],
  blocked: readonly { readonly waitingFor: readonly WaitingFor[] }[],
): readonly WaitingFor[] {
  const seen = new Set<string>(consumers.map(({ id }) => id));
  return blocked
    .flatMap(({ waitingFor }) => waitingFor)
    .filter(({ id, name }) => {
      const identity = id ?? `name ${name}`;
      const isNew = !seen.has(identity);
      seen.add(identity);
      return isNew;
    });
}
