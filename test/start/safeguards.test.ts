import { afterEach, expect, it } from 'vitest';
import { installSafeguards, type Safeguards } from '../../src/start/safeguards.ts';

let safeguards: Safeguards | null = null;
afterEach(() => safeguards?.remove());

function install(): { readonly logged: string[]; readonly raised: string[]; readonly guards: Safeguards } {
  const logged: string[] = [];
  const raised: string[] = [];
  const guards = installSafeguards((_, code, { where }) => logged.push(`${code} ${where}`), 'ENGINE_FAULT', null);
  guards.raiseOn({ raise: ({ code, about }) => raised.push(`${code} ${about}`) });
  safeguards = guards;
  return { logged, raised, guards };
}

it('an exception in a timer of the clock is reported, and later timers still run', async () => {
  const { logged, raised, guards } = install();
  guards.clock.after(0, () => {
    throw new Error('planted');
  });
  await new Promise<void>((resolve) => guards.clock.after(5, resolve));
  expect(logged).toEqual(['ENGINE_FAULT timer']);
  expect(raised).toEqual(['ENGINE_FAULT engine']);
});

it('an exception that repeats does not fill the log', async () => {
  const { logged, guards } = install();
  for (let count = 0; count < 1000; count += 1)
    guards.clock.after(0, () => {
      throw new Error('planted');
    });
  await new Promise<void>((resolve) => guards.clock.after(5, resolve));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThan(30);
});

it('an exception is also passed on for a report, as often as it is logged', async () => {
  const reported: string[] = [];
  safeguards = installSafeguards(
    () => undefined,
    'ENGINE_FAULT',
    (where, error) => reported.push(`${where} ${error}`),
  );
  safeguards.clock.after(0, () => {
    throw new Error('planted');
  });
  await new Promise<void>((resolve) => safeguards?.clock.after(5, resolve));
  expect(reported).toEqual(['timer Error: planted']);
});

it('leaves no listener behind', () => {
  const count = (): number => process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const before = count();
  const { guards } = install();
  expect(count()).toBe(before + 2);
  guards.remove();
  expect(count()).toBe(before);
});
