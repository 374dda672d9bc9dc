/**
 * Replaces the `electron` module so that plain Node can run the built main bundle. Prints each event as one line of JSON.
 * It tests that the bundle loads, serves its desk and exits; it cannot test Electron itself.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel as NodeChannel, type MessagePort as NodePort } from 'node:worker_threads';

function report(event: string, facts: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
}

// Real Electron sets it; an installed app has its updater's address there.
Object.assign(process, { resourcesPath: process.env['INSTALLED_RESOURCES'] ?? '/nowhere' });

type Handler = (request: Request) => Promise<Response>;
let handler: Handler | null = null;
let onBeforeRequest: ((details: { url: string }, callback: (response: { cancel: boolean }) => void) => void) | null =
  null;
let check: ((contents: unknown, permission: string, origin: string) => boolean) | null = null;

export const app = Object.assign(new EventEmitter(), {
  isPackaged: process.env['FAKE_ELECTRON_IS_PACKAGED'] === '1',
  getPreferredSystemLanguages: () => ['en-GB'],
  commandLine: { removeSwitch: (name: string) => report('removedSwitch', { name }) },
  getLoginItemSettings: () => ({ openAtLogin: false }),
  setLoginItemSettings: (settings: unknown) => report('loginItem', { settings }),
  whenReady: async () => undefined,
  enableSandbox: () => report('sandbox', {}),
  requestSingleInstanceLock: () => process.env['FAKE_ELECTRON_IS_SECOND_INSTANCE'] !== '1',
  setPath: (name: string, path: string) => report('path', { name, path }),
  getPath: () => process.env['FAKE_ELECTRON_PATH'] ?? '/nowhere',
  setAppUserModelId: () => undefined,
  relaunch: (options: unknown) => report('relaunch', { options }),
  exit: (code: number) => {
    report('exit', { code });
    process.exit(code);
  },
  quit: () => {
    let isPrevented = false;
    app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return;
    report('quit', {});
    process.exit(0);
  },
});

class Contents extends EventEmitter {
  /** The app looks at the show once a second, so it quits a little later. */
  reload(): void {
    report('reload', {});
    powerMonitor.emit('resume');
    if (process.env['FAKE_ELECTRON_ENDS_SESSION'] === '1') void endSession();
    else setTimeout(() => app.quit(), 1500);
  }
  forcefullyCrashRenderer(): void {
    report('crashed', {});
  }
  setWindowOpenHandler(handleOpen: (opened: { readonly url: string }) => unknown): void {
    report('windowOpen', { answer: handleOpen({ url: 'https://example.com/' }) });
  }
  postMessage(channel: string, _: unknown, ports: readonly Port[]): void {
    report('port', { channel, ports: ports.length });
    const port = ports[0];
    if (port === undefined || channel !== 'port') return;
    let hasTried = false;
    port.on('message', ({ data }) => {
      const { type, ...rest } = data as { readonly type: string; readonly state?: { readonly version: string } };
      report('desk', { type, version: rest.state?.version });
      if (type !== 'lists' || hasTried) return;
      hasTried = true;
      void tryHandlers().then(() => this.emit('render-process-gone', {}, { reason: 'crashed' }));
    });
    port.start();
    port.postMessage({ type: 'hello', token: null, name: 'Test desk', givenName: null, secret: null });
  }
}

/** Sends requests to the handlers that the bundle registered, and reports each result. */
async function tryHandlers(): Promise<void> {
  const paths = ['/', '/%2e%2e/%2e%2e/package.json', '/..%2f..%2fpackage.json', '/media/none.jpg'];
  for (const path of paths) {
    const response = await handler?.(new Request(`greenroom://desk${path}`));
    report('response', { path, status: response?.status, policy: response?.headers.get('content-security-policy') });
  }
  await throwUncaught();
  const page = await handler?.(new Request('greenroom://desk/'));
  const feed = /http:\/\/127\.0\.0\.1:\d+/.exec(page?.headers.get('content-security-policy') ?? '')?.[0];
  const status = await fetch(`${feed}/feeds/main/live.json`).then(
    (response) => response.status,
    () => null,
  );
  report('feed', { status });
  onBeforeRequest?.({ url: 'https://external.example/' }, ({ cancel }) => report('external', { cancel }));
  report('permission', { geolocation: check?.(null, 'geolocation', 'greenroom://desk') });
}

/** Windows announces the end of the session, then ends the process: nothing else is emitted. */
async function endSession(): Promise<void> {
  opened?.emit('query-session-end', { preventDefault: () => undefined });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  report('ended', {});
  process.kill(process.pid, 'SIGKILL');
}

/** Throws where nothing catches, and resolves afterwards. */
async function throwUncaught(): Promise<void> {
  setTimeout(() => {
    throw new Error('planted in a timer');
  }, 1);
  setImmediate(() => {
    throw new Error('planted in setImmediate');
  });
  await new Promise((resolve) => setTimeout(resolve, 2));
}

let opened: BrowserWindow | null = null;

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents();
  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    opened = this;
    report('window', { preferences: options['webPreferences'] });
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(address: string): Promise<void> {
    report('load', { address });
    this.emit('ready-to-show');
    this.webContents.emit('did-finish-load');
  }
  show(): void {
    report('show', {});
  }
  isDestroyed(): boolean {
    return false;
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1200, height: 800 };
  }
  isMaximized(): boolean {
    return false;
  }
  isMinimized(): boolean {
    return false;
  }
  focus(): void {
    report('focus', {});
  }
}

/** Electron’s port: like Node’s, but messages arrive inside an event. */
class Port {
  readonly #port: NodePort;
  constructor(port: NodePort) {
    this.#port = port;
  }
  on(name: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#port.on(name, (data: unknown) => listener({ data }));
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
  setImage(image: { readonly path: string }): void {
    report('tray', { image: image.path });
  }
  setToolTip(): void {}
  setContextMenu(): void {}
  on(): void {}
}

export const nativeImage = { createFromPath: (path: string) => ({ path }) };
export const Menu = { buildFromTemplate: () => ({}), setApplicationMenu: () => undefined };
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  on: () => undefined,
};
export const dialog = {
  showErrorBox: (title: string, text: string) => report('error', { title, text }),
  /** Chooses the button that the test names, otherwise the last one. */
  showMessageBox: async (...args: readonly { readonly detail: string; readonly buttons: readonly string[] }[]) => {
    const options = args.at(-1);
    report('question', { ...options });
    const wanted = options?.buttons.indexOf(process.env['FAKE_ELECTRON_PRESS'] ?? '') ?? -1;
    return { response: wanted >= 0 ? wanted : (options?.buttons.length ?? 0) - 1 };
  },
  showOpenDialog: async () => ({ filePaths: [process.env['FAKE_ELECTRON_FOLDER'] ?? ''] }),
};
export const autoUpdater = new EventEmitter();
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  start: (type: string) => {
    report('awake', { type });
    return 1;
  },
  stop: () => undefined,
};
export const crashReporter = { start: (options: unknown) => report('crashReporter', { options }) };
export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly unknown[]) => report('schemes', { schemes }),
};
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(text),
  decryptStringAsync: async (sealed: Buffer) => ({ result: sealed.toString() }),
  getSelectedStorageBackend: () => 'basic_text',
};
export const session = {
  fromPartition: (name: string, options: unknown) => {
    report('session', { name, options });
    return {
      protocol: {
        handle: (_: string, newHandler: Handler) => {
          handler = newHandler;
        },
      },
      setPermissionRequestHandler: () => undefined,
      setPermissionCheckHandler: (newCheck: typeof check) => {
        check = newCheck;
      },
      setDevicePermissionHandler: () => undefined,
      webRequest: {
        onBeforeRequest: (listener: typeof onBeforeRequest) => {
          onBeforeRequest = listener;
        },
      },
    };
  },
};
export const shell = { openExternal: async (url: string) => report('openExternal', { url }) };
