/** Opens the desk of the desktop app over a wire of its own, and changes settings from it. */
import { expect } from 'vitest';
import type { DeskMessage, EngineMessage } from '../../src/contract/wire.ts';
import type { Engine } from '../../src/engine/engine.ts';

type CommandResult = Extract<EngineMessage, { type: 'commandResult' }>['result'];

export function openWindow(engine: Pick<Engine, 'serveDesk'>) {
  const received: EngineMessage[] = [];
  let receive = (_: DeskMessage): void => undefined;
  engine.serveDesk(
    {
      send: (message) => void received.push(message),
      onMessage: (listener) => {
        receive = listener;
      },
      onClose: () => undefined,
      close: () => undefined,
    },
    { address: 'window', needsToken: false },
  );
  receive({ type: 'hello', token: null, name: null, givenName: null, secret: null });
  let commands = 0;
  const changeSettings = async (patch: Readonly<Record<string, unknown>>): Promise<CommandResult | undefined> => {
    commands += 1;
    const id = commands;
    receive({ type: 'command', id, name: 'changeSettings', input: { patch, seen: null } });
    const find = () => received.find((message) => message.type === 'commandResult' && message.id === id);
    await expect.poll(find).toBeDefined();
    const found = find();
    return found?.type === 'commandResult' ? found.result : undefined;
  };
  /** Given to this desk by the engine. */
  const name = (): string => received.find((message) => message.type === 'state')?.state.you ?? '';
  return { received, changeSettings, name };
}
