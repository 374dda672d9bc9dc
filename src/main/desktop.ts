/** Runs the desktop app, from the start of the engine to the last saved file. */
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, safeStorage, session, shell } from 'electron';
import { describeProblem } from '../core/problem.ts';
import { rehearsalBase } from '../engine/rehearsalAddress.ts';
import { describeStartError } from '../start/describeStartError.ts';
import type { Shows } from '../start/openShows.ts';
import { findProductPaths } from '../start/productPaths.ts';
import { ConfigurationFault } from '../start/readConfig.ts';
import { installSafeguards } from '../start/safeguards.ts';
import type { DesktopArguments } from './arguments.ts';
import { deskAddress, isDesk, isOverlay, scheme } from './deskScheme.ts';
import { openDeskWindow } from './deskWindow.ts';
import { openKeychain } from './keychain.ts';
import { openLogFile } from './logFile.ts';
import { createMediaBridge } from './mediaBridge.ts';
import { openShow } from './openShow.ts';
import { createDeskHandler } from './serveDesk.ts';
import { createTray, setMenu } from './tray.ts';
import { isReachable, restrictNavigation, restrictSession } from './windowSecurity.ts';

/** Resolves when the window is open, or when the app exits because it cannot start. */
export async function runDesktop(args: DesktopArguments): Promise<void> {
  await app.whenReady();
  const home = args.dataDir ?? app.getPath('userData');
  const paths = findProductPaths(import.meta.dirname);
  const log = openLogFile(join(home, 'logs'));
  const { clock, raiseOn } = installSafeguards(log, 'ENGINE_FAULT');
  const keychain = await openKeychain(join(home, 'keychain.json'), safeStorage, process.env, process.platform);
  const startedAt = new Date().toISOString();
  const problems = keychain.isPersistent ? [] : [describeProblem('ENGINE_KEYCHAIN_MISSING', 'keychain', startedAt, {})];

  const ports = { clock, log, secrets: keychain.secrets };
  const show = await openOrReport(args, home, paths, ports, keychain.secretStore, problems);
  if (show === null) return;
  raiseOn(show.engine);
  await show.engine.start();
  const { feedBase } = show.engine;

  const developmentUrl = app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null);
  const isDeskUrl = (url: string): boolean => isDesk(url, developmentUrl);
  const desk = session.fromPartition('persist:desk', { cache: false });
  const frameBases = () => [feedBase(), rehearsalBase];
  const canReach = (url: string): boolean => frameBases().some((base) => isReachable(url, isDeskUrl, base));
  restrictSession(desk, isDeskUrl, (url) => canReach(url) || isDevelopmentServer(url, developmentUrl));
  const media = createMediaBridge(show.engine.media.handle);
  if (paths.renderer !== null) {
    const rendererDir = paths.renderer;
    desk.protocol.handle(scheme, createDeskHandler({ rendererDir, media, feedBase }));
  }
  const canFrame = (url: string): boolean => frameBases().some((base) => isOverlay(url, base));
  // Only the service's own page opens in the operator's browser.
  const openOutside = (url: string): void => {
    if (url === show.demo()?.authoringUrl) void shell.openExternal(url);
  };
  app.on('web-contents-created', (_, contents) => restrictNavigation(contents, isDeskUrl, canFrame, openOutside));

  setMenu();
  const icon = join(paths.resources, 'icon.png');
  let isQuitting = false;
  let window: BrowserWindow | null = null;
  const showWindow = (): void => {
    if (window?.isMinimized() === true) window.restore();
    window?.show();
    window?.focus();
  };
  const tray = createTray({ icon, show: showWindow, quit: () => app.quit() });
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => app.quit());
  saveBeforeQuit(show, () => {
    isQuitting = true;
  });

  window = await openDeskWindow({
    address: developmentUrl ?? deskAddress,
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    icon,
    stateFile: join(home, 'window.json'),
    serve: (wire) => show.engine.serveDesk(wire, { address: 'window', needsToken: false }),
    isQuitting: () => isQuitting || tray === null,
    onFault: (where, message) => log('error', 'ENGINE_FAULT', { where, what: message }),
    hasDeveloperTools: !app.isPackaged,
  });
}

/** Opens the show; if that fails, shows the reason and exits with the same codes as headless. */
async function openOrReport(...args: Parameters<typeof openShow>): Promise<Shows | null> {
  try {
    return await openShow(...args);
  } catch (error) {
    const isConfiguration =
      error instanceof ConfigurationFault || (error instanceof Error && error.name === 'DataDirLocked');
    const reason =
      describeStartError(error, 'with --host or in the configuration') ??
      (error instanceof Error ? error.message : String(error));
    process.stderr.write(`${reason}\n`);
    dialog.showErrorBox('Greenroom can’t start', reason);
    app.exit(isConfiguration ? 2 : 1);
    return null;
  }
}

/** Delays quitting until the engine has saved; stopping has a time limit. */
function saveBeforeQuit(show: Shows, onQuitting: () => void): void {
  let isSaved = false;
  app.on('before-quit', (event) => {
    onQuitting();
    if (isSaved) return;
    event.preventDefault();
    void show.stop().finally(() => {
      isSaved = true;
      app.quit();
    });
  });
}

/** Hot reload uses HTTP and a socket, so only the host is compared. */
function isDevelopmentServer(url: string, developmentUrl: string | null): boolean {
  return developmentUrl !== null && URL.parse(url)?.host === URL.parse(developmentUrl)?.host;
}
