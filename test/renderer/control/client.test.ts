/** The desk's client over a wire: answers find their questions, and a lost engine is known to be lost. */
import { describe, expect, it } from 'vitest';
import type { DeskMessage, DeskWire, EngineMessage } from '../../../src/contract/wire.ts';
import { createClient, type LinkWord, retryEveryMs, silentAfterMs } from '../../../src/renderer/control/client.ts';
import { scenes } from '../../../src/renderer/states/show.ts';

type Timer = { readonly at: number; readonly run: () => void };

/** The engine's end of one wire. */
type End = { readonly sent: DeskMessage[]; say: (message: EngineMessage) => void; fall: () => void };

/** Time that moves only when told, and wires that the test holds the other end of. */
function setUp() {
  let nowMs = 0;
  let timers: Timer[] = [];
  const wires: End[] = [];
  const words: LinkWord[] = [];
  const revisions: number[] = [];
  const openWire = async (): Promise<DeskWire> => {
    const sent: DeskMessage[] = [];
    const end: End = { sent, say: () => undefined, fall: () => undefined };
    wires.push(end);
    return {
      send: (message) => {
        sent.push(message);
      },
      onMessage: (listener) => {
        end.say = listener;
      },
      onClose: (listener) => {
        end.fall = listener;
      },
      close: () => end.fall(),
    };
  };
  const client = createClient(
    { openWire, token: 'secret', name: 'Ines' },
    {
      onState: (state) => revisions.push(state.sequence),
      onLists: () => undefined,
      onLink: (word) => words.push(word),
    },
    {
      now: () => nowMs,
      after: (milliseconds, run) => {
        const timer = { at: nowMs + milliseconds, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
    },
  );
  const pass = async (milliseconds: number): Promise<void> => {
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
  return { client, wires, words, revisions, pass };
}

const alive: EngineMessage = { type: 'alive', sequence: 1 };

describe('the client', () => {
  it('says hello first, with the token and the name', async () => {
    const { wires, pass } = setUp();
    await pass(1);
    expect(wires[0]?.sent).toEqual([{ type: 'hello', token: 'secret', name: 'Ines' }]);
  });

  it('gives each command its own answer, whatever the order in which they come', async () => {
    const { client, wires, pass } = setUp();
    await pass(1);
    const hold = client.command('hold', { feed: 'main' });
    const next = client.command('next', { feed: 'main' });
    const refusal = { ok: false, code: 'ITEM_UNKNOWN', message: 'no', nextStep: 'look' } as const;
    wires[0]?.say({ type: 'commandAnswer', id: 2, answer: refusal });
    wires[0]?.say({ type: 'commandAnswer', id: 1, answer: { ok: true, feed: null } });
    expect(await hold).toEqual({ ok: true, feed: null });
    expect(await next).toEqual(refusal);
  });

  it('hands on what is pushed', async () => {
    const { wires, revisions, words, pass } = setUp();
    await pass(1);
    wires[0]?.say({ type: 'state', state: scenes.following.state });
    expect(revisions).toEqual([scenes.following.state.sequence]);
    expect(words).toEqual(['open']);
  });

  it('calls the engine silent when nothing was heard for three seconds, and open again at the next word', async () => {
    const { wires, words, pass } = setUp();
    await pass(1);
    wires[0]?.say(alive);
    await pass(silentAfterMs + 600);
    expect(words).toEqual(['open', 'silent']);
    wires[0]?.say(alive);
    expect(words).toEqual(['open', 'silent', 'open']);
  });

  it('answers what was under way with a refusal that says the outcome is not known when the wire falls', async () => {
    const { client, wires, words, pass } = setUp();
    await pass(1);
    wires[0]?.say(alive);
    const answer = client.command('clear', { feed: 'main' });
    wires[0]?.fall();
    expect(await answer).toMatchObject({ ok: false, code: 'DESK_CUT_OFF' });
    expect(words).toEqual(['open', 'lost']);
  });

  it('opens again and again until the engine is back', async () => {
    const { wires, words, pass } = setUp();
    await pass(1);
    wires[0]?.say(alive);
    for (const at of [0, 1, 2]) {
      wires[at]?.fall();
      await pass(retryEveryMs + 1);
    }
    expect(wires).toHaveLength(4);
    wires[3]?.say(alive);
    expect(words).toEqual(['open', 'lost', 'open']);
  });

  it('leaves a wire that stays silent for another one', async () => {
    const { wires, pass } = setUp();
    await pass(1);
    wires[0]?.say(alive);
    await pass(20_000);
    expect(wires.length).toBeGreaterThan(1);
  });

  it('says why it was refused, and stops asking twice a second', async () => {
    const { wires, words, pass } = setUp();
    await pass(1);
    wires[0]?.say({
      type: 'refused',
      refusal: { ok: false, code: 'COMMAND_UNAUTHORISED', message: 'no', nextStep: 'look' },
    });
    wires[0]?.fall();
    await pass(4000);
    expect(words).toEqual(['refused']);
    expect(wires).toHaveLength(1);
    await pass(2000);
    expect(wires).toHaveLength(2);
  });

  it('opens no more wires once it is stopped', async () => {
    const { client, wires, pass } = setUp();
    await pass(1);
    client.stop();
    client.stop();
    await pass(10_000);
    expect(wires).toHaveLength(1);
    expect(await client.ask('events', { limit: 1 })).toMatchObject({ ok: false });
  });
});
