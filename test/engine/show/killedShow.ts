/** Child process of asRun.test.ts: a show that keeps changing, with its as-run log, until the process is killed. */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { openAsRun } from '../../../src/engine/logs/asRun.ts';
import { openHistory } from '../../../src/engine/logs/history.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { createRandom } from '../../random.ts';
import { post } from './script.ts';

const [, , directory = '', seed = ''] = process.argv;
const random = createRandom(Number(seed));
flushCompileCache();
const ports = { clock: systemClock, log: () => undefined };
const { saved, persist, takePast } = await openRecord(directory, ports);
const past = takePast();
/** Prints the revision on air: first when this start found it, then after each step. */
const printRevision = (show: ShowState | null): void => void writeSync(1, `${show?.feeds[0]?.onAir.revision ?? 0}\n`);
printRevision(saved);
// No write is late, also on a busy machine: removals that are announced before they are saved can be in no file after a kill.
const storePorts = { ...ports, clock: { ...systemClock, after: () => () => undefined } };
const store = createStore(saved ?? emptyShow, persist, storePorts);
const asRun = openAsRun(directory, { store, ports, consumersOf: () => 1, takeover: null });
const history = openHistory(directory, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
const at = (): string => new Date().toISOString();
await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'c' }], at: at() });
await asRun.start(past);
await history.start(past);
for (let number = 0; number < 5000; number += 1) {
  // The first post is always on air; the others come and go, and the play head moves back and forth.
  const live = ['p0', 'p1', 'p2', 'p3'].filter((id) => id === 'p0' || random.next() < 0.5).map((id) => post(id));
  const header = { id: 'c', name: 'c', contentType: 'X', lastModifiedDate: at(), createdDate: at() };
  await store.apply({
    type: 'collectionArrived',
    collection: { ...header, live, staging: [] },
    from: 'poll',
    accept: 'any',
    at: at(),
  });
  await store.apply({ type: 'headCued', feed: 'main', itemId: null, index: number % 2, by: 'Ines', at: at() });
  printRevision(store.state());
  await new Promise((resolve) => setTimeout(resolve, 5));
}
