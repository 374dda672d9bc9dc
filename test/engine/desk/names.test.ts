import { expect, it } from 'vitest';
import type { DeskMessage, EngineMessage, EngineWire } from '../../../src/contract/wire.ts';
import { ofGreenroom } from '../../../src/engine/logs/eventSentences.ts';
import { openControl } from '../openControl.ts';

type Control = Awaited<ReturnType<typeof openControl>>;

/** Connects a desk under this name; returns the name that it gets. */
function join(control: Control, name: string | null): string {
  return connect(control, name, null).you;
}

/** Connects a desk whose operator typed `name`, and that had `givenName` before. */
function connect(control: Control, name: string | null, givenName: string | null, secret: string | null = null) {
  let you = '';
  const received: EngineMessage[] = [];
  let close = (): void => undefined;
  let receive: (message: DeskMessage) => void = () => undefined;
  const wire: EngineWire = {
    send: (message: EngineMessage) => {
      received.push(message);
      if (message.type === 'state') you = message.state.you;
    },
    onMessage: (listener) => {
      receive = listener;
    },
    onClose: (listener) => {
      close = listener;
    },
    close: () => undefined,
  };
  control.serveDesk(wire, { address: 'window', needsToken: false });
  receive({ type: 'hello', token: null, name, givenName, secret });
  return { you, leave: close, send: (message: DeskMessage) => receive(message), received };
}

it('gives a desk a name of one visible line that no token, program or other desk has', async () => {
  const control = await openControl();
  try {
    await control.call('POST', '/api/tokens', { name: 'Panel', right: 'operate' });
    const given = [
      ['Ines', 'Ines'],
      ['ines', 'ines 2'],
      ['Ine\u200bs', 'Ine s'],
      ['Ｉnes', 'Ｉnes 3'],
      ['panel', 'panel 2'],
      ['Control', 'Desk'],
      ['osc', 'Desk 2'],
      ['Control\u2800API', 'Desk 3'],
      ['You', 'Desk 4'],
      ['ＹＯＵ', 'Desk 5'],
      ['the\u2003service', 'Desk 6'],
      ['gREENROOM', 'Desk 7'],
      ['Rule', 'Desk 8'],
      ['restart', 'Desk 9'],
      ['operator', 'Desk 10'],
      ['Ben\nCleared by Ines', 'Ben Cleared by Ines'],
      ['\u202eneB\u202c', 'neB'],
      ['\u3164', 'Desk 11'],
      ['x'.repeat(60), 'x'.repeat(40)],
      ['x'.repeat(41), `${'x'.repeat(38)} 2`],
    ] as const;
    expect(given.map(([name]) => [name, join(control, name)])).toEqual(given);
    const create = async (name: string) =>
      (await control.call('POST', '/api/tokens', { name, right: 'operate' })).status;
    const refused = [
      'Ben\nCleared by Ines',
      '\u202eneB',
      'a\u200bb',
      '\u3164',
      'PANEL',
      'neb',
      'Control  API',
      'You',
      'The  service',
    ];
    for (const name of refused) expect([name, await create(name)]).toEqual([name, 400]);
    expect(await create('Ben')).toBe(201);
  } finally {
    await control.stop();
  }
});

it.each([
  [
    'changed the gate',
    (control: Control) =>
      control.store.apply({ type: 'feedHeld', feed: 'main', by: 'Desk', at: '2026-11-20T18:00:01.000Z' }),
  ],
  [
    'blocked a post',
    (control: Control) =>
      control.store.apply({
        ...{ type: 'itemBlocked', feed: 'main', itemId: 's', reason: null, by: 'Desk', at: '2026-11-20T18:00:01.000Z' },
      } as const),
  ],
  [
    'changed on air, then another desk changed the gate',
    async (control: Control) => {
      const fields = { feed: 'main', at: '2026-11-20T18:00:01.000Z' };
      await control.store.apply({ type: 'itemBlocked', itemId: 'a', reason: null, by: 'Desk', ...fields });
      await control.store.apply({ type: 'feedHeld', by: 'Ines', ...fields });
    },
  ],
  [
    'pressed a key in this run',
    (control: Control) => control.dispatch('next', { feed: 'main' }, { name: 'Desk', right: 'desk' }),
  ],
] as const)('gives a new desk another name than that of a desk that %s and closed', async (_, act) => {
  const control = await openControl();
  try {
    const first = connect(control, null, null);
    expect(first.you).toBe('Desk');
    first.leave();
    expect(connect(control, null, null).you).toBe('Desk');
  } finally {
    await control.stop();
  }
  const other = await openControl();
  try {
    const first = connect(other, null, null);
    await act(other);
    first.leave();
    expect(connect(other, null, null).you).toBe('Desk 2');
    // The desk that acted gets its name back, and so does an operator who types it.
    const again = connect(other, null, 'Desk');
    expect(again.you).toBe('Desk');
    again.leave();
    expect(connect(other, 'Desk', null).you).toBe('Desk');
  } finally {
    await other.stop();
  }
});

it('never gives a desk the name of a connected desk, also if it had that name before', async () => {
  const control = await openControl();
  try {
    const first = connect(control, null, null);
    expect(connect(control, null, 'Desk').you).toBe('Desk 2');
    expect(connect(control, 'Ines', null).you).toBe('Ines');
    expect(connect(control, 'Ines', 'Ines').you).toBe('Ines 2');
    expect(connect(control, 'Ines', 'Control').you).toBe('Ines 3');
    first.leave();
    expect(connect(control, null, 'Desk').you).toBe('Desk');
  } finally {
    await control.stop();
  }
});

it('keeps the last action of a desk that is renamed', async () => {
  const control = await openControl();
  try {
    const secret = 'a-secret-of-one-desk';
    connect(control, 'Marit', null, secret);
    await control.dispatch('hold', { feed: 'main' }, { name: 'Marit', right: 'desk' });
    expect(connect(control, 'Tom', null, secret).you).toBe('Tom');
    const { body } = await control.call('GET', '/api/state');
    expect(body.desks).toMatchObject([{ name: 'Tom', lastAction: { verb: 'hold' } }]);
  } finally {
    await control.stop();
  }
});

it('keeps what an operator pressed as the last action of a desk that then sets a poster by itself', async () => {
  const control = await openControl();
  try {
    connect(control, 'Marit', null);
    const caller = { name: 'Marit', right: 'desk' } as const;
    await control.dispatch('hold', { feed: 'main' }, caller);
    const result = await control.dispatch('setPoster', { name: `${'a'.repeat(64)}.mp4`, picture: 'AAAA' }, caller);
    expect(result).toMatchObject({ ok: true });
    const { body } = await control.call('GET', '/api/state');
    expect(body.desks).toMatchObject([{ name: 'Marit', lastAction: { verb: 'hold' } }]);
  } finally {
    await control.stop();
  }
});

it('gives a desk its name and last action again while its lost connection is still open, and that one acts no more', async () => {
  const control = await openControl();
  try {
    const secret = 'a-secret-of-one-desk';
    const lost = connect(control, null, null, secret);
    await control.dispatch('hold', { feed: 'main' }, { name: 'Desk', right: 'desk' });
    const again = connect(control, null, 'Desk', secret);
    expect(again.you).toBe('Desk');
    expect(lost.received.at(-1)).toEqual({ type: 'replaced' });
    const { body } = await control.call('GET', '/api/state');
    expect(body.desks).toMatchObject([{ name: 'Desk', lastAction: { verb: 'hold' } }]);
    expect(JSON.stringify([body, again.received, control.eventLog.entries(100)])).not.toContain(secret);
    const count = lost.received.length;
    lost.send({
      type: 'command',
      id: 1,
      name: 'release',
      input: { feed: 'main', liveVersion: null, gate: null, revision: null },
    });
    lost.leave();
    expect(control.store.state().feeds[0]?.gate).toBe('held');
    expect(lost.received).toHaveLength(count);
    expect(connect(control, null, 'Desk', 'another-secret-of-one').you).toBe('Desk 2');
    again.leave();
    expect(connect(control, null, 'Desk', secret).you).toBe('Desk');
  } finally {
    await control.stop();
  }
});

it('gives a new desk no name that the log of an earlier run says acted', async () => {
  const control = await openControl();
  try {
    for (const by of ['Desk', 'DESK 2', 'Desk 3'])
      control.eventLog.add({ ...ofGreenroom, level: 'info', code: 'GATE', message: 'main: held.', by });
    expect(connect(control, null, null).you).toBe('Desk 4');
  } finally {
    await control.stop();
  }
});
