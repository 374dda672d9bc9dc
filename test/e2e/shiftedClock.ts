/** Preloaded into an engine: sets its wall clock back by TEST_CLOCK_BEHIND_MS until the file TEST_CLOCK_CORRECTED exists. */
import { existsSync } from 'node:fs';

const realNow = Date.now;
let behindMs = Number(process.env['TEST_CLOCK_BEHIND_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [realNow() - behindMs] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => realNow() - behindMs : Reflect.get(target, name)),
});

const correctedFile = process.env['TEST_CLOCK_CORRECTED'] ?? '';
// Not a signal, because Windows has none.
setInterval(() => {
  if (existsSync(correctedFile)) behindMs = 0;
}, 50).unref();
