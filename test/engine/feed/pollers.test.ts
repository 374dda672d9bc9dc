/** Tests which pollers are remembered: rare readers, and programs beyond the limit. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { post, quietPorts, readTakedown, type Show, startShow } from './showHarness.ts';

let clock: FakeClock;
let show: Show;
beforeEach(async () => {
  clock = createFakeClock();
  show = await startShow([post('p1'), post('p2')], { ports: { ...quietPorts, clock } });
});
afterEach(() => show.stop());

const namesListed = () => show.server.consumers('main').map(({ name }) => name);
const read = async (userAgent: string): Promise<void> => {
  const headers = { 'User-Agent': userAgent };
  await (await fetch(`http://127.0.0.1:${show.port}/feeds/main/live.json`, { headers })).arrayBuffer();
};
const block = () => {
  const at = new Date(clock.now()).toISOString();
  return show.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
};
const waitingFor = () => readTakedown(show, 'p1')?.waitingFor;

it('a poller that reads every few minutes is listed from its second read, and a block waits for it', async () => {
  await read('Signage/1');
  clock.advance(300_000);
  await read('Signage/1');
  expect(namesListed()).toEqual(['Signage']);
  clock.advance(300_000);
  expect(namesListed()).toEqual([]);
  await block();
  expect(waitingFor()).toEqual(['Signage']);
});

it('a program that read once and not again within ten minutes is forgotten', async () => {
  await read('Signage/1');
  clock.advance(602_000);
  await read('Signage/1');
  expect(namesListed()).toEqual([]);
});

it('a poller is listed although 500 programs have each read once just before', async () => {
  for (let index = 0; index < 500; index += 1) await read(`visit-${index}`);
  for (const _ of [1, 2]) await read('vMix/29');
  expect(namesListed()).toEqual(['vMix']);
  await block();
  expect(waitingFor()).toEqual(['vMix']);
});

it('programs beyond 500 that all read again are one consumer, and a block waits for it until a person confirms', async () => {
  for (let index = 0; index < 500; index += 1) for (const _ of [1, 2]) await read(`vision-${index}`);
  await read('Late/1');
  expect(namesListed().at(-1)).toBe('Further programs');
  clock.advance(1000);
  await block();
  for (const _ of [1, 2]) {
    for (let index = 0; index < 500; index += 1) await read(`vision-${index}`);
    for (const name of ['Late/1', 'Later/1']) await read(name);
  }
  expect(waitingFor()).toEqual(['Further programs']);
  expect(show.server.takedowns('main').get('p1')?.waitingFor[0]?.canConfirm).toBe(false);
  const at = new Date(clock.now()).toISOString();
  await show.apply({ type: 'takedownConfirmed', itemId: 'p1', feed: 'main', by: 'Ines', at });
  expect(waitingFor()).toEqual([]);
});
