/** Tests which requests of a poller prove that it has read a response. */
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createConsumers } from '../../../src/engine/feed/consumers.ts';
import type { Connection, PollResponse } from '../../../src/engine/feed/pollProofs.ts';
import { createFakeClock } from '../../fakeClock.ts';

/** A poller that has read revision 1 twice, more than a second ago. Then revision 2 takes a post off air. */
function startPoller() {
  const clock = createFakeClock();
  const nothing = (): void => undefined;
  const consumers = createConsumers(
    {
      ...{ clock, onChanged: nothing, onMembersChanged: nothing, onStreamSeen: nothing },
      ...{ isAwaited: () => false, runs: { isOwn: () => false, isLater: () => false } },
    },
    1,
  );
  let revision = 1;
  const read = (connection: Connection, response: PollResponse = { writableFinished: true }): void => {
    const reader = consumers.recordRequest(connection, { userAgent: 'vMix/29', name: '' });
    if (reader !== null) consumers.recordResponse(connection, reader, response, revision);
  };
  const first = connect();
  for (const _ of [1, 2]) read(first);
  clock.advance(1000);
  revision = 2;
  consumers.setRevision(revision);
  return { clock, consumers, read, confirmed: () => consumers.list()[0]?.confirmedRevision };
}

type TestConnection = Connection & { readonly emit: (event: 'end') => unknown };

function connect(): TestConnection {
  return Object.assign(new EventEmitter(), { remoteAddress: '10.0.0.4', errored: null });
}

it('the end of a connection proves nothing, because a killed program’s end can wait behind its request', () => {
  const { read, confirmed } = startPoller();
  const killed = connect();
  read(killed);
  killed.emit('end');
  expect(confirmed()).toBe(1);
});

it('the next request on the same connection is a proof, also after a stall', () => {
  const { clock, read, confirmed } = startPoller();
  clock.freeze(2000);
  const connection = connect();
  read(connection);
  expect(confirmed()).toBe(1);
  read(connection);
  expect(confirmed()).toBe(2);
});

it('the next request on another connection is a proof if the engine did not stall before the response', () => {
  const { read, confirmed } = startPoller();
  read(connect());
  expect(confirmed()).toBe(1);
  read(connect());
  expect(confirmed()).toBe(2);
});

it.each([0, 900])('a response sent %s ms after a stall is not proved by a request on another connection', (afterMs) => {
  const { clock, read, confirmed } = startPoller();
  clock.freeze(600);
  clock.advance(afterMs);
  read(connect());
  clock.advance(2000);
  read(connect());
  expect(confirmed()).toBe(1);
  read(connect());
  expect(confirmed()).toBe(2);
});

it('a response that was reset or is not sent yet is not proved by a request on another connection', () => {
  const { read, confirmed } = startPoller();
  read(Object.assign(connect(), { errored: new Error('reset') }));
  read(connect(), { writableFinished: false });
  read(connect());
  expect(confirmed()).toBe(1);
});

it('a request that arrived together with the one before proves nothing', () => {
  const { read, confirmed } = startPoller();
  const pipelining = Object.assign(connect(), { bytesRead: 200 });
  for (const _ of [1, 2]) read(pipelining);
  expect(confirmed()).toBe(1);
  pipelining.bytesRead = 300;
  read(pipelining);
  expect(confirmed()).toBe(2);
});

it('a request that arrives while the response before it is unread proves nothing', () => {
  const { read, confirmed } = startPoller();
  const pipelining = Object.assign(connect(), { bytesRead: 200 });
  read(pipelining, { writableFinished: false });
  pipelining.bytesRead = 300;
  read(pipelining);
  expect(confirmed()).toBe(1);
});

it('stalls are noticed only while there are pollers', () => {
  const { clock, consumers } = startPoller();
  clock.advance(62_000);
  expect([consumers.list(), clock.timerCount()]).toEqual([[], 0]);
});
