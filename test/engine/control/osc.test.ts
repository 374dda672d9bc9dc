import { createSocket } from 'node:dgram';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, createOsc } from '../../../src/engine/control/osc.ts';
import { readOsc } from '../../../src/engine/control/oscMessage.ts';
import { systemClock } from '../../../src/engine/ports.ts';

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function message(address: string, ...given: readonly (string | number)[]): Buffer {
  const tags = `,${given.map((one) => (typeof one === 'string' ? 's' : 'i')).join('')}`;
  const values = given.map((one) => {
    if (typeof one === 'string') return text(one);
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(one);
    return bytes;
  });
  return Buffer.concat([text(address), text(tags), ...values]);
}

function bundle(...inside: readonly Buffer[]): Buffer {
  const parts = inside.flatMap((one) => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(one.length);
    return [size, one];
  });
  return Buffer.concat([text('#bundle'), Buffer.alloc(8), ...parts]);
}

describe('an OSC datagram', () => {
  it('is read with its arguments, alone or in a bundle', () => {
    const hold = message('/greenroom/main/hold');
    const block = message('/greenroom/main/block', 'p1', 'spam');
    expect(readOsc(hold)).toEqual([{ address: '/greenroom/main/hold', arguments: [] }]);
    expect(readOsc(bundle(hold, bundle(block)))).toEqual([
      { address: '/greenroom/main/hold', arguments: [] },
      { address: '/greenroom/main/block', arguments: ['p1', 'spam'] },
    ]);
    expect(readOsc(text('/greenroom/main/next'))).toHaveLength(1);
  });

  it('is no message when it is anything else, and never a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Array.isArray(readOsc(Buffer.from(bytes)))).toBe(true);
      }),
    );
    const good = message('/greenroom/main/block', 'p1');
    for (let length = 1; length < good.length; length += 1) {
      for (const found of readOsc(good.subarray(0, length))) expect(found.arguments).toEqual([]);
    }
  });
});

describe('an OSC address', () => {
  it.each([
    ['/greenroom/main/hold', [], { verb: 'hold', input: { feed: 'main' } }],
    ['/greenroom/main/take', ['removals'], { verb: 'take', input: { feed: 'main', only: 'removals' } }],
    ['/greenroom/main/cue', [3], { verb: 'cue', input: { feed: 'main', index: 3 } }],
    ['/greenroom/main/cue', ['p3'], { verb: 'cue', input: { feed: 'main', itemId: 'p3' } }],
    ['/greenroom/main/rotate', [0], { verb: 'rotate', input: { feed: 'main', seconds: null } }],
    ['/greenroom/main/used', ['p1', 0], { verb: 'used', input: { feed: 'main', itemId: 'p1', used: false } }],
    ['/greenroom/main/guards', [], null],
    ['/other/main/hold', [], null],
    ['/greenroom/main/hold/more', [], null],
    ['/greenroom/main/constructor', [], null],
  ])('%s %j means what it says', (address, given, expected) => {
    expect(commandOf({ address, arguments: given })).toEqual(expected);
  });
});

describe('the OSC port', () => {
  it('says in the log how many messages it dropped for coming too fast', async () => {
    const logged: unknown[] = [];
    let pressed = 0;
    let judged = 0;
    const later: (() => void)[] = [];
    const clock = {
      ...systemClock,
      // Asked once for each message.
      monotonicMs: () => {
        judged += 1;
        return 0;
      },
      after: (_: number, act: () => void) => {
        later.push(act);
        return () => {};
      },
    };
    const osc = createOsc(
      0,
      async () => {
        pressed += 1;
        return { ok: true, feed: null };
      },
      { clock, log: (...line) => void logged.push(line) },
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    const next = () => new Promise((sent) => sender.send(message('/greenroom/main/next'), port, '127.0.0.1', sent));
    for (let count = 0; count < 103; count += 1) {
      await next();
      // One at a time, so that the system drops none.
      await expect.poll(() => judged, { interval: 1 }).toBe(count + 1);
    }
    expect(pressed).toBe(100);
    expect(later).toHaveLength(1);
    later[0]?.();
    expect(logged).toEqual([['warn', 'COMMAND_TOO_MANY', { osc: 3 }]]);
    sender.close();
    await osc.stop();
  });

  it('presses what it is sent, as OSC', async () => {
    const pressed: unknown[] = [];
    const osc = createOsc(
      0,
      async (...press) => {
        pressed.push(press);
        return { ok: true, feed: null };
      },
      { clock: systemClock, log: () => undefined },
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    await new Promise((sent) => sender.send(message('/greenroom/main/clear'), port, '127.0.0.1', sent));
    await expect.poll(() => pressed).toEqual([['clear', { feed: 'main' }, 'OSC']]);
    sender.close();
    await osc.stop();
    await osc.stop();
  });
});
