/** Tests that a consumer that comes back, and is lost again before it got a list, is awaited as before. */
import { expect, onTestFinished, test } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { createChannel } from '../../../src/engine/feed/channel.ts';
import type { Introduction } from '../../../src/engine/feed/reader.ts';
import { eventOf, mainOf, play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { introduce } from './introduce.ts';

/** A feed with a, b and c. */
function startFeed() {
  const clock = createFakeClock();
  let { state } = play('live 1 abc');
  const channel = createChannel(state, mainOf(state), {
    ...{ clock, formatTimeOfDay: () => '', onChanged: () => undefined, apply: () => undefined },
  });
  onTestFinished(channel.stop);
  const { consumers, takedowns, documents } = channel;
  const revision = () => mainOf(state).onAir.revision;
  const apply = (event: string): void => {
    state = advance(state, eventOf(event)).state;
    channel.update(state, mainOf(state));
  };
  /** Gets and reads the newest list. */
  const read = (client: Introduction) => {
    const reader = consumers.join(client);
    consumers.recordSent(reader, revision());
    consumers.recordRead(reader, revision());
    return { reader, lose: () => consumers.leave(reader, false) };
  };
  /** Blocks the post while another consumer reads everything. */
  const block = (itemId: string) => {
    const other = read(introduce('socket', 'Other'));
    apply(`block ${itemId}`);
    consumers.recordSent(other.reader, revision());
    consumers.recordRead(other.reader, revision());
    const { confirmedOffAirAt, waitingFor = [] } = takedowns.byItem().get(itemId) ?? {};
    return { isConfirmed: confirmedOffAirAt !== null, waitingFor: waitingFor.map(({ name }) => name) };
  };
  const poll = (name: string) => consumers.recordRequest({ remoteAddress: '10.0.0.4' }, { userAgent: 'vMix/29', name });
  return { clock, consumers, run: documents.run, revision, apply, read, block, poll };
}

const awaited = { isConfirmed: false, waitingFor: ['Wall'] };

test.each(['socket', 'events'] as const)('a block waits for it (%s)', (protocol) => {
  const { consumers, read, block } = startFeed();
  read(introduce(protocol, 'Wall')).lose();
  for (const _ of ['once', 'twice']) consumers.leave(consumers.join(introduce(protocol, 'Wall')), false);
  expect(block('a')).toEqual(awaited);
});

test('a block waits for an event stream that is known only by the last list that it read', () => {
  const { consumers, run, block } = startFeed();
  consumers.leave(consumers.join({ ...introduce('events', 'Wall'), lastEvent: { revision: 1, run } }), false);
  expect(block('a')).toEqual(awaited);
});

test('a block waits for a page whose last paint is older than the list it got', () => {
  const { consumers, run, apply, read, block } = startFeed();
  const page = { ...introduce('socket', 'Wall'), client: 'w1', page: 'p1' };
  const first = read(page);
  consumers.recordPainted(first.reader, 1);
  apply('live 2 abcd');
  consumers.recordSent(first.reader, 2);
  first.lose();
  consumers.leave(consumers.join({ ...page, painted: { revision: 1, run } }), false);
  expect(block('d')).toEqual(awaited);
});

test('a block waits for a poller that reads again after a long time, before it has its response', () => {
  const { clock, consumers, revision, block, poll } = startFeed();
  for (const _ of ['once', 'twice']) consumers.recordResponse({}, poll('Wall'), { writableFinished: true }, revision());
  clock.advance(100_000);
  poll('Wall');
  expect(block('a')).toEqual(awaited);
});

test('a block does not wait for it if the post came after its last list', () => {
  const { consumers, apply, read, block } = startFeed();
  read(introduce('socket', 'Wall')).lose();
  apply('live 2 abcd');
  consumers.leave(consumers.join(introduce('socket', 'Wall')), false);
  expect(block('d')).toEqual({ isConfirmed: true, waitingFor: [] });
});
