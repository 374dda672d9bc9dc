/** The engine: record, store, feed, media, source and control, built in the order in which nobody can see a blank. */
import type { EngineWire } from '../contract/wire.ts';
import { describeProblem, type Problem, type ProblemCode } from '../core/problem.ts';
import { emptyShow, type ShowState } from '../core/show.ts';
import { createControl } from './control/control.ts';
import { createOscSwitch } from './control/oscSwitch.ts';
import type { Who } from './control/session.ts';
import { openTokens } from './control/tokens.ts';
import { PortTaken } from './door/listen.ts';
import { createFeedServer } from './feed/server.ts';
import { createMediaCache, type MediaCache } from './media/cache.ts';
import type { Ports } from './ports.ts';
import { createReconfigure, type Reconfigure } from './reconfigure.ts';
import { openAsRun } from './record/asRun.ts';
import { historyLimitsOf, openHistory } from './record/history.ts';
import { readLastRevision } from './record/lastRevision.ts';
import { openRecord } from './record/record.ts';
import { openRecorder } from './record/recorder.ts';
import type { Settings } from './record/settings.ts';
import { rehearsalAddress } from './rehearsalAddress.ts';
import { reportRestoredFeeds } from './restored.ts';
import { createRotation } from './rotation.ts';
import { createSettingsBook } from './settings/book.ts';
import { type KeptSettings, keptInMemory } from './settings/keptSettings.ts';
import { createSource } from './source/source.ts';
import { createStore } from './store.ts';

export type EngineOptions = {
  readonly dataDir: string;
  /** The source is the built-in service with its demo show. */
  readonly isDemo: boolean;
  /** `host:port` of a built-in service on this machine, whose media may be fetched over http. */
  readonly ownHosts: readonly string[];
  /** The built desk and overlays; null: not served. */
  readonly rendererDir: string | null;
  readonly overlayDir: string | null;
  /** Whether the desk and control port is opened (headless: always). */
  readonly hasControlPort: boolean;
  /** Whether a taken port ends the start (headless), or is a problem shown (desktop). */
  readonly isPortFatal: boolean;
  readonly version: string;
  /** Where changes of the settings are kept; null: they last as long as the engine. */
  readonly kept: KeptSettings | null;
  /** What the shell found before the engine was there: a keychain that is missing, a file that was set aside. */
  readonly problems: readonly Problem[];
};

export type Addresses = { readonly feed: string | null; readonly desk: string | null; readonly webhook: string | null };

export type Engine = {
  /** Resolves once everything listens; the network is not waited for. Rejects with PortTaken where that is fatal. */
  readonly start: () => Promise<Addresses>;
  /** Saves and closes; bounded in time; again does nothing. */
  readonly stop: () => Promise<void>;
  /** Serves a desk over a wire of the shell's own. */
  readonly serveDesk: (wire: EngineWire, who: Who) => void;
  readonly media: Pick<MediaCache, 'handle'>;
  readonly state: () => ShowState;
};

/** Opens what is on disk and builds the engine over it. Rejects when the data directory cannot be used. */
export async function createEngine(settings: Settings, ports: Ports, options: EngineOptions): Promise<Engine> {
  const record = await openRecord(options.dataDir, ports);
  const store = createStore(record.saved ?? emptyShow, record.persist, ports);
  const media = createMediaCache(settings.media, {
    dataDir: options.dataDir,
    store,
    ports,
    ownHosts: options.ownHosts,
  });
  const feedServer = createFeedServer(settings.feedServer, {
    store,
    ports,
    media,
    overlayDir: options.overlayDir,
    version: options.version,
    isRehearsal: false,
  });
  const source = createSource(settings.source, {
    store,
    ports,
    dataDir: options.dataDir,
    isDemo: options.isDemo,
  });
  const rotation = createRotation(store, ports);
  const history = openHistory(options.dataDir, { store, ports, limits: historyLimitsOf(settings.history) });
  const recorder = openRecorder(options.dataDir, { store, ports });
  const asRun = openAsRun(options.dataDir, {
    store,
    ports,
    consumersOf: (slug) => feedServer.consumers(slug).length,
  });
  const tokens = await openTokens(options.dataDir, ports);
  const settingsService = createSettingsBook(options.kept ?? keptInMemory(settings), {
    store,
    ports,
    dataDir: options.dataDir,
    version: options.version,
    state: store.state,
    consumers: (slug) => feedServer.consumers(slug).filter(({ state }) => state !== 'silent').length,
    fetchCollection: async (id) => {
      const found = await source.collection(id);
      return 'id' in found ? found : null;
    },
    apply: (before, after, by) => reconfigure(before, after, by),
    told: (sentence) => control.eventLog.add('info', 'SETTINGS', sentence),
  });
  const control = createControl(
    {
      desk: settings.desk,
      hasPort: options.hasControlPort,
      rendererDir: options.rendererDir,
      overlayDir: options.overlayDir,
      rehearsal: rehearsalAddress,
      version: options.version,
      feedBase: feedServer.base,
    },
    { store, source, settings: settingsService, feedServer, history, asRun, recorder, media, tokens, ports },
  );
  const { server, rehearsal, eventLog } = control;
  const osc = createOscSwitch(control.dispatch, ports);
  const reconfigure: Reconfigure = createReconfigure({
    store,
    ports,
    dataDir: options.dataDir,
    source,
    media,
    history,
    feedServer,
    osc,
  });

  const raise = (problem: Problem): void => {
    ports.log('warn', problem.code, { about: problem.about, message: problem.message });
    void store.apply({ type: 'problemRaised', problem });
  };
  /** Opens a port; a taken one ends the start or is a problem shown, as the shell wants it. */
  const openPort = async <Opened>(
    start: () => Promise<Opened>,
    code: ProblemCode,
    about: string,
  ): Promise<Opened | null> => {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || options.isPortFatal) throw error;
      raise(describeProblem(code, about, new Date(ports.clock.now()).toISOString(), { port: error.port }));
      return null;
    }
  };

  const stop = once(async () => {
    rotation.stop();
    eventLog.stop();
    await Promise.allSettled([source.stop(), osc.stop(), server?.stop(), rehearsal.stop(), feedServer.stop()]);
    await Promise.allSettled([asRun.stop(), recorder.stop(), history.stop()]);
    await media.stop();
    await record.close();
  });

  return {
    start: async () => {
      try {
        const at = new Date(ports.clock.now()).toISOString();
        const feeds = await Promise.all(
          settings.feeds.map(async (feed) => ({
            ...feed,
            lastRevision: (await readLastRevision(options.dataDir, feed.slug)) ?? undefined,
          })),
        );
        await store.apply({ type: 'feedsConfigured', feeds, at });
        reportRestoredFeeds(store, at);
        await media.start();
        // What was on air is served before anything is asked of the network.
        await openPort(() => feedServer.start(), 'FEED_PORT_TAKEN', 'feed');
        // Behind the feed in the row of subscribers, so that no reader waits for them; before anything can change.
        eventLog.start();
        for (const problem of [...options.problems, ...record.problems]) raise(problem);
        await Promise.all([history.start(), recorder.start(), asRun.start()]);
        const desk = server === null ? null : await openPort(() => server.start(), 'ENGINE_PORT_TAKEN', 'desk');
        await openPort(() => osc.set(settings.osc), 'ENGINE_PORT_TAKEN', 'osc');
        await openPort(() => source.start(), 'WEBHOOK_PORT_TAKEN', 'webhook');
        rotation.start();
        return { feed: feedServer.base(), desk: desk?.base ?? null, webhook: source.webhookAddress() };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    serveDesk: control.serveDesk,
    media,
    state: store.state,
  };
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= action();
    return running;
  };
}
