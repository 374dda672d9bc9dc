/** Loaded into an engine before it starts: its wall clock is behind by TEST_CLOCK_BEHIND_MS until SIGUSR2, and right from then on. */
const right = Date.now;
let behindMs = Number(process.env['TEST_CLOCK_BEHIND_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [right() - behindMs] : given, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => right() - behindMs : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  behindMs = 0;
});
