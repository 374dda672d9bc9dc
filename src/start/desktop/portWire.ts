/** Carries the desk’s messages over a message port of our own window. */
import type { EngineWire } from '../../contract/wire.ts';
import { readDeskMessage } from '../../engine/desk/socket.ts';

/** The part of Electron’s MessagePortMain that we use. */
export type PortLike = {
  readonly postMessage: (message: unknown) => void;
  readonly on: {
    (event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
    (event: 'close', listener: () => void): unknown;
  };
  readonly start: () => void;
  readonly close: () => void;
};

/** Closes the port on an invalid message, because only our own page has the other end. */
export function createPortWire(port: PortLike): EngineWire {
  let isClosed = false;
  let notifyClosed = (): void => undefined;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    port.close();
    notifyClosed();
  };
  port.on('close', close);
  return {
    send: (message) => {
      if (!isClosed) port.postMessage(message);
    },
    onMessage: (listener) => {
      port.on('message', ({ data }) => {
        const message = readDeskMessage(data);
        if (message === null) close();
        else listener(message);
      });
      port.start();
    },
    onClose: (listener) => {
      notifyClosed = listener;
    },
    close,
  };
}
