/** Preloaded into an engine: sets its wall clock back by TEST_CLOCK_BEHIND_MS until SIGUSR2. */
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
