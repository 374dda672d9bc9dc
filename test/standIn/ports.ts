/** Message ports of the main process, whose other end can be moved to a page. */
import { EventEmitter } from 'node:events';

/** The way to a port that is in a page. */
export type RemotePort = { readonly send: (data: unknown) => void; readonly close: () => void };

/** Electron’s MessagePortMain: messages wait until `start`. */
export class MessagePortMain extends EventEmitter {
  other: MessagePortMain | null = null;
  remote: RemotePort | null = null;
  waiting: unknown[] = [];
  isStarted = false;
  isClosed = false;

  postMessage(data: unknown): void {
    if (!this.isClosed) this.other?.receive(data);
  }

  start(): void {
    this.isStarted = true;
    this.flush();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.remote?.close();
    this.other?.close();
    setImmediate(() => this.emit('close'));
  }

  receive(data: unknown): void {
    this.waiting.push(data);
    this.flush();
  }

  /** Moves this end to a page. */
  moveTo(remote: RemotePort): void {
    this.remote = remote;
    this.flush();
  }

  flush(): void {
    if (this.remote === null && !this.isStarted) return;
    for (const data of this.waiting.splice(0)) {
      if (this.remote === null) this.emit('message', { data, ports: [] });
      else this.remote.send(data);
    }
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
