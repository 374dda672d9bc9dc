/** Tests the desk's client: it matches results to requests and detects a lost engine. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeskMessage, DeskWire, EngineMessage } from '../../../src/contract/wire.ts';
import { type ClientSettings, createClient, retryEveryMs, silentAfterMs } from '../../../src/renderer/engine/client.ts';
import { emptyMirror, type LinkState, mirrorListeners, useMirror } from '../../../src/renderer/stores/engineMirror.ts';
import { scenes } from '../states/show.ts';

type Timer = { readonly at: number; readonly run: () => void };

/** The engine's end of one connection. */
type EngineEnd = { readonly sent: DeskMessage[]; push: (message: EngineMessage) => void; close: () => void };

afterEach(() => {
  vi.restoreAllMocks();
});

/** A client whose clock and connections the test controls. */
function setUp(shownRevisions: ClientSettings['shownRevisions'] = null) {
  let nowMs = 0;
  let secretNumber = 1;
  let timers: Timer[] = [];
  const wires: EngineEnd[] = [];
  const linkStates: LinkState[] = [];
  const silences: number[] = [];
  const sequences: number[] = [];
  /** A `ping` is answered with the next message; while this is true, it waits for `answerPings`. */
  const isSlow = { value: false };
  const speeds: boolean[] = [];
  const pings: (() => void)[] = [];
  const answerPings = (): void => {
    for (const answer of pings.splice(0)) answer();
  };
  const named: unknown[][] = [];
  /** The desk throws it when it takes a state or a change. */
  const fault: { error: Error | null } = { error: null };
  const openWire = async (): Promise<DeskWire> => {
    const sent: DeskMessage[] = [];
    let hear = (_: EngineMessage): void => undefined;
    const end: EngineEnd = { sent, push: () => undefined, close: () => undefined };
    wires.push(end);
    return {
      send: (message) => {
        if (message.type !== 'ping') sent.push(message);
        else pings.push(() => hear({ type: 'pong', sentMs: message.sentMs }));
      },
      onMessage: (listener) => {
        hear = listener;
        end.push = (message) => {
          if (!isSlow.value) answerPings();
          listener(message);
        };
      },
      onClose: (listener) => {
        end.close = listener;
      },
      close: () => end.close(),
    };
  };
  const client = createClient(
    {
      ...{ openWire, token: 'secret', name: 'Ines', givenName: 'Ines 2', shownRevisions },
      secret: {
        current: () => `desk ${secretNumber}`,
        renew: () => {
          secretNumber += 1;
        },
      },
    },
    {
      onState: (state) => {
        if (fault.error !== null) throw fault.error;
        sequences.push(state.sequence);
      },
      onChange: (change, sequence) => {
        if (fault.error !== null) throw fault.error;
        if ('value' in change) return false;
        sequences.push(sequence);
        return true;
      },
      onLink: (state, _refusal, silentForMs) => {
        linkStates.push(state);
        silences.push(silentForMs);
      },
      onSlow: (slow) => void speeds.push(slow),
      onNamed: (...given) => named.push(given),
    },
    {
      now: () => nowMs,
      after: (milliseconds, run) => {
        const timer = { at: nowMs + milliseconds, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((pending) => pending !== timer);
        };
      },
    },
  );
  const advance = async (milliseconds: number): Promise<void> => {
    const until = nowMs + milliseconds;
    for (let turn = 0; turn < 1000; turn += 1) {
      const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      timers = timers.filter((timer) => timer !== due);
      nowMs = due.at;
      due.run();
      await Promise.resolve();
      await Promise.resolve();
    }
    nowMs = until;
    await Promise.resolve();
  };
  return { client, wires, fault, named, linkStates, silences, sequences, speeds, isSlow, answerPings, advance };
}

const alive: EngineMessage = { type: 'alive', sequence: 1 };

describe('the client', () => {
  it('sends hello first, with the token and the name', async () => {
    const { wires, advance } = setUp();
    await advance(1);
    expect(wires[0]?.sent).toEqual([
      { type: 'hello', token: 'secret', name: 'Ines', givenName: 'Ines 2', secret: 'desk 1' },
    ]);
  });

  it('names the revisions that the desk shows', async () => {
    const { wires, advance } = setUp(() => ({ main: 77 }));
    await advance(1);
    expect(wires[0]?.sent).toMatchObject([{ type: 'hello', shown: { main: 77 } }]);
  });

  it('sends the name that it was given when it reconnects, until the operator types another', async () => {
    const { client, wires, named, advance } = setUp();
    await advance(1);
    const { state } = scenes.following;
    wires[0]?.push({ type: 'state', state: { ...state, you: 'Ines 3' } });
    wires[0]?.close();
    await advance(retryEveryMs + 1);
    expect(wires[1]?.sent).toEqual([
      { type: 'hello', token: 'secret', name: 'Ines', givenName: 'Ines 3', secret: 'desk 1' },
    ]);
    wires[1]?.push({ type: 'state', state: { ...state, you: 'Ines 3' } });
    client.rename('Marit');
    wires[1]?.push({ type: 'state', state: { ...state, you: 'Ines 3' } });
    await advance(retryEveryMs + 1);
    expect(wires[2]?.sent).toEqual([
      { type: 'hello', token: 'secret', name: 'Marit', givenName: null, secret: 'desk 1' },
    ]);
    wires[2]?.push({ type: 'state', state: { ...state, you: 'Marit' } });
    expect(named).toEqual([
      ['Ines 3', 'Ines', state.at],
      ['Ines 3', 'Ines', state.at],
      ['Marit', 'Marit', state.at],
    ]);
  });

  it('says when it sent a command, by the clock of the engine that it is connected to', async () => {
    const { client, wires, advance } = setUp();
    await advance(1);
    const hold = { name: 'hold', input: { feed: 'main' } } as const;
    const sentTicks = (wire: number) =>
      wires[wire]?.sent.flatMap((message) => (message.type === 'command' ? [message.sentTickMs] : []));
    const press = (): void => void client.command(hold).catch(() => undefined);
    press();
    wires[0]?.push({ ...alive, tickMs: 5000 });
    await advance(700);
    press();
    wires[0]?.push({ ...alive, tickMs: 5650 });
    press();
    expect(sentTicks(0)).toEqual([undefined, 5700, 5650]);
    wires[0]?.close();
    await advance(retryEveryMs + 1);
    press();
    expect(sentTicks(1)).toEqual([undefined]);
  });

  it('says when a command was pressed if the page handled that late', async () => {
    const { client, wires, advance } = setUp();
    await advance(1);
    wires[0]?.push({ ...alive, tickMs: 5000 });
    await advance(700);
    void client.command({ name: 'hold', input: { feed: 'main' } }, 201).catch(() => undefined);
    expect(wires[0]?.sent.at(-1)).toMatchObject({ name: 'hold', sentTickMs: 5200 });
  });

  it('whose connection was replaced by another page with its secret reconnects with a new one', async () => {
    const { wires, advance } = setUp();
    await advance(1);
    wires[0]?.push({ type: 'replaced' });
    wires[0]?.close();
    await advance(retryEveryMs + 1);
    expect(wires[1]?.sent).toMatchObject([{ type: 'hello', secret: 'desk 2' }]);
    wires[0]?.push({ type: 'replaced' });
    wires[1]?.close();
    await advance(retryEveryMs + 1);
    expect(wires[2]?.sent).toMatchObject([{ type: 'hello', secret: 'desk 2' }]);
  });

  it('says of a press before a lost connection only what is still true after it', async () => {
    const { client, wires, advance } = setUp();
    await advance(1);
    const pressed = client.command({ name: 'hold', input: { feed: 'main' } });
    wires[0]?.close();
    await expect(pressed).rejects.toMatchObject({
      message: 'The connection was lost before Greenroom responded. The result of that press is unknown.',
      nextStep: 'Check what is on air once the desk is connected.',
    });
    await expect(client.command({ name: 'hold', input: { feed: 'main' } })).rejects.toMatchObject({
      message: 'The desk was not connected to Greenroom. That press did nothing.',
    });
  });

  it('matches results to commands in any order', async () => {
    const { client, wires, advance } = setUp();
    await advance(1);
    const hold = client.command({ name: 'hold', input: { feed: 'main' } });
    const next = client.command({ name: 'next', input: { feed: 'main', seenItemId: null } });
    const refusal = { ok: false, code: 'ITEM_UNKNOWN', message: 'no', nextStep: 'look' } as const;
    wires[0]?.push({ type: 'commandResult', id: 2, result: refusal });
    wires[0]?.push({ type: 'commandResult', id: 1, result: { ok: true, value: {} } });
    await expect(next).rejects.toMatchObject(refusal);
    await expect(hold).resolves.toEqual({});
  });

  it('passes on the state that the engine pushes', async () => {
    const { wires, sequences, linkStates, advance } = setUp();
    await advance(1);
    wires[0]?.push({ type: 'state', state: scenes.following.state });
    expect(sequences).toEqual([scenes.following.state.sequence]);
    expect(linkStates).toEqual(['open']);
  });

  it('passes on a change that follows the state, and requests the whole state after a gap', async () => {
    const { client, wires, sequences, linkStates, advance } = setUp();
    await advance(1);
    const { state } = scenes.following;
    const pushChange = (sequence: number): void =>
      wires[0]?.push({ type: 'change', sequence, change: { fields: {}, removed: [] } });
    wires[0]?.push({ type: 'state', state });
    const hold = client.command({ name: 'hold', input: { feed: 'main' } });
    pushChange(state.sequence + 1);
    pushChange(state.sequence + 2);
    expect(sequences).toEqual([state.sequence, state.sequence + 1, state.sequence + 2]);
    pushChange(state.sequence + 4);
    pushChange(state.sequence + 5);
    expect(sequences.length).toBe(3);
    expect(wires[0]?.sent.filter(({ type }) => type === 'resync')).toHaveLength(1);
    wires[0]?.push({ type: 'state', state: { ...state, sequence: state.sequence + 6 } });
    pushChange(state.sequence + 7);
    expect(sequences.slice(3)).toEqual([state.sequence + 6, state.sequence + 7]);
    // The connection stays, so the press before the gap still gets its result.
    wires[0]?.push({ type: 'commandResult', id: 1, result: { ok: true, value: {} } });
    await expect(hold).resolves.toEqual({});
    for (let second = 0; second < 10; second += 1) {
      await advance(1000);
      wires[0]?.push(alive);
    }
    expect([linkStates, wires.length]).toEqual([['open'], 1]);
  });

  it('requests the whole state after a change that does not fit', async () => {
    const { wires, sequences, advance } = setUp();
    await advance(1);
    const { state } = scenes.following;
    wires[0]?.push({ type: 'state', state });
    wires[0]?.push({ type: 'change', sequence: state.sequence + 1, change: { value: 'anything' } });
    wires[0]?.push({ type: 'change', sequence: state.sequence + 2, change: { fields: {}, removed: [] } });
    expect(sequences).toEqual([state.sequence]);
    expect(wires[0]?.sent.at(-1)).toEqual({ type: 'resync' });
  });

  it('reconnects if the whole state does not come, and ignores what the old connection still delivers', async () => {
    const { wires, sequences, linkStates, advance } = setUp();
    await advance(1);
    const { state } = scenes.following;
    wires[0]?.push({ type: 'state', state });
    wires[0]?.push({ type: 'change', sequence: state.sequence + 2, change: { fields: {}, removed: [] } });
    for (let second = 0; second < 3; second += 1) {
      expect(linkStates).toEqual(['open']);
      wires[0]?.push(alive);
      await advance(1000);
    }
    expect(linkStates).toEqual(['open', 'lost']);
    wires[0]?.push({ type: 'state', state });
    expect(sequences).toEqual([state.sequence]);
    await advance(retryEveryMs + 1);
    expect(wires[1]?.sent).toEqual([
      { type: 'hello', token: 'secret', name: 'Ines', givenName: state.you, secret: 'desk 1' },
    ]);
    wires[1]?.push({ type: 'state', state: { ...state, sequence: 1 } });
    wires[1]?.push({ type: 'change', sequence: 2, change: { fields: {}, removed: [] } });
    expect(sequences).toEqual([state.sequence, 1, 2]);
  });

  it('never counts as connected after it failed to take a change or a state, until it has taken the whole state', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { client, wires, fault, sequences, linkStates, advance } = setUp();
    await advance(1);
    const { state } = scenes.following;
    wires[0]?.push({ type: 'state', state });
    fault.error = new Error('not expected');
    wires[0]?.push({ type: 'change', sequence: state.sequence + 1, change: { fields: {}, removed: [] } });
    expect(linkStates).toEqual(['open', 'broken']);
    await expect(client.command({ name: 'hold', input: { feed: 'main' } })).rejects.toMatchObject({
      code: 'DESK_CUT_OFF',
    });
    await advance(retryEveryMs + 1);
    wires[1]?.push(alive);
    wires[1]?.push({ type: 'state', state });
    wires[1]?.push(alive);
    expect(linkStates).toEqual(['open', 'broken']);
    fault.error = null;
    await advance(retryEveryMs + 1);
    wires[2]?.push({ type: 'state', state: { ...state, sequence: 90 } });
    expect(linkStates).toEqual(['open', 'broken', 'open']);
    expect(sequences).toEqual([state.sequence, 90]);
    expect(errors).toHaveBeenCalled();
  });

  it('says that the connection is lost if Greenroom ends while the desk can’t take its state', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { wires, fault, linkStates, advance } = setUp();
    await advance(1);
    fault.error = new Error('not expected');
    wires[0]?.push({ type: 'state', state: scenes.following.state });
    await advance(retryEveryMs + 1);
    wires[1]?.close();
    expect(linkStates).toEqual(['broken', 'lost']);
  });

  it('reports silent after 3 s without a message, and open at the next message', async () => {
    const { wires, linkStates, advance } = setUp();
    await advance(1);
    wires[0]?.push(alive);
    await advance(silentAfterMs + 600);
    expect(linkStates).toEqual(['open', 'silent']);
    wires[0]?.push(alive);
    expect(linkStates).toEqual(['open', 'silent', 'open']);
  });

  it('rejects pending commands and queries with DESK_CUT_OFF when the connection closes', async () => {
    const { client, wires, linkStates, advance } = setUp();
    await advance(1);
    wires[0]?.push(alive);
    const answer = client.command({ name: 'clear', input: { feed: 'main' } });
    const queried = client.query('recordings', {});
    wires[0]?.close();
    await expect(answer).rejects.toMatchObject({
      code: 'DESK_CUT_OFF',
      message: expect.stringContaining('result of that press is unknown'),
    });
    await expect(queried).rejects.toMatchObject({ message: 'No connection to Greenroom.' });
    expect(linkStates).toEqual(['open', 'lost']);
  });

  it('reconnects until the engine is back', async () => {
    const { wires, linkStates, advance } = setUp();
    await advance(1);
    wires[0]?.push(alive);
    for (const index of [0, 1, 2]) {
      wires[index]?.close();
      await advance(retryEveryMs + 1);
    }
    expect(wires).toHaveLength(4);
    wires[3]?.push(alive);
    expect(linkStates).toEqual(['open', 'lost', 'open']);
  });

  it('dates a loss from the last message, not from when it was noticed', async () => {
    const { wires, linkStates, silences, advance } = setUp();
    await advance(0);
    wires[0]?.push({ type: 'state', state: scenes.following.state });
    await advance(silentAfterMs + 600);
    expect(linkStates.at(-1)).toBe('silent');
    expect(silences.at(-1)).toBeGreaterThan(silentAfterMs);
    useMirror.setState(emptyMirror, true);
    mirrorListeners(() => 10_000).onLink('silent', null, 3200);
    expect(useMirror.getState().link.sinceMs).toBe(6800);
  });

  it('reports that it is slow while what arrives can be older than 3 s, and stays open', async () => {
    const { wires, linkStates, speeds, isSlow, answerPings, advance } = setUp();
    await advance(1);
    wires[0]?.push({ type: 'state', state: scenes.following.state });
    isSlow.value = true;
    const hear = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        await advance(1000);
        wires[0]?.push(alive);
      }
    };
    await hear(3);
    expect(speeds).toEqual([]);
    await hear(2);
    expect(speeds).toEqual([true]);
    // The answer is late too.
    answerPings();
    await hear(20);
    expect([speeds, linkStates, wires.length]).toEqual([[true], ['open'], 1]);
    isSlow.value = false;
    answerPings();
    await hear(2);
    expect(speeds).toEqual([true, false]);
  });

  it('replaces a connection that stays silent', async () => {
    const { wires, advance } = setUp();
    await advance(1);
    wires[0]?.push(alive);
    await advance(20_000);
    expect(wires.length).toBeGreaterThan(1);
  });

  it('reports a refusal and slows down its retries', async () => {
    const { wires, linkStates, advance } = setUp();
    await advance(1);
    wires[0]?.push({
      type: 'refused',
      refusal: { ok: false, code: 'COMMAND_UNAUTHORISED', message: 'no', nextStep: 'look' },
    });
    wires[0]?.close();
    await advance(4000);
    expect(linkStates).toEqual(['refused']);
    expect(wires).toHaveLength(1);
    await advance(2000);
    expect(wires).toHaveLength(2);
  });

  it('opens no connection after stop', async () => {
    const { client, wires, advance } = setUp();
    await advance(1);
    client.stop();
    client.stop();
    await advance(10_000);
    expect(wires).toHaveLength(1);
    await expect(client.query('events', { limit: 1 })).rejects.toMatchObject({ code: 'DESK_CUT_OFF' });
  });
});
