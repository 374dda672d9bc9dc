/** Connects desks, the control API, panels and rehearsals to the store. */
import type { DeskView } from '../contract/deskState.ts';
import type { Preflight } from '../contract/preflight.ts';
import type { RecipeView } from '../contract/recipes.ts';
import type { EngineWire } from '../contract/wire.ts';
import { isMentioned } from '../core/isMentioned.ts';
import { currentLanguage } from '../core/language/say.ts';
import { compareProblems } from '../core/problem.ts';
import { collectionNamesOf, feedOf, type ShowState } from '../core/show.ts';
import { type ControlSwitch, createControlSwitch } from './api/controlSwitch.ts';
import { createControlServer } from './api/server.ts';
import { createAsRunExport } from './desk/asRunExport.ts';
import { viewFeed, viewSource } from './desk/deskView.ts';
import { createDeskViews } from './desk/deskViews.ts';
import { createOpenExports } from './desk/openExports.ts';
import { createPresence, type Presence } from './desk/presence.ts';
import { createQueryHandler } from './desk/queries.ts';
import { type DeskConnection, serveDesk } from './desk/session.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { BehindConsumers } from './feed/behindConsumers.ts';
import type { FeedServer } from './feed/server.ts';
import type { Theme } from './feed/theme.ts';
import { viewRecipes } from './feed/viewRecipes.ts';
import { createFigureLog } from './figureLog.ts';
import type { AsRun } from './logs/asRun.ts';
import type { EventLog } from './logs/eventLog.ts';
import type { History } from './logs/history.ts';
import type { Recorder } from './logs/recorder.ts';
import type { MediaCache } from './media/cache.ts';
import type { Ports } from './ports.ts';
import { createPreflight } from './preflight/preflight.ts';
import { createScheduledPreflight, type ScheduledPreflight } from './preflight/scheduledPreflight.ts';
import { createRehearsal, type Rehearsal } from './rehearsal.ts';
import { createServiceSetup } from './serviceSetup.ts';
import type { SecretsService } from './settings/secretsService.ts';
import type { SettingsService } from './settings/settingsService.ts';
import type { Tokens } from './settings/tokens.ts';
import type { ShowSwitch } from './showSwitch.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';
import { hasUnsavedChanges } from './unsavedChanges.ts';
import type { Updates } from './updates.ts';

export type ControlOptions = {
  /** True if the desk and control port is always open; otherwise a setting decides. */
  readonly isPortAlwaysOpen: boolean;
  /** Folder of the built desk; `null` when the port serves only the API. */
  readonly rendererDir: string | null;
  readonly builtDir: string | null;
  readonly rehearsal: { readonly host: string; readonly port: number };
  readonly version: string;
  /** Base address of the feed; `null` while its port is closed. */
  readonly feedBase: () => string | null;
  /** Address of the built-in service’s page with its token; `null` without that service. */
  readonly servicePage: string | null;
  readonly isDemo: boolean;
  /** `null` if there is only this show. */
  readonly showSwitch: ShowSwitch | null;
  /** Of a desk with this name, in the show that this one replaces. */
  readonly lastActionBefore: Presence['lastActionOf'];
};

export type ControlDeps = {
  readonly store: Store;
  readonly source: Pick<
    Source,
    | 'checkNow'
    | 'probeWebhook'
    | 'pollsToday'
    | 'listCollections'
    | 'fetchCollection'
    | 'readCollection'
    | 'recordReadForUse'
    | 'serviceAddress'
    | 'isLongUnused'
    | 'refresh'
    | 'checkService'
    | 'candidates'
    | 'signatureDetector'
  >;
  readonly settings: SettingsService;
  readonly secrets: SecretsService;
  readonly feedServer: Pick<FeedServer, 'consumers' | 'takedowns' | 'requiresToken' | 'base' | 'pulls'>;
  readonly behindConsumers: Pick<BehindConsumers, 'confirm'>;
  readonly eventLog: EventLog;
  readonly history: History;
  readonly asRun: AsRun;
  readonly recorder: Recorder;
  readonly media: MediaCache;
  readonly theme: Theme;
  readonly tokens: Tokens;
  readonly updates: Updates;
  readonly ports: Ports;
};

export type Control = {
  readonly dispatch: Dispatch;
  readonly scheduledPreflight: ScheduledPreflight;
  readonly rehearsal: Rehearsal;
  readonly port: ControlSwitch;
  /** Serves the desktop window over its own message port. */
  readonly serveDesk: (wire: EngineWire, connection: DeskConnection) => void;
  readonly lastActionOf: Presence['lastActionOf'];
  /** Ends what runs by itself. */
  readonly stop: () => void;
};

export function createControl(options: ControlOptions, deps: ControlDeps): Control {
  const { store, source, settings, secrets, feedServer, eventLog, history, asRun, recorder, media } = deps;
  const { theme, tokens, updates, ports } = deps;
  const { version, builtDir, rendererDir, feedBase, servicePage, isDemo, showSwitch } = options;
  const presence = createPresence({
    tokens,
    lastActionBefore: options.lastActionBefore,
    isMentioned: (name) => isMentioned(store.state(), name) || eventLog.isMentioned(name),
  });
  let announcedChanges = 0;
  let saved = store.state();
  store.subscribe(({ state }) => {
    announcedChanges += 1;
    if (!hasUnsavedChanges(state)) saved = state;
  });
  const onChanged = store.announceTransient;
  const rehearsal = createRehearsal(options.rehearsal, {
    recorder,
    ports,
    media,
    builtDir,
    theme,
    version,
    timeSettings: () => settings.inUse().feedServer,
    onChanged,
  });
  const view = (state: ShowState): DeskView['state'] => ({
    version,
    at: new Date(ports.clock.now()).toISOString(),
    feedBase: feedBase(),
    isReadTokenRequired: feedServer.requiresToken(),
    source: viewSource(state.source, source.pollsToday(), ports.clock.monotonicMs()),
    feeds: state.feeds.map((feed) =>
      viewFeed(
        state,
        feed,
        feedServer.consumers(feed.slug),
        feedServer.takedowns(feed.slug),
        feedOf(hasUnsavedChanges(state) ? saved : state, feed.slug),
        ports.clock.monotonicMs(),
      ),
    ),
    desks: presence.list(),
    rehearsal: rehearsal.state(),
    problems: [...state.problems].sort(compareProblems),
    collectionNames: collectionNamesOf(state),
    eventCount: eventLog.count(),
    hasServicePage: servicePage !== null,
    isDemo,
    language: currentLanguage(),
    isFirstStart: showSwitch?.isFirstStart() ?? state.source.baseUrl === '',
  });
  const setup = createServiceSetup({ source, settings, secrets, store, ports, isDemo, showSwitch });
  const preflight = createPreflight({
    ...{ store, setup, settings, feedServer, media, updates, servicePage, ports },
    deskBase: () => port.base(),
    probeWebhook: source.probeWebhook,
  });
  const dispatch = createDispatch({
    setup,
    preflight,
    store,
    source,
    settings,
    secrets,
    rehearsal,
    tokens,
    media,
    updates,
    presence,
    eventLog,
    ports,
    confirmOffScreen: deps.behindConsumers.confirm,
    listAt: history.find,
    onCommand: (by, action) => {
      presence.recordAction(by, action);
      store.announceTransient();
    },
  });
  const runPreflight = async (): Promise<Preflight | null> => {
    const result = await dispatch('runPreflight', {}, { name: 'Greenroom', right: 'desk' });
    return result.ok ? (result.value as Preflight) : null;
  };
  const scheduledPreflight = createScheduledPreflight({ store, ports, run: runPreflight });
  const exportAsRun = createAsRunExport({ asRun, store, ports });
  const listRecipes = (feed: string): readonly RecipeView[] | null => {
    const pulls = feedServer.pulls(feed);
    if (pulls === null) return null;
    const requiresToken = feedServer.requiresToken();
    return viewRecipes({ feed, feedBase: feedBase(), controlBase: port.base(), requiresToken }, pulls);
  };
  const figures = createFigureLog({ store, source, feedServer, clock: ports.clock });
  const runQuery = createQueryHandler({
    figures,
    listRecipes,
    setup,
    preflight,
    source,
    settings,
    tokens,
    secrets,
    updates,
    log: eventLog,
    history,
    asRun,
    exportAsRun,
    exports: createOpenExports(ports.clock),
    recorder,
    media,
    rehearsal,
    servicePage,
    store,
    ports,
  });
  const views = createDeskViews(store, ports.clock, view);
  const session = { store, ports, dispatch, runQuery, presence, views, tokens };
  const api = {
    ...session,
    view,
    exportAsRun,
    eventLog,
    source,
    rehearsal,
    settings,
    secrets,
    updates,
    preflight,
    version,
    announcedChanges: () => announcedChanges,
    pulls: feedServer.pulls,
    setup,
  };
  const port = createControlSwitch(
    options.isPortAlwaysOpen,
    (desk) => createControlServer(desk, { ...api, session, media, rendererDir, feedBase }),
    () => {
      for (const code of ['ENGINE_PORT_TAKEN', 'ENGINE_HOST_ABSENT'] as const)
        void store.apply({ type: 'problemCleared', code, about: 'desk' });
    },
  );
  return {
    dispatch,
    scheduledPreflight,
    stop: () => {
      scheduledPreflight.stop();
      figures.stop();
    },
    rehearsal,
    port,
    lastActionOf: presence.lastActionOf,
    serveDesk: (wire, connection) => serveDesk(wire, connection, session),
  };
}
