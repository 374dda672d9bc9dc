/** Connects to the engine from a browser, over a WebSocket on the page's own origin. */
import type { DeskWire, EngineMessage } from '../../contract/wire.ts';
import { createMessageBuffer } from './messageBuffer.ts';

export function socketAddress(page: { readonly protocol: string; readonly host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/api/socket`;
}

/** Opens the socket; messages sent before it is open are queued, unreadable frames are ignored. */
export function openSocketWire(address: string): DeskWire {
  const buffer = createMessageBuffer<EngineMessage>();
  const socket = new WebSocket(address);
  let unsent: string[] = [];
  socket.addEventListener('open', () => {
    for (const frame of unsent) socket.send(frame);
    unsent = [];
  });
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readFrame(event.data);
    if (message !== null) buffer.put(message);
  });
  socket.addEventListener('close', () => buffer.end());
  socket.addEventListener('error', () => buffer.end());
  return {
    send: (message) => {
      const frame = JSON.stringify(message);
      if (socket.readyState === WebSocket.CONNECTING) unsent.push(frame);
      else if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    onMessage: buffer.onMessage,
    onClose: buffer.onClose,
    close: () => {
      buffer.end();
      socket.close();
    },
  };
}

/** The engine validates what it sends, so only the outer shape is checked here. */
function readFrame(data: unknown): EngineMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as EngineMessage) : null;
  } catch {
    return null;
  }
}
