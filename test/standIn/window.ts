/** BrowserWindow of the stand-in: keeps the state of a window that nobody sees; its page is real. */
import { EventEmitter } from 'node:events';
import { app, emitPreventable, openWindows } from './app.ts';
import { WebContents, type WebPreferences } from './contents.ts';
import { makeLoud } from './loud.ts';
import { answerCalls, report } from './test.ts';

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Options = Partial<Bounds> & { readonly show?: boolean; readonly webPreferences?: WebPreferences };

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  bounds: Bounds;
  shown: boolean;
  maximized = false;
  minimized = false;
  closed = false;

  constructor(options: Options) {
    super();
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.bounds = { x, y, width, height };
    this.shown = show;
    this.webContents = makeLoud('webContents', new WebContents(webPreferences, { width, height }));
    report('window', { options });
    const window = makeLoud('BrowserWindow', this);
    windows.add(window);
    openWindows.add(window);
    this.webContents.once('did-finish-load', () => window.emit('ready-to-show'));
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, window);
    // biome-ignore lint/correctness/noConstructorReturn: the proxy refuses members that are missing.
    return window;
  }

  static getAllWindows(): readonly BrowserWindow[] {
    return [...windows];
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find(({ webContents }) => webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.change('show', () => {
      this.shown = true;
    });
  }

  hide(): void {
    this.change('hide', () => {
      this.shown = false;
    });
  }

  focus(): void {
    this.change('focus', () => undefined);
  }

  minimize(): void {
    this.change('minimize', () => {
      this.minimized = true;
    });
  }

  restore(): void {
    this.change('restore', () => {
      this.minimized = false;
    });
  }

  maximize(): void {
    this.change('maximize', () => {
      this.maximized = true;
    });
  }

  unmaximize(): void {
    this.change('unmaximize', () => {
      this.maximized = false;
    });
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.change('resize', () => {
      this.bounds = { ...this.bounds, ...bounds };
    });
  }

  getBounds(): Bounds {
    return this.bounds;
  }

  getNormalBounds(): Bounds {
    return this.bounds;
  }

  isVisible(): boolean {
    return this.shown && !this.closed;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  isFocused(): boolean {
    return this.shown;
  }

  isDestroyed(): boolean {
    return this.closed;
  }

  setTitle(title: string): void {
    report('title', { title });
  }

  close(): void {
    if (!emitPreventable(this, 'close', {})) this.destroy();
  }

  destroy(): void {
    if (this.closed) return;
    this.closed = true;
    void this.webContents.page.then((page) => page.close()).catch(() => undefined);
    for (const window of [...windows].filter(({ closed }) => closed)) {
      windows.delete(window);
      openWindows.delete(window);
    }
    report('windowClosed', {});
    this.emit('closed');
    if (windows.size === 0 && !app.emit('window-all-closed')) app.quit();
  }

  change(event: string, apply: () => void): void {
    apply();
    report('windowState', { change: event, isVisible: this.isVisible() });
    this.emit(event);
  }
}

app.on('stand-in-open', (url: string, webPreferences: WebPreferences) => {
  void new BrowserWindow({ webPreferences }).loadURL(url).catch(() => undefined);
});

const first = (): BrowserWindow => {
  const [window] = windows;
  if (window === undefined) throw new Error('there is no window');
  return window;
};
answerCalls('closeWindow', () => first().close());
answerCalls('minimizeWindow', () => first().minimize());
answerCalls('closePorts', async () => (await first().webContents.page).closePorts());
answerCalls('isWindowVisible', () => first().isVisible());
answerCalls('preferences', () => [...windows].map(({ webContents }) => webContents.getLastWebPreferences()));
answerCalls('emitWindow', (name: string, ...args: never[]) => emitPreventable(first(), name, {}, ...args));
answerCalls('emitContents', (name: string, ...args: never[]) =>
  emitPreventable(first().webContents, name, {}, ...args),
);
