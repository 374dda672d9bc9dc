import { expect, it } from 'vitest';
import type { EngineMessage, EngineWire } from '../../../src/contract/wire.ts';
import { openControl } from '../openControl.ts';

/** Connects a desk under this name; returns the name that it gets. */
function join(control: Awaited<ReturnType<typeof openControl>>, name: string | null): string {
  let you = '';
  const wire: EngineWire = {
    send: (message: EngineMessage) => {
      if (message.type === 'state') you = message.state.you;
    },
    onMessage: (listener) => listener({ type: 'hello', token: null, name }),
    onClose: () => undefined,
    close: () => undefined,
  };
  control.serveDesk(wire, { address: 'window', needsToken: false });
  return you;
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
      ['Ben\nCleared by Ines', 'Ben Cleared by Ines'],
      ['\u202eneB\u202c', 'neB'],
      ['\u3164', 'Desk 4'],
      ['x'.repeat(60), 'x'.repeat(40)],
      ['x'.repeat(41), `${'x'.repeat(38)} 2`],
    ] as const;
    expect(given.map(([name]) => [name, join(control, name)])).toEqual(given);
    const create = async (name: string) =>
      (await control.call('POST', '/api/tokens', { name, right: 'operate' })).status;
    const refused = ['Ben\nCleared by Ines', '\u202eneB', 'a\u200bb', '\u3164', 'PANEL', 'neb', 'Control  API'];
    for (const name of refused) expect([name, await create(name)]).toEqual([name, 400]);
    expect(await create('Ben')).toBe(201);
  } finally {
    await control.stop();
  }
});
