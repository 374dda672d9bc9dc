/**
 * Preloaded into an engine: sets its clocks back by TEST_CLOCK_BEHIND_MS until the file TEST_CLOCK_CORRECTED exists.
 * The uptime of the machine goes on with the wall clock, as after a sleep: a clock that only was set would move the times of the show.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const realNow = Date.now;
const realUptime = os.uptime;
let behindMs = Number(process.env['TEST_CLOCK_BEHIND_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [realNow() - behindMs] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => realNow() - behindMs : Reflect.get(target, name)),
});
os.uptime = () => realUptime() - behindMs / 1000;
syncBuiltinESMExports();

const correctedFile = process.env['TEST_CLOCK_CORRECTED'] ?? '';
// Not a signal, because Windows has none.
setInterval(() => {
  if (existsSync(correctedFile)) behindMs = 0;
}, 50).unref();
