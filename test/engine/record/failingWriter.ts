/** Run by record.test.ts under strace, which makes fdatasync fail for a while: says at the end how the store took it. */
import { emptyShow } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/record/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventAt, lastingText } from './script.ts';

const ports = { clock: systemClock, log: () => undefined };
const { persist, close } = await openRecord(process.argv[2] ?? '', ports);
const store = createStore(emptyShow, persist, ports);
const problemsMeanwhile = new Set<string>();
let refused = 0;
for (let number = 0; number < 40; number += 1) {
  const outcome = await store.apply(eventAt(number));
  if (outcome.kind === 'refused' && outcome.code === 'DISK_WRITE_FAILED') refused += 1;
  for (const { code } of store.state().problems) problemsMeanwhile.add(code);
}
const problems = store.state().problems.map(({ code }) => code);
const lasting = lastingText(store.state());
await close();
console.log(JSON.stringify({ refused, problemsMeanwhile: [...problemsMeanwhile], problems, lasting }));
