/** Connects to the engine in the desktop app, over the message port that the preload script posts to the page. */
import type { DeskWire, EngineMessage } from '../../contract/wire.ts';
import { createMessageBuffer } from './messageBuffer.ts';

declare global {
  interface Window {
    readonly greenroom?: { readonly isDesktop: boolean };
  }
}

/** Wraps a message port; closing either end closes the connection. */
export function createPortWire(port: MessagePort): DeskWire {
  const buffer = createMessageBuffer<EngineMessage>();
  port.addEventListener('message', (event: MessageEvent<EngineMessage>) => buffer.put(event.data));
  port.addEventListener('close', () => buffer.end());
  port.start();
  return {
    send: (message) => port.postMessage(message),
    onMessage: buffer.onMessage,
    onClose: buffer.onClose,
    close: () => {
      buffer.end();
      port.close();
    },
  };
}

/** Listens for ports from the preload script. Each call takes the newest unused port, or waits for the next. */
export function listenForPorts(page: Window): () => Promise<DeskWire> {
  let ready: MessagePort | null = null;
  let waiting: ((wire: DeskWire) => void) | null = null;
  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== page || port === undefined || !isPortMessage(event.data)) return;
    if (waiting === null) ready = port;
    else waiting(createPortWire(port));
    waiting = null;
  });
  return () =>
    new Promise((resolve) => {
      if (ready === null) {
        waiting = resolve;
        return;
      }
      resolve(createPortWire(ready));
      ready = null;
    });
}

function isPortMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'greenroom-port';
}
