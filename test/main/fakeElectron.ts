/**
 * A stand-in for the `electron` module, so that plain Node can run the built main bundle. It proves that the bundle loads, wires
 * itself up, serves its desk and ends; it proves nothing of Electron. What happens is printed, one JSON object a line.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel as NodeChannel, type MessagePort as NodePort } from 'node:worker_threads';

function tell(event: string, facts: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
}

type Handler = (request: Request) => Promise<Response>;
let handler: Handler | null = null;
let mayReach: ((details: { url: string }, answer: (given: { cancel: boolean }) => void) => void) | null = null;
let check: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  commandLine: { removeSwitch: () => undefined },
  whenReady: async () => undefined,
  enableSandbox: () => tell('sandbox', {}),
  requestSingleInstanceLock: () => process.env['STAND_IN_SECOND'] !== '1',
  setPath: (name: string, path: string) => tell('path', { name, path }),
  getPath: () => '/nowhere',
  setAppUserModelId: () => undefined,
  exit: (code: number) => {
    tell('exit', { code });
    process.exit(code);
  },
  quit: () => {
    let isPrevented = false;
    app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return;
    tell('quit', {});
    process.exit(0);
  },
});

class Contents extends EventEmitter {
  reload(): void {
    tell('reload', {});
    app.quit();
  }
  setWindowOpenHandler(answer: () => unknown): void {
    tell('windowOpen', { answer: answer() });
  }
  postMessage(channel: string, _: unknown, ports: readonly Port[]): void {
    tell('handed', { channel, ports: ports.length });
    const port = ports[0];
    if (port === undefined) return;
    let hasTried = false;
    port.on('message', ({ data }) => {
      const { type, ...rest } = data as { readonly type: string; readonly state?: { readonly version: string } };
      tell('desk', { type, version: rest.state?.version });
      if (type !== 'lists' || hasTried) return;
      hasTried = true;
      void tryDoors().then(() => this.emit('render-process-gone', {}, { reason: 'crashed' }));
    });
    port.start();
    port.postMessage({ type: 'hello', token: null, name: 'Stand-in' });
  }
}

/** Asks at the doors that the bundle opened, and tells what each answered. */
async function tryDoors(): Promise<void> {
  const paths = ['/', '/%2e%2e/%2e%2e/package.json', '/..%2f..%2fpackage.json', '/media/none.jpg'];
  for (const path of paths) {
    const answer = await handler?.(new Request(`greenroom://desk${path}`));
    tell('asked', { path, status: answer?.status, policy: answer?.headers.get('content-security-policy') });
  }
  mayReach?.({ url: 'https://far.example/' }, ({ cancel }) => tell('far', { cancel }));
  tell('right', { geolocation: check?.(null, 'geolocation', 'greenroom://desk') });
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents();
  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    tell('window', { preferences: options['webPreferences'] });
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(address: string): Promise<void> {
    tell('load', { address });
    this.emit('ready-to-show');
    this.webContents.emit('did-finish-load');
  }
  show(): void {
    tell('show', {});
  }
  isDestroyed(): boolean {
    return false;
  }
}

/** Electron's port: as Node's, but what comes is inside an event. */
class Port {
  readonly #port: NodePort;
  constructor(port: NodePort) {
    this.#port = port;
  }
  on(event: string, listener: (given: { readonly data: unknown }) => void): void {
    this.#port.on(event, (data: unknown) => listener({ data }));
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  start(): void {
    this.#port.start();
  }
  close(): void {
    this.#port.close();
  }
}

export class MessageChannelMain {
  readonly port1: Port;
  readonly port2: Port;
  constructor() {
    const { port1, port2 } = new NodeChannel();
    this.port1 = new Port(port1);
    this.port2 = new Port(port2);
  }
}

export class Tray {
  setToolTip(): void {}
  setContextMenu(): void {}
  on(): void {}
}

const image = { resize: () => image };
export const nativeImage = { createFromPath: () => image };
export const Menu = { buildFromTemplate: () => ({}), setApplicationMenu: () => undefined };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
export const dialog = { showErrorBox: (title: string, text: string) => tell('error', { title, text }) };
export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly unknown[]) => tell('schemes', { schemes }),
};
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(text),
  decryptStringAsync: async (sealed: Buffer) => ({ result: sealed.toString() }),
  getSelectedStorageBackend: () => 'basic_text',
};
export const session = {
  fromPartition: (name: string, options: unknown) => {
    tell('session', { name, options });
    return {
      protocol: {
        handle: (_: string, given: Handler) => {
          handler = given;
        },
      },
      setPermissionRequestHandler: () => undefined,
      setPermissionCheckHandler: (given: typeof check) => {
        check = given;
      },
      setDevicePermissionHandler: () => undefined,
      webRequest: {
        onBeforeRequest: (given: typeof mayReach) => {
          mayReach = given;
        },
      },
    };
  },
};
