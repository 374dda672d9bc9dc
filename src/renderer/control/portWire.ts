/** The way to the engine inside the desktop app: the port that the preload posts to the page. */
import type { DeskWire, EngineMessage } from '../../contract/wire.ts';
import { createInbox } from './inbox.ts';

declare global {
  interface Window {
    readonly greenroom?: { readonly isDesktop: boolean };
  }
}

/** A wire over one port. A port that the other side closed ends it. */
export function wireOverPort(port: MessagePort): DeskWire {
  const inbox = createInbox<EngineMessage>();
  port.addEventListener('message', (event: MessageEvent<EngineMessage>) => inbox.put(event.data));
  port.addEventListener('close', () => inbox.end());
  port.start();
  return {
    send: (message) => port.postMessage(message),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    close: () => {
      inbox.end();
      port.close();
    },
  };
}

/** Listens for ports from the preload; each opening takes the newest one, or waits for the next. */
export function listenForPorts(page: Window): () => Promise<DeskWire> {
  let ready: MessagePort | null = null;
  let waiting: ((wire: DeskWire) => void) | null = null;
  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== page || port === undefined || !isPortNotice(event.data)) return;
    if (waiting === null) ready = port;
    else waiting(wireOverPort(port));
    waiting = null;
  });
  return () =>
    new Promise((resolve) => {
      if (ready === null) {
        waiting = resolve;
        return;
      }
      resolve(wireOverPort(ready));
      ready = null;
    });
}

function isPortNotice(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'greenroom-port';
}
