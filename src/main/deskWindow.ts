/** The desk’s window; each page load receives a new message port to the engine. */
import { BrowserWindow, MessageChannelMain, screen } from 'electron';
import type { EngineWire } from '../contract/wire.ts';
import { createPortWire } from './portWire.ts';
import { positionWindow, readWindowState, writeWindowState } from './windowState.ts';

export type WindowDeps = {
  readonly address: string;
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly serve: (wire: EngineWire) => void;
  /** If false, closing the window only hides it and the feed keeps running. */
  readonly isQuitting: () => boolean;
  readonly onFault: (where: string, message: string) => void;
  readonly hasDeveloperTools: boolean;
};

/** Delay before a crashed page is reloaded. */
const reloadAfterMs = 300;

/** Opens the window and shows it when the page is ready. */
export async function openDeskWindow(deps: WindowDeps): Promise<BrowserWindow> {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const state = positionWindow(await readWindowState(deps.stateFile), screens);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    title: 'Greenroom',
    icon: deps.icon,
    backgroundColor: '#0a0b0b',
    autoHideMenuBar: true,
    webPreferences: {
      preload: deps.preload,
      partition: 'persist:desk',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      backgroundThrottling: false,
      devTools: deps.hasDeveloperTools,
    },
  });
  if (state.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  saveStateOnClose(window, deps);
  connectPage(window, deps);
  await window.loadURL(deps.address).catch((error: unknown) => deps.onFault('window', String(error)));
  return window;
}

function connectPage(window: BrowserWindow, deps: WindowDeps): void {
  const { webContents: contents } = window;
  contents.on('did-finish-load', () => {
    const { port1, port2 } = new MessageChannelMain();
    deps.serve(createPortWire(port1));
    contents.postMessage('port', null, [port2]);
  });
  contents.on('render-process-gone', (_, { reason }) => {
    deps.onFault('window', reason);
    if (reason === 'clean-exit') return;
    setTimeout(() => {
      if (!window.isDestroyed()) contents.reload();
    }, reloadAfterMs);
  });
}

function saveStateOnClose(window: BrowserWindow, deps: WindowDeps): void {
  window.on('close', (event) => {
    void writeWindowState(deps.stateFile, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
    if (deps.isQuitting()) return;
    event.preventDefault();
    window.hide();
  });
}
