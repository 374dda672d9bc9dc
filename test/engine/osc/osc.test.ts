import { createSocket, type Socket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { commandOf, createOsc } from '../../../src/engine/osc/osc.ts';
import { readOsc } from '../../../src/engine/osc/oscMessage.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { fc } from '../../properties.ts';

function encodeText(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function encodeMessage(address: string, ...values: readonly (string | number)[]): Buffer {
  const tags = `,${values.map((value) => (typeof value === 'string' ? 's' : 'i')).join('')}`;
  const encoded = values.map((value) => {
    if (typeof value === 'string') return encodeText(value);
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  });
  return Buffer.concat([encodeText(address), encodeText(tags), ...encoded]);
}

function encodeBundle(...packets: readonly Buffer[]): Buffer {
  const parts = packets.flatMap((packet) => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(packet.length);
    return [size, packet];
  });
  return Buffer.concat([encodeText('#bundle'), Buffer.alloc(8), ...parts]);
}

describe('an OSC datagram', () => {
  it('is parsed with its arguments, alone or in a bundle', () => {
    const hold = encodeMessage('/greenroom/main/hold');
    const block = encodeMessage('/greenroom/main/block', 'p1', 'spam');
    expect(readOsc(hold)).toEqual([{ address: '/greenroom/main/hold', arguments: [] }]);
    expect(readOsc(encodeBundle(hold, encodeBundle(block)))).toEqual([
      { address: '/greenroom/main/hold', arguments: [] },
      { address: '/greenroom/main/block', arguments: ['p1', 'spam'] },
    ]);
    expect(readOsc(encodeText('/greenroom/main/next'))).toHaveLength(1);
  });

  it('is ignored without an error when it is not OSC', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Array.isArray(readOsc(Buffer.from(bytes)))).toBe(true);
      }),
    );
    const good = encodeMessage('/greenroom/main/block', 'p1');
    for (let length = 1; length < good.length; length += 1) {
      for (const found of readOsc(good.subarray(0, length))) expect(found.arguments).toEqual([]);
    }
  });
});

describe('an OSC address', () => {
  it.each([
    ['/greenroom/main/hold', [], { name: 'hold', input: { feed: 'main' } }],
    ['/greenroom/main/take', ['removals'], { name: 'take', input: { feed: 'main', only: 'removals' } }],
    ['/greenroom/main/cue', [3], { name: 'cue', input: { feed: 'main', index: 3 } }],
    ['/greenroom/main/cue', ['p3'], { name: 'cue', input: { feed: 'main', itemId: 'p3' } }],
    ['/greenroom/main/rotate', [0], { name: 'rotate', input: { feed: 'main', seconds: null } }],
    ['/greenroom/main/used', ['p1', 0], { name: 'used', input: { feed: 'main', itemId: 'p1', used: false } }],
    ['/greenroom/main/guards', [], null],
    ['/other/main/hold', [], null],
    ['/greenroom/main/hold/more', [], null],
    ['/greenroom/main/constructor', [], null],
  ])('%s %j maps to the right command, or to none', (address, values, expected) => {
    expect(commandOf({ address, arguments: values })).toEqual(expected);
  });
});

describe('the OSC port', () => {
  it('is named when it is in use, and when it fails later, which stops nothing else', async () => {
    const sockets: Socket[] = [];
    const remember = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
    subscribe('udp.socket', remember);
    const failures: string[] = [];
    const ports = { clock: systemClock, log: () => undefined };
    const onFailed = (error: Error): void => void failures.push(error.message);
    const dispatch = async () => ({ ok: true, value: {} }) as const;
    const osc = createOsc(0, dispatch, ports, onFailed);
    const port = await osc.start();
    unsubscribe('udp.socket', remember);
    const second = createOsc(port, dispatch, ports, onFailed);
    await expect(second.start()).rejects.toThrow(`UDP port ${port} for OSC on 127.0.0.1 is in use.`);
    sockets[0]?.emit('error', new Error('recvmsg ENOMEM'));
    sockets[0]?.emit('error', new Error('recvmsg ENOMEM again'));
    expect(failures).toEqual(['recvmsg ENOMEM', 'recvmsg ENOMEM again']);
    await osc.stop();
    await second.stop();
  });

  it('logs how many messages it dropped over the rate limit', async () => {
    const logged: unknown[] = [];
    let commands = 0;
    let checked = 0;
    const timers: (() => void)[] = [];
    const clock = {
      ...systemClock,
      // Called once per message.
      monotonicMs: () => {
        checked += 1;
        return 0;
      },
      after: (_: number, callback: () => void) => {
        timers.push(callback);
        return () => {};
      },
    };
    const osc = createOsc(
      0,
      async () => {
        commands += 1;
        return { ok: true, value: {} };
      },
      { clock, log: (...line) => void logged.push(line) },
      () => undefined,
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    const next = () =>
      new Promise((sent) => sender.send(encodeMessage('/greenroom/main/next'), port, '127.0.0.1', sent));
    for (let count = 0; count < 103; count += 1) {
      await next();
      // One at a time, so that the operating system drops none.
      await expect.poll(() => checked, { interval: 1 }).toBe(count + 1);
    }
    expect(commands).toBe(100);
    expect(timers).toHaveLength(1);
    timers[0]?.();
    expect(logged).toEqual([['warn', 'COMMAND_TOO_MANY', { osc: 3 }]]);
    sender.close();
    await osc.stop();
  });

  it('runs received commands under the name OSC', async () => {
    const commands: unknown[] = [];
    const osc = createOsc(
      0,
      async (...command) => {
        commands.push(command);
        return { ok: true, value: {} };
      },
      { clock: systemClock, log: () => undefined },
      () => undefined,
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    await new Promise((sent) => sender.send(encodeMessage('/greenroom/main/clear'), port, '127.0.0.1', sent));
    await expect.poll(() => commands).toEqual([['clear', { feed: 'main' }, { name: 'OSC', right: 'operate' }]]);
    sender.close();
    await osc.stop();
    await osc.stop();
  });
});
