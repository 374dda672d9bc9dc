/** The way to the engine from a browser: a WebSocket on the desk's own origin. */
import type { DeskWire, EngineMessage } from '../../contract/wire.ts';
import { createInbox } from './inbox.ts';

/** The socket's address for the page that the engine served. */
export function socketAddress(page: { readonly protocol: string; readonly host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/api/socket`;
}

/** Opens at once; what is sent before it is open goes out when it is. Frames that cannot be read are dropped. */
export function openSocketWire(address: string): DeskWire {
  const inbox = createInbox<EngineMessage>();
  const socket = new WebSocket(address);
  let unsent: string[] = [];
  socket.addEventListener('open', () => {
    for (const frame of unsent) socket.send(frame);
    unsent = [];
  });
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readFrame(event.data);
    if (message !== null) inbox.put(message);
  });
  socket.addEventListener('close', () => inbox.end());
  socket.addEventListener('error', () => inbox.end());
  return {
    send: (message) => {
      const frame = JSON.stringify(message);
      if (socket.readyState === WebSocket.CONNECTING) unsent.push(frame);
      else if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    close: () => {
      inbox.end();
      socket.close();
    },
  };
}

/** The engine is our own and checks what it sends; the desk only makes sure that it is a message at all. */
function readFrame(data: unknown): EngineMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as EngineMessage) : null;
  } catch {
    return null;
  }
}
