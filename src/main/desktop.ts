/** Runs the desktop app, from the start of the engine to the last saved file. */
import { join } from 'node:path';
import { app, autoUpdater, powerMonitor, powerSaveBlocker, safeStorage, session, shell } from 'electron';
import { describeProblem, type Facts, type ProblemCode } from '../core/problem.ts';
import { openLanguage } from '../engine/language.ts';
import { systemClock } from '../engine/ports.ts';
import { trayName } from '../engine/settings/tokens.ts';
import { isOnAir, summariseAir } from '../start/desktop/airSummary.ts';
import { createAppStart } from '../start/desktop/appStart.ts';
import type { DesktopArguments } from '../start/desktop/arguments.ts';
import { createDeskReach } from '../start/desktop/deskReach.ts';
import { deskAddress, scheme } from '../start/desktop/deskScheme.ts';
import { createFaultReports, listSecrets } from '../start/desktop/faultReports.ts';
import { createKeepAwake } from '../start/desktop/keepAwake.ts';
import { type Keychain, openKeychain } from '../start/desktop/keychain.ts';
import { findLoginTarget, setStartAtLogin } from '../start/desktop/loginItem.ts';
import { createMediaBridge } from '../start/desktop/mediaBridge.ts';
import { moveSecrets } from '../start/desktop/moveSecrets.ts';
import { askBeforeQuit } from '../start/desktop/quitQuestion.ts';
import { createQuitting } from '../start/desktop/quitting.ts';
import { createDeskHandler } from '../start/desktop/serveDesk.ts';
import { hasTray, runProgram } from '../start/desktop/traySupport.ts';
import { type TrayAction, viewTray } from '../start/desktop/trayView.ts';
import { watchShow } from '../start/desktop/watchShow.ts';
import { restrictNavigation, restrictSession } from '../start/desktop/windowSecurity.ts';
import type { Shows } from '../start/openShows.ts';
import { findProductPaths } from '../start/productPaths.ts';
import { installSafeguards } from '../start/safeguards.ts';
import { endProcess } from '../start/stopInTime.ts';
import { type DeskWindow, openDeskWindow } from './deskWindow.ts';
import { askToQuit, offerToQuit, startOrExplain } from './dialogs.ts';
import { openLogFile } from './logFile.ts';
import { openShow } from './openShow.ts';
import { createTray, setMenu } from './tray.ts';

/** Resolves when the window is open, or when the app exits because it cannot start. `ownFolder` is that of an app without flags. */
export async function runDesktop(args: DesktopArguments, ownFolder: string): Promise<void> {
  await app.whenReady();
  const home = args.dataDir ?? app.getPath('userData');
  const paths = findProductPaths(import.meta.dirname);
  const log = openLogFile(join(home, 'logs'));
  // For questions before the settings are read.
  await openLanguage('system', app.getPreferredSystemLanguages(), log);
  let secretsIn: Keychain | null = null;
  const reports = createFaultReports(
    join(home, 'reports'),
    { version: paths.version, platform: `${process.platform} ${process.arch}` },
    async () => (secretsIn === null ? [] : listSecrets(secretsIn)),
    systemClock,
  );
  const safeguards = installSafeguards(log, 'ENGINE_FAULT', (where, error) => void reports.add(where, error));
  const { clock } = safeguards;
  const canHide = hasTray(process.platform, runProgram);
  const describe = (code: ProblemCode, about: string, facts: Facts) =>
    describeProblem(code, about, new Date(clock.now()).toISOString(), facts);
  const logFault = (where: string, error: unknown): void =>
    log('error', 'ENGINE_FAULT', { where, error: String(error) });
  let running: Shows | null = null;
  let opened: DeskWindow | null = null;
  const showWindow = (): void => opened?.show();
  const hungStart = new AbortController();
  const start = createAppStart<Shows>({ clock, log, onHung: () => void offerToQuit(home, hungStart.signal) });
  const quitting = createQuitting({
    clock,
    question: () => (running === null ? null : askBeforeQuit(summariseAir(running.engine, running.demo() !== null))),
    ask: async (question) => {
      if (opened === null) return true;
      opened.show();
      return askToQuit(opened.window, question);
    },
    onFault: (error) => logFault('question before quitting', error),
    stop: async () => void (await Promise.allSettled([opened?.savePosition(), start.stop()])),
    exit: () =>
      endProcess(
        () => app.quit(),
        () => process.kill(process.pid, 'SIGKILL'),
      ),
  });
  app.on('before-quit', (event) => {
    if (!quitting.request()) event.preventDefault();
  });
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  // On macOS the updater closes the windows first; it requests to quit once it can install.
  autoUpdater.on('before-quit-for-update', quitting.expectInstallation);
  app.on('window-all-closed', () => {
    if (!quitting.isQuitting()) app.quit();
  });
  app.on('child-process-gone', (_, { type, reason }) => log('error', 'ENGINE_FAULT', { where: type, what: reason }));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, quitting.force);
  powerMonitor.on('shutdown', (event?: { readonly preventDefault: () => void }) => {
    event?.preventDefault();
    quitting.force();
  });

  const startShow = async (): Promise<Shows> => {
    const keychain = await openKeychain(join(home, 'keychain.json'), safeStorage, process.env, process.platform);
    secretsIn = keychain;
    const problems = [
      ...(keychain.isPersistent ? [] : [describe('ENGINE_KEYCHAIN_MISSING', 'keychain', {})]),
      ...(await moveSecrets(join(home, 'show', 'secrets.json'), keychain, clock)),
    ];
    const ports = { clock, log, secrets: keychain.secrets };
    const shows = await openShow(args, home, ownFolder, paths, ports, keychain.secretStore, problems);
    safeguards.raiseOn(shows.engine);
    await shows.engine.start().catch(async (error: unknown) => {
      await shows.stop();
      throw error;
    });
    return shows;
  };
  const show = await startOrExplain(() => start.run(startShow), args.dataDir === null);
  hungStart.abort();
  if (show === null) return;
  running = show;
  const isTrayShown = await canHide;

  const developmentUrl = app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null);
  const { feedBase } = show.engine;
  const reach = createDeskReach({ developmentUrl, feedBase, servicePage: () => show.demo()?.authoringUrl ?? null });
  const desk = session.fromPartition('persist:desk', { cache: false });
  restrictSession(desk, reach.isDesk, reach.canReach);
  const media = createMediaBridge(show.engine.media.handle);
  if (paths.renderer !== null)
    desk.protocol.handle(scheme, createDeskHandler({ rendererDir: paths.renderer, media, feedBase }));
  app.on('web-contents-created', (_, contents) =>
    restrictNavigation(contents, reach.isDesk, reach.canFrame, (url) => {
      if (reach.canOpenOutside(url)) void shell.openExternal(url);
    }),
  );

  setMenu();
  const checkNow = (): void => show.engine.checkNow();
  powerMonitor.on('resume', checkNow);
  powerMonitor.on('unlock-screen', checkNow);

  const actOnTray = (action: TrayAction): void => {
    if (action.type === 'open') showWindow();
    else if (action.type === 'quit') app.quit();
    else void show.engine.dispatch('hold', { feed: action.feed }, { name: trayName, right: 'operate' });
  };
  const showTray = isTrayShown
    ? createTray(join(paths.resources, 'tray'), actOnTray, (error) => logFault('tray', error))
    : null;
  const settings = () => show.engine.settings().app;
  opened = await openDeskWindow({
    address: developmentUrl ?? deskAddress,
    preload: join(import.meta.dirname, '../preload/index.cjs'),
    icon: join(paths.resources, 'icon.png'),
    stateFile: join(home, 'window.json'),
    clock,
    serve: (wire) => show.engine.serveDesk(wire, { address: 'window', needsToken: false }),
    startsAs: !settings().startMinimised ? 'shown' : showTray === null ? 'minimised' : 'hidden',
    onClose: () => (quitting.isQuitting() ? 'close' : showTray !== null && settings().keepRunning ? 'hide' : 'quit'),
    quit: () => app.quit(),
    onFault: (what) => show.engine.raise(describe('ENGINE_DESK_RESTARTED', 'desk', { what })),
    onSessionEnd: (step) => (step === 'query' ? quitting.expectEnd() : quitting.force()),
    hasDeveloperTools: !app.isPackaged,
  });
  const { reload } = opened;

  const keepAwake = createKeepAwake(powerSaveBlocker);
  const loginTarget = findLoginTarget(process.platform, process.execPath, app.getPath('home'), process.env);
  watchShow(clock, () => ({ engine: show.engine, isDemo: show.demo() !== null }), {
    air: (air) => {
      showTray?.(viewTray(air));
      keepAwake(isOnAir(air));
    },
    app: ({ startAtLogin }) => {
      if (!app.isPackaged) return;
      setStartAtLogin(startAtLogin, app, loginTarget).catch((error: unknown) => logFault('start at login', error));
    },
    // The page’s policy names the feed’s address.
    feedBase: (_, isFirst) => {
      if (!isFirst) reload();
    },
  });
}
