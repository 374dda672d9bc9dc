/** Everything that presses and looks: desks, the control API, panels and rehearsals, behind one door for commands. */
import type { DeskState } from '../../contract/deskState.ts';
import type { EngineWire } from '../../contract/wire.ts';
import { compareProblems } from '../../core/problem.ts';
import type { ShowState } from '../../core/show.ts';
import type { FeedServer } from '../feed/server.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Ports } from '../ports.ts';
import type { AsRun } from '../record/asRun.ts';
import type { History } from '../record/history.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Settings } from '../record/settings.ts';
import { createRehearsal, type Rehearsal } from '../rehearsal.ts';
import type { SettingsBook } from '../settings/book.ts';
import type { Source } from '../source/source.ts';
import type { Store } from '../store.ts';
import { createAnswerer } from './answer.ts';
import { viewFeed, viewSource } from './deskView.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { createEventLog, type EventLog } from './eventLog.ts';
import { createPresence } from './presence.ts';
import { type ControlServer, createControlServer } from './server.ts';
import { type SessionDeps, serveDesk, type Who } from './session.ts';
import type { Tokens } from './tokens.ts';

export type ControlOptions = {
  readonly desk: Settings['desk'];
  /** Whether the desk and control port is opened. */
  readonly hasPort: boolean;
  /** The built desk and overlays; null: not served. */
  readonly rendererDir: string | null;
  readonly overlayDir: string | null;
  /** Where a rehearsal is read. */
  readonly rehearsal: { readonly host: string; readonly port: number };
  readonly version: string;
  /** Where graphics read the feed; null while its port is not open. */
  readonly feedBase: () => string | null;
};

export type ControlDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'checkNow' | 'collections' | 'collection' | 'detect'>;
  readonly settings: SettingsBook;
  readonly feedServer: Pick<FeedServer, 'consumers' | 'takedowns' | 'onConsumersChanged' | 'asksForToken'>;
  readonly history: History;
  readonly asRun: AsRun;
  readonly recorder: Recorder;
  readonly media: MediaCache;
  readonly tokens: Tokens;
  readonly ports: Ports;
};

export type Control = {
  readonly dispatch: Dispatch;
  readonly eventLog: EventLog;
  readonly rehearsal: Rehearsal;
  /** Null where no port is wanted. */
  readonly server: ControlServer | null;
  /** Serves a desk over a wire of the shell's own. */
  readonly serveDesk: (wire: EngineWire, who: Who) => void;
};

export function createControl(options: ControlOptions, deps: ControlDeps): Control {
  const { store, source, settings, feedServer, history, asRun, recorder, media, tokens, ports } = deps;
  const { version, overlayDir, rendererDir, feedBase } = options;
  const presence = createPresence();
  const eventLog = createEventLog(store, ports.clock);
  const otherChanges = new Set<() => void>();
  const tellOthers = (): void => {
    for (const listener of otherChanges) listener();
  };
  const onOtherChange = (listener: () => void): (() => void) => {
    otherChanges.add(listener);
    return () => otherChanges.delete(listener);
  };
  feedServer.onConsumersChanged(tellOthers);
  let sequence = 0;
  store.subscribe(() => {
    sequence += 1;
  });
  const rehearsal = createRehearsal(options.rehearsal, {
    recorder,
    ports,
    media,
    overlayDir,
    version,
    onChanged: tellOthers,
  });
  const view = (state: ShowState): Omit<DeskState, 'sequence' | 'you'> => ({
    version,
    at: new Date(ports.clock.now()).toISOString(),
    feedBase: feedBase(),
    feedAsksForToken: feedServer.asksForToken(),
    source: viewSource(state.source, ports.clock.monotonicMs()),
    feeds: state.feeds.map((feed) =>
      viewFeed(state, feed, feedServer.consumers(feed.slug), feedServer.takedowns(feed.slug)),
    ),
    desks: presence.list(),
    rehearsal: rehearsal.state(),
    problems: [...state.problems].sort(compareProblems),
  });
  const dispatch = createDispatch({
    store,
    source,
    settings,
    rehearsal,
    listAt: history.at,
    ports,
    onPress: ({ by, ...action }) => {
      presence.note(by, action);
      tellOthers();
    },
  });
  const answer = createAnswerer({ source, log: eventLog, history, asRun, recorder, rehearsal, store, ports });
  const session: SessionDeps = {
    store,
    ports,
    dispatch,
    answer,
    presence,
    view,
    onOtherChange,
    onPresence: tellOthers,
    tokens,
  };
  const onAnyChange = (listener: () => void): (() => void) => {
    const stops = [store.subscribe(listener), onOtherChange(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const api = {
    store,
    source,
    dispatch,
    answer,
    rehearsal,
    tokens,
    settings,
    view,
    sequence: () => sequence,
    onAnyChange,
    version,
  };
  return {
    dispatch,
    eventLog,
    rehearsal,
    server: options.hasPort
      ? createControlServer(options.desk, { ...api, session, media, rendererDir, feedBase, ports })
      : null,
    serveDesk: (wire, who) => serveDesk(wire, who, session),
  };
}
