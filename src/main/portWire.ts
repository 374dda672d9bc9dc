/** Carries a desk's messages over one message port of our own window. */
import type { EngineWire } from '../contract/wire.ts';
import { readDeskMessage } from '../engine/control/socket.ts';

/** The part of Electron's MessagePortMain that a wire needs. */
export type PortLike = {
  readonly postMessage: (message: unknown) => void;
  readonly on: {
    (event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
    (event: 'close', listener: () => void): unknown;
  };
  readonly start: () => void;
  readonly close: () => void;
};

/** The wire over that port. What cannot be read closes it: nothing but our own page has the other end. */
export function wireOverPort(port: PortLike): EngineWire {
  let isClosed = false;
  let closed = (): void => undefined;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    port.close();
    closed();
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
      closed = listener;
    },
    close,
  };
}
