/** A store with two feeds of one collection, for tests of a change of settings. */
import { advance } from '../../src/core/advance.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { createStore, type Persist, type Store } from '../../src/engine/store.ts';
import { now, play } from '../core/build.ts';
import { aloneDeps } from './testSettings.ts';

export const main = { slug: 'main', collectionId: 'col_1' };
export const two = { slug: 'two', collectionId: 'col_1' };

export const ports = { clock: systemClock, log: () => undefined };

/** Both feeds have a, b and c. */
export function createTwoFeeds(persist: Persist): Store {
  const configured = { type: 'feedsConfigured', feeds: [main, two], at: now } as const;
  return createStore(advance(play('live 1 abc').state, configured).state, persist, ports);
}

/** For the settings of a show without a service and consumers. */
export const unusedDeps = (store: Store) => ({
  state: store.state,
  ...aloneDeps,
  serviceKey: { otherOwner: async () => null, leave: async () => undefined, settle: async () => undefined },
  apply: async () => undefined,
});
