import { describe, expect, it } from 'vitest';
import { type Consumers, createConsumers } from '../../../src/engine/feed/consumers.ts';
import type { Connection } from '../../../src/engine/feed/pollProofs.ts';
import { readerNameOf } from '../../../src/engine/feed/programs.ts';
import { createRevisionTimes } from '../../../src/engine/feed/revisionTimes.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { introduce } from './introduce.ts';

function start(revision = 1) {
  const clock = createFakeClock();
  let changes = 0;
  const onChanged = (): void => {
    changes += 1;
  };
  const consumers = createConsumers(
    {
      ...{ clock, onChanged, onMembersChanged: () => undefined, onStreamSeen: () => undefined },
      ...{ isAwaited: () => false, runs: { isOwn: () => false, isLater: () => false } },
    },
    revision,
  );
  const state = (index = 0) => consumers.list()[index]?.state;
  return { clock, consumers, state, changes: () => changes };
}

const connect = () => ({ remoteAddress: '10.0.0.4' });

function poll(consumers: Consumers, connection: Connection, userAgent: string, revision: number): void {
  const reader = consumers.recordRequest(connection, { userAgent, name: '' });
  if (reader !== null) consumers.recordResponse(connection, reader, { writableFinished: true }, revision);
}

describe('a consumer', () => {
  it('that has lost its connection is listed for a while, and does not count as connected', () => {
    const { clock, consumers } = start();
    const crashed = consumers.join(introduce('socket', 'Wall'));
    consumers.join(introduce('socket', 'Other'));
    consumers.leave(crashed, false);
    expect([consumers.list().length, consumers.countConnected()]).toEqual([2, 1]);
    expect(consumers.mayStillShow(crashed.id)).toBe(true);
    clock.advance(62_000);
    expect(consumers.list().map(({ name }) => name)).not.toContain('Wall');
    expect(consumers.mayStillShow(crashed.id)).toBe(true);
  });

  it('that said it shows nothing may not still show its last picture', () => {
    const { consumers } = start();
    const left = consumers.join(introduce('socket', 'Wall'));
    consumers.leave(left, true);
    expect(consumers.mayStillShow(left.id)).toBe(false);
  });

  it('on a socket is behind if it has not painted the newest revision within 2 s', () => {
    const { clock, consumers, state, changes } = start();
    const reader = consumers.join(introduce('socket', 'Card'));
    consumers.recordSent(reader, 1);
    consumers.recordPainted(reader, 1);
    consumers.setRevision(2);
    consumers.recordSent(reader, 2);
    clock.advance(1900);
    expect(state()).toBe('reading');
    const before = changes();
    clock.advance(1200);
    expect(state()).toBe('behind');
    expect(changes()).toBeGreaterThan(before);
    consumers.recordPainted(reader, 2);
    expect(state()).toBe('reading');
    expect(consumers.list()[0]?.paintedInMs).toBe(3100);
  });

  it('on a socket is behind also while revisions follow each other faster than that', () => {
    const { clock, consumers, state } = start();
    const reader = consumers.join(introduce('socket', 'Wall'));
    consumers.recordSent(reader, 1);
    consumers.recordPainted(reader, 1);
    clock.advance(10_000);
    const firstMissedAt = new Date(clock.now()).toISOString();
    for (let revision = 2; revision <= 16; revision += 1) {
      consumers.setRevision(revision);
      consumers.recordSent(reader, revision);
      consumers.markSeen(reader);
      clock.advance(1300);
      expect(state()).toBe(revision === 2 ? 'reading' : 'behind');
    }
    expect(consumers.list()[0]?.behindSince).toBe(firstMissedAt);
    consumers.recordPainted(reader, 15);
    expect(consumers.list()[0]).toMatchObject({ state: 'reading', behindSince: null });
    clock.advance(1000);
    expect(state()).toBe('behind');
  });

  it('on a socket that always paints within 2 s is never behind', () => {
    const { clock, consumers, state } = start();
    const reader = consumers.join(introduce('socket', 'Wall'));
    for (let revision = 2; revision <= 16; revision += 1) {
      consumers.setRevision(revision);
      consumers.recordSent(reader, revision);
      clock.advance(500);
      consumers.recordPainted(reader, revision - 1);
      clock.advance(800);
      expect(state()).toBe('reading');
    }
  });

  it('is timed from a revision far back', () => {
    const times = createRevisionTimes(1, 0);
    for (let revision = 2; revision <= 12_000; revision += 1) times.add(revision, revision * 10);
    expect([11_998, 11_999, 12_000].map(times.firstAfter)).toEqual([119_990, 120_000, null]);
    expect(times.firstAfter(9000)).toBe(90_010);
    expect(times.firstAfter(1)).toBeLessThanOrEqual(70_000);
  });

  it('that never reports painting is measured by the revision sent to it', () => {
    const { clock, consumers, state } = start();
    const reader = consumers.join(introduce('events', 'curl'));
    consumers.recordSent(reader, 1);
    consumers.setRevision(2);
    clock.advance(2500);
    expect(state()).toBe('behind');
    consumers.recordSent(reader, 2);
    expect(state()).toBe('reading');
  });

  it('has no paint time for its start, and none for a change from before it connected', () => {
    const { clock, consumers } = start();
    const reader = consumers.join(introduce('socket', 'Card'));
    const paint = (revision: number, afterMs: number): number | null | undefined => {
      consumers.recordSent(reader, revision);
      clock.advance(afterMs);
      consumers.recordPainted(reader, revision);
      return consumers.list()[0]?.paintedInMs;
    };
    // A change while the page loads is part of its start.
    consumers.setRevision(2);
    expect(paint(2, 900)).toBeNull();
    consumers.setRevision(3);
    expect(paint(3, 41)).toBe(41);
    // It paints the next change when a later one is out already.
    consumers.setRevision(4);
    clock.advance(30);
    consumers.setRevision(5);
    expect(paint(4, 10)).toBe(40);
    expect(paint(5, 20)).toBe(30);
  });

  it('that reconnects has no paint time for a change that it missed, but for the next one', () => {
    const { clock, consumers } = start();
    consumers.setRevision(2);
    clock.advance(4000);
    const reader = consumers.join({ ...introduce('socket', 'Card'), painted: { revision: 1, run: null } });
    const paint = (revision: number): number | null | undefined => {
      consumers.recordSent(reader, revision);
      clock.advance(207);
      consumers.recordPainted(reader, revision);
      return consumers.list()[0]?.paintedInMs;
    };
    expect(paint(2)).toBeNull();
    consumers.setRevision(3);
    expect(paint(3)).toBe(207);
  });

  it('is behind if it does not get the newest revision within 2 s of connecting', () => {
    const { clock, consumers, state } = start();
    consumers.setRevision(2);
    clock.advance(4000);
    const reader = consumers.join(introduce('socket', 'Card'));
    consumers.recordSent(reader, 1);
    clock.advance(1900);
    expect(state()).toBe('reading');
    clock.advance(200);
    expect(state()).toBe('behind');
  });

  it('cannot report painting a revision it was never sent', () => {
    const { consumers } = start();
    const reader = consumers.join(introduce('socket', 'Card'));
    consumers.recordSent(reader, 1);
    consumers.recordPainted(reader, 9);
    expect(consumers.list()[0]?.paintedRevision).toBeNull();
  });

  it('whose page answers heartbeats is silent after 15 s without an answer, although its browser answers pings', () => {
    const { clock, consumers, state, changes } = start();
    const page = consumers.join({ ...introduce('socket', 'Card'), sendsAlive: true });
    consumers.recordSent(page, 1);
    const lastSeenAt = new Date(clock.now()).toISOString();
    const beat = (heard: 'pong' | 'alive'): void => {
      clock.advance(5000);
      consumers.markSeen(page, heard);
    };
    for (let count = 0; count < 3; count += 1) beat('pong');
    expect(state()).toBe('reading');
    const before = changes();
    beat('pong');
    expect(consumers.list()).toMatchObject([{ state: 'silent', lastSeenAt }]);
    expect(changes()).toBeGreaterThan(before);
    expect(consumers.countConnected()).toBe(0);
    beat('alive');
    expect(state()).toBe('reading');
  });

  it('whose page has stopped is behind with the next change', () => {
    const { clock, consumers, state } = start();
    const page = consumers.join({ ...introduce('socket', 'Card'), client: 'a1', sendsAlive: true });
    consumers.recordSent(page, 1);
    consumers.recordPainted(page, 1);
    clock.advance(20_000);
    expect(state()).toBe('silent');
    consumers.setRevision(2);
    consumers.recordSent(page, 2);
    clock.advance(3000);
    expect(state()).toBe('behind');
  });

  it('that does not say that its page answers heartbeats is not silent while its browser answers pings', () => {
    const { clock, consumers, state } = start();
    const client = consumers.join(introduce('socket', 'Card'));
    consumers.recordSent(client, 1);
    for (let count = 0; count < 12; count += 1) {
      clock.advance(5000);
      consumers.markSeen(client, 'pong');
    }
    expect(state()).toBe('reading');
  });

  it('whose page had stopped stays listed for a minute after its connection is lost', () => {
    const { clock, consumers } = start();
    const page = consumers.join({ ...introduce('socket', 'Card'), sendsAlive: true });
    clock.advance(100_000);
    consumers.markSeen(page, 'pong');
    consumers.leave(page, false);
    clock.advance(50_000);
    expect(consumers.list()).toHaveLength(1);
    clock.advance(12_000);
    expect(consumers.list()).toEqual([]);
  });

  it('that polls is behind after 5 s, silent after 15 s and removed after a minute', () => {
    const { clock, consumers, state } = start();
    const connection = connect();
    poll(consumers, connection, 'vMix/29', 1);
    expect(consumers.list()).toEqual([]);
    poll(consumers, connection, 'vMix/29', 1);
    consumers.setRevision(2);
    clock.advance(4000);
    expect(state()).toBe('reading');
    clock.advance(2000);
    expect(state()).toBe('behind');
    clock.advance(10_000);
    expect(state()).toBe('silent');
    clock.advance(50_000);
    expect(consumers.list()).toEqual([]);
    poll(consumers, connection, 'vMix/29', 2);
    poll(consumers, connection, 'vMix/29', 2);
    expect(consumers.list()).toMatchObject([{ name: 'vMix', revision: 2, state: 'reading', address: '10.0.0.4' }]);
  });

  it('stays listed as silent after a lost connection until it reconnects, but is removed when it shows nothing', () => {
    const { clock, consumers, state } = start();
    const lost = consumers.join(introduce('socket', 'OBS main'));
    consumers.leave(lost, false);
    expect(state()).toBe('silent');
    const back = consumers.join(introduce('socket', 'OBS'));
    consumers.setName(back, 'OBS main', false);
    expect(consumers.list()).toHaveLength(1);
    consumers.leave(back, true);
    expect(consumers.list()).toEqual([]);
    consumers.leave(consumers.join(introduce('socket', 'x')), false);
    clock.advance(62_000);
    expect(consumers.list()).toEqual([]);
  });

  it('causes one notification for many identical reads', () => {
    const { consumers, changes } = start();
    for (let read = 0; read < 100; read += 1) poll(consumers, connect(), 'curl/8', 1);
    expect(changes()).toBe(1);
    expect(consumers.list()).toHaveLength(1);
  });
});

describe('a client without a name', () => {
  const check = (agent: string, name: string): void => {
    it(`is called ${name} for “${agent}”`, () => expect(readerNameOf(agent)).toBe(name));
  };
  check('Mozilla/5.0 (Windows) Chrome/127.0 Safari/537.36 OBS/31.0.1', 'OBS');
  check('Mozilla/5.0 (X11) Chrome/142.0 Safari/537.36', 'Chrome');
  check('vMix/29.0', 'vMix');
  check('CasparCG Server', 'CasparCG');
  check('Python-urllib/3.11', 'OBS url-text');
  check('curl/8.5.0', 'curl');
  check('undici', 'undici');
  check('\u0001<b>', 'Unknown client');
  check('', 'Unknown client');
});
