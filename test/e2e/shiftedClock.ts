/** Preloaded into an engine: its wall clock runs TEST_CLOCK_BEHIND_MS late until SIGUSR2, then shows the right time. */
const realNow = Date.now;
let behindMs = Number(process.env['TEST_CLOCK_BEHIND_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [realNow() - behindMs] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => realNow() - behindMs : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  behindMs = 0;
});
