import { createSocket, type Socket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { commandSchemas } from '../../../src/contract/commandSchemas.ts';
import type { OscArgument } from '../../../src/core/commands/commandRow.ts';
import { isCommand } from '../../../src/core/commandTable.ts';
import { describeFirstFault } from '../../../src/core/describeIssue.ts';
import { commandOf, createOsc } from '../../../src/engine/osc/osc.ts';
import { readOsc } from '../../../src/engine/osc/oscMessage.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { fc } from '../../properties.ts';

const noLog = { add: () => undefined };

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
    ['/greenroom/main/hold', [1], { name: 'hold', input: { feed: 'main' } }],
    ['/greenroom/main/clear', [true], { name: 'clear', input: { feed: 'main' } }],
    ['/greenroom/main/take', [1], { name: 'take', input: { feed: 'main' } }],
    ['/greenroom/main/clear', [0], 'released'],
    ['/greenroom/main/next', [false], 'released'],
    ['/greenroom/main/take', [0], 'released'],
    ['/greenroom/main/point', ['c2'], { name: 'point', input: { feed: 'main', collectionId: 'c2' } }],
    ['/greenroom/main/point', ['c2', 1], { name: 'point', input: { feed: 'main', collectionId: 'c2', hold: true } }],
    ['/greenroom/main/point', ['c2', 0], { name: 'point', input: { feed: 'main', collectionId: 'c2', hold: false } }],
    ['/greenroom/main/block', ['p1', 'spam'], { name: 'block', input: { feed: 'main', itemId: 'p1', reason: 'spam' } }],
    ['/other/main/hold', [], null],
    ['/greenroom/main/hold/more', [], null],
    ['/greenroom/main/constructor', [], null],
  ])('%s %j maps to the right command, or to none', (address, values, expected) => {
    expect(commandOf({ address, arguments: values })).toEqual(expected);
  });
});

describe('an argument that the command does not have', () => {
  it.each<readonly [string, readonly OscArgument[], string]>([
    ['take', ['Removals'], 'only: must be "removals"'],
    ['take', ['removals '], 'only: must be "removals"'],
    ['take', [null], 'it has an unknown field: argument 1; remove it'],
    ['take', ['removals', 1], 'it has an unknown field: argument 2; remove it'],
    ['clear', [0.5], 'it has an unknown field: argument 1; remove it'],
    ['clear', ['now'], 'it has an unknown field: argument 1; remove it'],
    ['clear', [1, 1], 'it has unknown fields: argument 1, argument 2; remove them'],
    ['point', ['c2', 'hold'], 'hold: must be true or false'],
    ['point', ['c2', 0.5], 'hold: must be true or false'],
    ['used', ['p1', 'yes'], 'used: must be true or false'],
    ['block', [], 'itemId: is missing; it must be a string'],
    ['cue', [2.5], 'index: must be a whole number'],
    ['rollback', ['12'], 'revision: must be a number'],
    ['rotate', [], 'seconds: must be a number or "same"'],
    ['rotate', ['off'], 'seconds: must be a number or "same"'],
  ])('is refused like a wrong body of the control API: %s %j', (name, given, fault) => {
    const command = commandOf({ address: `/greenroom/main/${name}`, arguments: given });
    if (command === null || command === 'released' || !isCommand(command.name)) throw new Error('no command');
    const read = commandSchemas[command.name].safeParse(command.input, { reportInput: true });
    expect(read.error && describeFirstFault(read.error)).toBe(fault);
  });

  it.each([
    [['p1', 1], { feed: 'main', itemId: 'p1' }],
    [['p1', null], { feed: 'main', itemId: 'p1' }],
    [['p1', 'spam', 1], { feed: 'main', itemId: 'p1', reason: 'spam' }],
  ])('does not keep a post on air that %j blocks', (given, input) => {
    expect(commandOf({ address: '/greenroom/main/block', arguments: given })).toEqual({ name: 'block', input });
  });

  it('blocks nothing when a button is released', () => {
    expect(commandOf({ address: '/greenroom/main/block', arguments: ['p1', 0] })).toBe('released');
  });

  it('is refused also if its type cannot be read', () => {
    const blob = Buffer.concat([encodeText('/greenroom/main/clear'), encodeText(',b'), Buffer.from([0, 0, 0, 0])]);
    expect(readOsc(blob)).toEqual([{ address: '/greenroom/main/clear', arguments: [null] }]);
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
    const osc = createOsc(0, { dispatch, ports, eventLog: noLog }, onFailed);
    const port = await osc.start();
    unsubscribe('udp.socket', remember);
    const second = createOsc(port, { dispatch, ports, eventLog: noLog }, onFailed);
    await expect(second.start()).rejects.toThrow(`UDP port ${port} for OSC on 127.0.0.1 is in use.`);
    sockets[0]?.emit('error', new Error('recvmsg ENOMEM'));
    sockets[0]?.emit('error', new Error('recvmsg ENOMEM again'));
    expect(failures).toEqual(['recvmsg ENOMEM', 'recvmsg ENOMEM again']);
    await osc.stop();
    await second.stop();
  });

  it('logs how many messages it dropped over the rate limit, and still takes posts off air', async () => {
    const logged: unknown[] = [];
    const entries: string[] = [];
    const commands: string[] = [];
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
      {
        dispatch: async (name) => {
          commands.push(name);
          return { ok: true, value: {} };
        },
        ports: { clock, log: (...line) => void logged.push(line) },
        eventLog: { add: ({ message }) => void entries.push(message) },
      },
      () => undefined,
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    const send = async (name: string, ...given: readonly string[]): Promise<void> => {
      const before = checked;
      await new Promise((sent) =>
        sender.send(encodeMessage(`/greenroom/main/${name}`, ...given), port, '127.0.0.1', sent),
      );
      // One at a time, so that the operating system drops none.
      await expect.poll(() => checked, { interval: 1 }).toBe(before + 1);
    };
    for (let count = 0; count < 103; count += 1) await send('next');
    expect(commands).toHaveLength(100);
    await send('take');
    for (const name of ['clear', 'hold', 'block'] as const) await send(name, 'a');
    await send('take', 'removals');
    expect(commands.slice(100)).toEqual(['clear', 'hold', 'block', 'take']);
    expect(timers).toHaveLength(1);
    timers[0]?.();
    expect(logged).toEqual([['warn', 'COMMAND_TOO_MANY', { osc: 4 }]]);
    expect(entries).toEqual(['4 OSC messages were dropped, because more than 50 came in a second.']);
    sender.close();
    await osc.stop();
  });

  it('runs received commands under the name OSC', async () => {
    const commands: unknown[] = [];
    const osc = createOsc(
      0,
      {
        dispatch: async (...command) => {
          commands.push(command);
          return { ok: true, value: {} };
        },
        ports: { clock: systemClock, log: () => undefined },
        eventLog: noLog,
      },
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

  it('logs refused messages with the reason, and few of many', async () => {
    const entries: unknown[] = [];
    const clock = { ...systemClock, monotonicMs: () => 0 };
    const refused = { ok: false, code: 'COMMAND_INVALID', message: 'It is not valid.', nextStep: '' } as const;
    const osc = createOsc(
      0,
      {
        dispatch: async () => refused,
        ports: { clock, log: () => undefined },
        eventLog: { add: (entry) => void entries.push(entry) },
      },
      () => undefined,
    );
    const port = await osc.start();
    const sender = createSocket('udp4');
    const send = (...message: Parameters<typeof encodeMessage>) =>
      new Promise((sent) => sender.send(encodeMessage(...message), port, '127.0.0.1', sent));
    await send('/greenroom/main/take', 'Removals');
    await send('/greenroom/main/clear', 0);
    await send('/greenroom/main/tkae');
    await send('/xremote');
    await expect.poll(() => entries).toHaveLength(2);
    const subject = { level: 'warn', cause: 'operator', by: 'OSC', revision: null };
    expect(entries).toContainEqual({
      ...{ ...subject, code: 'COMMAND_INVALID', about: 'main' },
      message: 'OSC /greenroom/main/take Removals was refused. It is not valid.',
    });
    expect(entries).toContainEqual({
      ...{ ...subject, code: 'COMMAND_UNKNOWN', about: null },
      message: 'OSC /greenroom/main/tkae was refused. There is no such address or command. Nothing happened.',
    });
    for (let count = 0; count < 20; count += 1) await send('/greenroom/main/block');
    await expect.poll(() => entries).toHaveLength(10);
    sender.close();
    await osc.stop();
  });
});
