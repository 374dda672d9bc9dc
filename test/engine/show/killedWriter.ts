/** Child process of record.test.ts: keeps writing the show, and prints each event number after its confirmation. */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { emptyShow } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventAt } from './script.ts';

const [, , directory = '', first = '0'] = process.argv;
flushCompileCache();
const ports = { clock: systemClock, log: () => undefined };
const { saved, persist } = await openRecord(directory, ports);
const store = createStore(saved ?? emptyShow, persist, ports);
for (let number = Number(first); number < Number(first) + 5000; number += 1) {
  await store.apply(eventAt(number));
  writeSync(1, `${number}\n`);
}
