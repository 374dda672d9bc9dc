/** The desk’s window; each page load receives a new message port to the engine. */
import { BrowserWindow, MessageChannelMain, type MessagePortMain, screen } from 'electron';
import type { EngineWire } from '../contract/wire.ts';
import type { Clock } from '../engine/ports.ts';
import { watchForHang } from '../start/desktop/hangWatch.ts';
import { createPortWire } from '../start/desktop/portWire.ts';
import { createRecovery } from '../start/desktop/recovery.ts';
import {
  isVisible,
  positionWindow,
  type Rectangle,
  readPositions,
  rememberPosition,
  writePositions,
} from '../start/desktop/windowPosition.ts';

export type WindowDeps = {
  readonly address: string;
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly clock: Clock;
  readonly serve: (wire: EngineWire) => void;
  readonly startsAs: 'shown' | 'minimised' | 'hidden';
  /** Called when the window is closed: `close` lets it close, `quit` requests to quit the app first. */
  readonly onClose: () => 'hide' | 'quit' | 'close';
  readonly quit: () => void;
  /** The page crashed, hung or could not be loaded; it is loaded again. */
  readonly onFault: (reason: string) => void;
  /** Windows ends the session: `query` can still be refused by another program. */
  readonly onSessionEnd: (step: 'query' | 'end') => void;
  readonly hasDeveloperTools: boolean;
};

export type DeskWindow = {
  readonly window: BrowserWindow;
  readonly show: () => void;
  readonly reload: () => void;
  /** Resolves when the window’s position is on disk. */
  readonly savePosition: () => Promise<void>;
};

/** Chromium’s code for a load that another one replaced. */
const loadAborted = -3;

/** Opens the window and shows it when the page is ready. */
export async function openDeskWindow(deps: WindowDeps): Promise<DeskWindow> {
  const listDisplays = (): readonly Rectangle[] => screen.getAllDisplays().map(({ workArea }) => workArea);
  let positions = await readPositions(deps.stateFile);
  const position = positionWindow(positions, listDisplays());
  const window = new BrowserWindow({
    ...position.bounds,
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
  const savePosition = async (): Promise<void> => {
    if (window.isDestroyed()) return;
    const current = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    positions = rememberPosition(positions, listDisplays(), current);
    await writePositions(deps.stateFile, positions);
  };
  if (position.isMaximized && deps.startsAs === 'shown') window.maximize();
  window.once('ready-to-show', () => {
    if (deps.startsAs === 'shown') window.show();
    if (deps.startsAs === 'minimised') window.minimize();
  });
  window.on('close', (event) => {
    const decision = deps.onClose();
    if (decision === 'close') return;
    event.preventDefault();
    void savePosition();
    if (decision === 'hide') window.hide();
    else deps.quit();
  });
  screen.on('display-removed', () => {
    if (window.isDestroyed() || isVisible(window.getBounds(), listDisplays())) return;
    window.setBounds(positionWindow(positions, listDisplays()).bounds);
  });
  window.on('query-session-end', () => {
    // Windows may end the process before a write that begins with `session-end` is done.
    void savePosition();
    deps.onSessionEnd('query');
  });
  window.on('session-end', () => deps.onSessionEnd('end'));
  const reload = (): void => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  connectPage(window, deps, reload);
  await window.loadURL(deps.address).catch((error: unknown) => deps.onFault(String(error)));
  return {
    window,
    show: () => {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    reload,
    savePosition,
  };
}

function connectPage(
  window: BrowserWindow,
  { clock, serve, onFault, hasDeveloperTools }: WindowDeps,
  reload: () => void,
) {
  const { webContents: contents } = window;
  const recovery = createRecovery(clock, reload);
  const recover = (reason: string): void => {
    onFault(reason);
    recovery.schedule();
  };
  const openPort = (channel: 'port' | 'watch'): MessagePortMain => {
    const { port1, port2 } = new MessageChannelMain();
    contents.postMessage(channel, null, [port2]);
    return port1;
  };
  // Electron’s own check waits for half a minute, and for a key or a click.
  const endHang = (): void => {
    // A breakpoint also stops the page’s thread.
    if (!hasDeveloperTools) contents.forcefullyCrashRenderer();
  };
  let hangWatch: ReturnType<typeof watchForHang> | null = null;
  contents.on('did-finish-load', () => {
    hangWatch?.stop();
    serve(createPortWire(openPort('port')));
    hangWatch = watchForHang(clock, openPort('watch'), endHang);
  });
  contents.on('render-process-gone', (_, { reason }) => {
    hangWatch?.stop();
    if (reason !== 'clean-exit') recover(reason);
  });
  contents.on('did-fail-load', (_, code, description, __, isMainFrame) => {
    if (isMainFrame && code !== loadAborted) recover(description);
  });
  window.on('unresponsive', endHang);
  window.on('closed', () => {
    hangWatch?.stop();
    recovery.stop();
  });
}
