import { expect, it } from 'vitest';
import { createSerialQueue } from '../../src/disk/serialQueue.ts';

it('runs jobs one at a time in the order of the calls, also after one has failed', async () => {
  const runInOrder = createSerialQueue();
  const steps: string[] = [];
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const first = runInOrder(async () => {
    steps.push('first begins');
    await gate;
    steps.push('first fails');
    throw new Error('no');
  });
  const second = runInOrder(() => steps.push('second'));
  await Promise.resolve();
  expect(steps).toEqual(['first begins']);
  openGate();
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe(3);
  expect(steps).toEqual(['first begins', 'first fails', 'second']);
});
