/** Child process of record.test.ts, run under strace, which makes system calls fail; prints the results of the store. */
import { emptyShow } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventAt, persistentText } from './script.ts';

const ports = { clock: systemClock, log: () => undefined };
const { persist, close } = await openRecord(process.argv[2] ?? '', ports);
const store = createStore(emptyShow, persist, ports);
const problemsDuring = new Set<string>();
let refused = 0;
for (let number = 0; number < 40; number += 1) {
  const outcome = await store.apply(eventAt(number));
  if (outcome.kind === 'refused' && outcome.code === 'DISK_WRITE_FAILED') refused += 1;
  for (const { code } of store.state().problems) problemsDuring.add(code);
}
const problems = store.state().problems.map(({ code }) => code);
const persistent = persistentText(store.state());
await close();
console.log(JSON.stringify({ refused, problemsDuring: [...problemsDuring], problems, persistent }));
