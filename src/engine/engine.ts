/** Builds the engine, and starts its parts in an order that never blanks a feed. */
import type { Consumer } from '../contract/consumer.ts';
import type { DeskPresence } from '../contract/deskState.ts';
import type { EngineWire } from '../contract/wire.ts';
import { describeAgain, describeProblem, type Facts, type Problem, type ProblemCode } from '../core/problem.ts';
import { emptyShow, type ShowState } from '../core/show.ts';
import { isAddressAbsent, PortTaken } from '../http/listen.ts';
import { configureFeeds } from './configureFeeds.ts';
import { createControl } from './control.ts';
import type { DeskConnection } from './desk/session.ts';
import type { Dispatch } from './dispatch.ts';
import { reportBehindConsumers } from './feed/behindConsumers.ts';
import { openConsumerFile } from './feed/consumerFile.ts';
import { createFeedServer, type FeedServer } from './feed/server.ts';
import { createTheme } from './feed/theme.ts';
import { openLanguage } from './language.ts';
import { openAsRun } from './logs/asRun.ts';
import { clockStepsOf } from './logs/clockSteps.ts';
import { openEventLog } from './logs/eventLog.ts';
import { historyLimitsOf, openHistory } from './logs/history.ts';
import { readPostsOnAir } from './logs/lastKnown.ts';
import { createProblemLog } from './logs/problemLog.ts';
import { rebuildShow } from './logs/rebuildShow.ts';
import { openRecorder } from './logs/recorder.ts';
import { createMediaCache, type MediaCache } from './media/cache.ts';
import { createOscSwitch } from './osc/oscSwitch.ts';
import type { Ports } from './ports.ts';
import { createReconfigure } from './reconfigure.ts';
import { rehearsalAddress } from './rehearsalAddress.ts';
import { createProblemReports } from './reportProblems.ts';
import { reportRestoredFeeds } from './reportRestoredFeeds.ts';
import { createRotationTimers } from './rotation.ts';
import type { SecretStore } from './settings/secretStore.ts';
import { createSecretsService } from './settings/secretsService.ts';
import { openServiceKey } from './settings/serviceKey.ts';
import type { Settings } from './settings/settings.ts';
import { createSettingsService, type SettingsServiceDeps } from './settings/settingsService.ts';
import { createMemoryStorage, type SettingsStorage } from './settings/settingsStorage.ts';
import { openTokens } from './settings/tokens.ts';
import { readSeenRevision } from './show/lastRevision.ts';
import { openRecord } from './show/record.ts';
import type { ShowSwitch, Takeover } from './showSwitch.ts';
import { createSource } from './source.ts';
import { createStore } from './store.ts';
import { readForEffect } from './storeFetched.ts';
import { isDiskProblem } from './unsavedChanges.ts';
import { createUpdates, type UpdateInstaller } from './updates.ts';

export type EngineOptions = {
  readonly dataDir: string;
  /** Whether the source is the built-in service with its demo show. */
  readonly isDemo: boolean;
  /** Address of the built-in service’s page with its token, which a desk can open; `null` without that service. */
  readonly servicePage: string | null;
  /** Directories of the built desk, and of everything built; `null` when they are not served. */
  readonly rendererDir: string | null;
  readonly builtDir: string | null;
  /** Whether the desk and control port is always open (headless); otherwise the setting `desk.openInApp` decides. */
  readonly hasControlPort: boolean;
  /** Whether a port in use or an absent address stops startup (headless); otherwise it raises a problem (desktop). */
  readonly isPortFatal: boolean;
  readonly version: string;
  /** Storage for settings changes; with `null` they last until the engine stops. */
  readonly settingsStorage: SettingsStorage | null;
  /** Where secrets are set while the engine runs. */
  readonly secretStore: SecretStore;
  /** Switches between the demo and the operator’s own show; `null` if there is only this show. */
  readonly showSwitch: ShowSwitch | null;
  /** Data directory of the show that it takes turns with at the same addresses; `null` if there is only this show. */
  readonly otherShowDir: string | null;
  /** The facts of the show that it replaces; `null` when Greenroom starts. */
  readonly takeover: Takeover | null;
  /** Installs newer versions; `null` where Greenroom does not update itself. */
  readonly updateInstaller: UpdateInstaller | null;
  /** Tags of the operating system’s languages, preferred first, such as `de-AT`. */
  readonly systemLanguages: readonly string[];
  /** Problems found before the engine existed, such as a missing keychain or a damaged file. */
  readonly problems: readonly Problem[];
};

export type Addresses = { readonly feed: string | null; readonly desk: string | null; readonly webhook: string | null };

export type Engine = {
  /** Resolves when every port is open, without waiting for the service. Rejects with PortTaken if that is fatal. */
  readonly start: () => Promise<Addresses>;
  /** Saves and closes within a bounded time. A second call has no effect. */
  readonly stop: () => Promise<void>;
  /** Serves a desk over a connection that the shell provides. */
  readonly serveDesk: (wire: EngineWire, who: DeskConnection) => void;
  /** Logs a problem that the shell found and shows it on the desks. */
  readonly raise: (problem: Problem) => void;
  readonly media: Pick<MediaCache, 'handle'>;
  /** Base address of the feed; `null` while its port is closed. */
  readonly feedBase: () => string | null;
  readonly state: () => ShowState;
  /** Of a desk with this name; `null` without any. */
  readonly lastActionOf: (name: string) => DeskPresence['lastAction'];
  /** Runs a command for the shell, such as the one of the tray icon. */
  readonly dispatch: Dispatch;
  /** Polls the service now, for example when this machine wakes up. */
  readonly checkNow: () => void;
  /** Consumers of a feed that have not fallen silent, without the desk's own picture. */
  readonly consumers: (slug: string) => readonly Consumer[];
  readonly hasOpenAlarm: FeedServer['hasOpenAlarm'];
  /** The settings in use, with the overrides of flags and the demo. */
  readonly settings: () => Settings;
};

/** Builds the engine from the saved state. Rejects if the data directory cannot be used. */
export async function createEngine(settings: Settings, givenPorts: Ports, options: EngineOptions): Promise<Engine> {
  const { dataDir, isDemo, otherShowDir, takeover, rendererDir, builtDir, version } = options;
  const speakLanguage = await openLanguage(settings.language, options.systemLanguages, givenPorts.log);
  const slugs = settings.feeds.map(({ slug }) => slug);
  const createdAt = new Date(givenPorts.clock.now()).toISOString();
  const record = await openRecord(dataDir, givenPorts, (loaded, lastRun) =>
    rebuildShow(dataDir, slugs, createdAt, loaded, lastRun),
  );
  // Until the start is saved, no log gets ahead of it.
  const unsaved = record.problems.filter(({ code }) => isDiskProblem(code));
  const store = createStore({ ...(record.saved ?? emptyShow), problems: unsaved }, record.persist, givenPorts);
  const clockSteps = clockStepsOf(store, givenPorts.clock);
  clockSteps.subscribe((byMs, _, wasStopped) => void store.apply({ type: 'clockSet', byMs, wasStopped }));
  const address = isDemo ? null : settings.source.baseUrl;
  const serviceKey = await openServiceKey(options.secretStore, address, givenPorts, takeover?.chosenKey);
  const withKey = { ...givenPorts.secrets, apiKey: serviceKey.apiKey, webhookSecrets: serviceKey.webhookSecrets };
  const ports = { ...givenPorts, clock: clockSteps.clock, secrets: withKey };
  const raise = (problem: Problem): void => {
    ports.log('warn', problem.code, { about: problem.about, message: problem.message });
    void store.apply({ type: 'problemRaised', problem });
  };
  /** Returns a function that raises the problem, or clears it with `null`. */
  const reportOf = (code: ProblemCode, about: string) => (problem: Problem | null) =>
    problem === null ? void store.apply({ type: 'problemCleared', code, about }) : raise(problem);
  const media = createMediaCache(
    { settings: settings.media, serviceUrl: settings.source.baseUrl },
    { dataDir, store, ports },
  );
  const problemLog = createProblemLog(store, ports);
  const reportConsumers = reportOf('CONSUMERS_NOT_SAVED', 'consumers.json');
  const before = { isNewShow: record.saved === null, leavesFile: record.hasMarkedFeeds };
  const consumerFile = await openConsumerFile(dataDir, ports, before, reportConsumers, readPostsOnAir);
  const theme = createTheme(settings.overlay, { store, ports });
  const feedDeps = {
    ...{ store, ports, media, builtDir, theme, version, isRehearsal: false },
    ...{ consumerFile, problemCounts: problemLog.counts, waitsForAddress: !options.isPortFatal },
  };
  const feedServer = createFeedServer(settings.feedServer, feedDeps);
  const source = createSource(settings.source, { store, ports, dataDir, isDemo });
  const rotationTimers = createRotationTimers(store, ports);
  const history = openHistory(dataDir, { store, ports, limits: historyLimitsOf(settings.history) });
  const recorder = openRecorder(dataDir, { store, ports });
  const asRun = openAsRun(dataDir, { store, ports, consumersOf: feedServer.countConsumers, takeover });
  const tokens = await openTokens(dataDir, ports, reportOf('TOKEN_REVOCATION_UNSAVED', 'tokens'));
  const findActiveConsumers = (slug: string): readonly Consumer[] =>
    feedServer.consumers(slug).filter(({ state }) => state !== 'silent');
  const countActiveConsumers = (slug: string): number => findActiveConsumers(slug).length;
  const settingsService = createSettingsService(options.settingsStorage ?? createMemoryStorage(settings), {
    ...{ store, ports, dataDir, version, serviceKey, refreshCollection: source.refresh, state: store.state },
    ...{ countActiveConsumers, hasOpenAlarm: feedServer.hasOpenAlarm, isDeskPortFixed: options.hasControlPort },
    fetchCollection: async (id) => {
      const found = await readForEffect(store, source, id, new Date(ports.clock.now()).toISOString());
      return 'code' in found ? null : found;
    },
    apply: (...change) => reconfigure(...change),
  });
  const secrets = createSecretsService({
    ...{ secretStore: options.secretStore, serviceKey, settings: settingsService, isDemo, ports },
    ...{ checkKey: source.checkService, onChanged: source.useNewSecrets },
  });
  const eventLog = openEventLog(dataDir, {
    ...{ store, ports, version },
    consumersOf: feedServer.consumers,
    mayStillShow: feedServer.mayStillShow,
  });
  const reports = createProblemReports(store, ports);
  const behindConsumers = reportBehindConsumers(store, ports.clock, feedServer.lateConsumers, reports);
  const updates = createUpdates(settings.updates, {
    ...{ installer: options.updateInstaller, version, isDemo, store, ports, countActiveConsumers },
    ...{ stopEngine: () => stop(), random: Math.random },
  });
  const control = createControl(
    {
      isPortAlwaysOpen: options.hasControlPort,
      ...{ rendererDir, builtDir, version },
      rehearsal: rehearsalAddress,
      feedBase: feedServer.base,
      servicePage: options.servicePage,
      isDemo,
      showSwitch: options.showSwitch,
      lastActionBefore: (name) => takeover?.lastActionOf(name) ?? null,
    },
    {
      store,
      source,
      settings: settingsService,
      secrets,
      feedServer,
      behindConsumers,
      eventLog,
      history,
      asRun,
      recorder,
      media,
      theme,
      tokens,
      updates,
      ports,
    },
  );
  const { port: controlPort, rehearsal, scheduledPreflight } = control;
  const osc = createOscSwitch({ dispatch: control.dispatch, ports, eventLog }, store);
  // Headless keeps its port until the next start: the desk that changes it is connected to it.
  const setDesk = async (desk: Settings['desk']) => void (options.hasControlPort || (await controlPort.set(desk)));
  const findSeenRevision = async (slug: string): Promise<number | undefined> => {
    const seen = takeover?.seenRevision(slug) ?? (await readSeenRevision(otherShowDir, slug));
    return seen === undefined ? undefined : seen + record.skippedRevisions;
  };
  const parts = { store, ports, dataDir, raise, source, media, history, feedServer, theme, osc, setDesk, updates };
  const reconfigure: SettingsServiceDeps['apply'] = createReconfigure({
    ...{ ...parts, scheduledPreflight, speakLanguage, findSeenRevision },
  });

  /** Opens a port. If it is in use or its address is absent, rejects if `isPortFatal`, and otherwise raises a problem. */
  const openPort = async <Opened>(
    start: () => Promise<Opened>,
    codeIfTaken: ProblemCode,
    about: string,
  ): Promise<Opened | null> => {
    const raiseNow = (code: ProblemCode, facts: Facts): void =>
      raise(describeProblem(code, about, new Date(ports.clock.now()).toISOString(), facts));
    try {
      return await start();
    } catch (error) {
      if (options.isPortFatal) throw error;
      if (error instanceof PortTaken) raiseNow(codeIfTaken, { port: error.port });
      else if (isAddressAbsent(error)) raiseNow('ENGINE_HOST_ABSENT', { host: settings.desk.host });
      else throw error;
      return null;
    }
  };

  const stopParts = async (): Promise<void> => {
    rotationTimers.stop();
    behindConsumers.stop();
    updates.stop();
    control.stop();
    const logStopped = eventLog.stop();
    problemLog.stop();
    await Promise.allSettled([source.stop(), osc.stop(), controlPort.stop(), rehearsal.stop(), feedServer.stop()]);
    await Promise.allSettled([logStopped, consumerFile.stop(), asRun.stop(), recorder.stop(), history.stop()]);
    await Promise.allSettled([settingsService.stop(), tokens.stop(), media.stop()]);
    await record.close();
  };
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= stopParts();
    return stopping;
  };

  return {
    start: async () => {
      try {
        const at = new Date(ports.clock.now()).toISOString();
        const configured = await configureFeeds(settings, at, { store, dataDir, isDemo, takeover, findSeenRevision });
        const past = record.takePast();
        reportRestoredFeeds(store, at, isDemo);
        await media.start();
        // The saved on-air list is served before any request to the service.
        await feedServer.start();
        // These subscribe after the feed, so that no consumer waits for them, and before anything can change.
        problemLog.start();
        await eventLog.start(configured, takeover === null ? null : { by: takeover.by, isDemo }, past);
        for (const found of [options, record, consumerFile, tokens]) found.problems.map(describeAgain).forEach(raise);
        // A choice of the setup is saved by now.
        if (takeover !== null) void serviceKey.settle(settings.source.baseUrl);
        await settingsService.saveCollectionsInUse();
        await Promise.all([history.start(past), recorder.start(), asRun.start(past)]);
        const desk = await openPort(() => controlPort.set(settings.desk), 'ENGINE_PORT_TAKEN', 'desk');
        await openPort(() => osc.set(settings.osc), 'OSC_PORT_TAKEN', 'osc');
        await openPort(() => source.start(), 'WEBHOOK_PORT_TAKEN', 'webhook');
        rotationTimers.start();
        scheduledPreflight.configure(settings.preflight);
        void theme.check();
        return { feed: feedServer.base(), desk, webhook: source.webhookAddress() };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    serveDesk: control.serveDesk,
    lastActionOf: control.lastActionOf,
    ...{ raise, media, feedBase: feedServer.base, hasOpenAlarm: feedServer.hasOpenAlarm },
    state: store.state,
    dispatch: control.dispatch,
    checkNow: source.checkNow,
    consumers: findActiveConsumers,
    settings: settingsService.inUse,
  };
}
