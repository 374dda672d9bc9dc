/** Runs the operator’s own show or the demo, and replaces one by the other while Greenroom runs. */

import type { Refusal } from '../contract/commands.ts';
import { markMessage, say } from '../core/language/say.ts';
import { describeProblem, type Facts, type Problem } from '../core/problem.ts';
import type { Addresses, Engine } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import { refuse } from '../engine/refuse.ts';
import { findOtherOwner, keyOfOtherService } from '../engine/settings/keyOwner.ts';
import { refuseForHungDisk } from '../engine/settings/refusals.ts';
import { isKeyFixed } from '../engine/settings/secretStore.ts';
import type { ShowSwitch, Takeover } from '../engine/showSwitch.ts';
import { giveUpAfterMs } from '../engine/store.ts';
import { waitAtMost } from '../engine/waitAtMost.ts';
import type { Demo } from './demo.ts';
import { createDeskRelay } from './deskRelay.ts';
import { describeSwitchFailure, noResponse, unconfirmedPost } from './explainStartError.ts';
import { isDiskHung, prepareInTime, replaceWithinMs, respondsInTime } from './hungSwitch.ts';
import { openEngine, type ShellOptions } from './openEngine.ts';
import { carryTokens, listDemoChanges, prepareServiceChoice } from './ownSettings.ts';
import { type Prepared, type Running, type ShowKind, stopShow } from './preparedShow.ts';
import type { ProductPaths } from './productPaths.ts';
import type { ValidConfig } from './readConfig.ts';
import { stopInTime } from './stopInTime.ts';
import { takeOverFrom } from './takeOverFrom.ts';

export type { ShowKind } from './preparedShow.ts';

export type ShowHome = {
  readonly dataDir: string;
  /** Rejects if its settings can’t be read. */
  readonly openConfig: () => Promise<ValidConfig>;
};

export type ShowsOptions = ShellOptions & {
  readonly homes: Readonly<Record<ShowKind, ShowHome>>;
  readonly first: ShowKind;
  readonly firstConfig: ValidConfig;
  /** The flag that decides what the next start runs; `null` if the settings do. */
  readonly startFlag: string | null;
  /** Problems that the shell found. */
  readonly problems: readonly Problem[];
};

export type Shows = {
  /** The engine of the show on air, whichever it is. */
  readonly engine: Engine;
  /** The demo’s service; `null` while the own show runs. */
  readonly demo: () => Demo | null;
  /** Saves and stops everything, within a time limit. */
  readonly stop: () => Promise<void>;
};

/** The answer to the command leaves before its connection closes. Milliseconds. */
const switchAfterMs = 150;
const retryAfterMs = 1000;

const titles: Readonly<Record<ShowKind, string>> = {
  own: markMessage('Your own show'),
  demo: markMessage('The demo'),
};

/** Rejects if the settings or the data directory of the first show cannot be used. */
export async function openShows(options: ShowsOptions, ports: Ports, paths: ProductPaths): Promise<Shows> {
  const { homes, first, firstConfig, startFlag, problems, ...shell } = options;
  const { clock, log } = ports;
  const relay = createDeskRelay();
  let addresses: Addresses = { feed: null, desk: null, webhook: null };
  let readyAfterMs: number | null = null;
  let isSwitching = false;
  let isStopping = false;
  let switching: Promise<void> = Promise.resolve();
  /** Ends once a show whose preparation was given up is closed. */
  let undoing: Promise<void> = Promise.resolve();

  const open = async (kind: ShowKind, config: ValidConfig, takeover: Takeover | null): Promise<Running> => {
    const opened = await openEngine(config, ports, paths, shell, {
      ...{ dataDir: homes[kind].dataDir, isDemo: kind === 'demo', showSwitch, takeover },
      otherShowDir: homes[kind === 'demo' ? 'own' : 'demo'].dataDir,
      problems: [...problems, ...config.problems],
      replaced: takeover === null ? null : addresses,
    });
    return { ...opened, kind };
  };

  /** A feed with a blocked post or an older list that may still be on screen. The alarm would end with the show. */
  const findUnconfirmedFeed = (): string | null => {
    const { engine } = current;
    return engine.state().feeds.find(({ slug }) => engine.hasOpenAlarm(slug))?.slug ?? null;
  };
  const raiseNotSwitched = ({ kind }: Running, failure: Facts): void => {
    const facts = { wanted: () => say(titles[kind]), kept: () => say(titles[current.kind]), ...failure };
    const at = new Date(clock.now()).toISOString();
    current.engine.raise(describeProblem('SHOW_NOT_SWITCHED', 'setup', at, facts));
  };

  /** Replaces the show on air. If the next one can’t start, the previous one comes back. */
  const replace = async ({ next, commit, revert }: Prepared): Promise<void> => {
    // On a disk that hangs, the next show could not serve its list, and the feeds would be down until it responds.
    const isResponding = await respondsInTime(clock, homes[next.kind].dataDir);
    const findHindrance = (): Facts | null => (findUnconfirmedFeed() === null ? null : unconfirmedPost);
    const keep = async (hindrance: Facts, restore: () => Promise<void>): Promise<void> => {
      const undone = stopShow(next).then(restore);
      await waitAtMost(clock, giveUpAfterMs, undone, () => undefined);
      raiseNotSwitched(next, hindrance);
      return undone;
    };
    const before = current;
    // A post can have been blocked while the next show was prepared.
    const hindrance = isResponding ? findHindrance() : noResponse;
    if (hindrance !== null && !isStopping) return keep(hindrance, async () => undefined);
    // If the disk hangs only now, the choice takes effect before it is saved, as a change of the settings does.
    const committed = commit().then(
      () => null,
      (error: unknown) => {
        log('error', 'SETTINGS_NOT_SAVED', { what: String(error) });
        return describeSwitchFailure(error);
      },
    );
    const restore = (): Promise<void> => committed.then(revert);
    const failed = await waitAtMost(clock, giveUpAfterMs, committed, () => null);
    if (isStopping) return stopShow(next);
    const lateHindrance = failed ?? findHindrance();
    if (lateHindrance !== null) return keep(lateHindrance, restore);
    const startedMs = clock.monotonicMs();
    log('info', 'SHOW_SWITCHING', { from: before.kind, to: next.kind });
    relay.connect(null);
    // Its ports close first. Its last saves go on while the next show starts, which uses another directory.
    const left = before.stopEngine();
    await waitAtMost(clock, replaceWithinMs, left, () => undefined);
    try {
      addresses = await next.engine.start();
      current = next;
      readyAfterMs = Math.round(clock.monotonicMs() - startedMs);
      await before.stopDemo();
    } catch (error) {
      const failure = describeSwitchFailure(error);
      log('error', 'SHOW_NOT_SWITCHED', { error: String(error) });
      await Promise.all([next.stopDemo(), before.stopDemo(), left]);
      await restore();
      await reopen(before, next);
      if (isStopping) return;
      raiseNotSwitched(next, failure);
    }
    relay.connect(current.engine);
    // Until then it can’t be opened again.
    await left;
  };

  /** Tries until it works, because a process without a show helps nobody. */
  const reopen = async (before: Running, failed: Running): Promise<void> => {
    while (!isStopping) {
      try {
        const config = await homes[before.kind].openConfig();
        current = await open(before.kind, config, takeOverFrom(null, null, before, failed));
        addresses = await current.engine.start();
        return;
      } catch (error) {
        log('error', 'SHOW_NOT_SWITCHED', { error: String(error) });
        await current.stopDemo();
        await new Promise<void>((resolve) => void clock.after(retryAfterMs, resolve));
      }
    }
  };

  const startReplacing = (prepared: Prepared): void => {
    switching = new Promise<void>((resolve) => void clock.after(switchAfterMs, resolve))
      .then(() => replace(prepared))
      .finally(() => {
        isSwitching = false;
      });
  };

  /** Runs one preparation at a time, and replaces the show if it succeeds before it is given up. */
  const prepare = async (
    kind: ShowKind,
    run: (givenUp: AbortSignal) => Promise<Refusal | Prepared>,
  ): Promise<Refusal | null> => {
    if (isDiskHung()) return refuseForHungDisk();
    if (isSwitching || isStopping) return refuse('SHOW_SWITCHING', {});
    const feed = findUnconfirmedFeed();
    if (feed !== null) return refuse('SHOW_UNCONFIRMED', { feed });
    isSwitching = true;
    const givingUp = new AbortController();
    const preparing = run(givingUp.signal).catch((error: unknown) => {
      log('error', 'SHOW_NOT_SWITCHED', { error: String(error), to: kind });
      return refuse('SETTINGS_NOT_DONE', describeSwitchFailure(error));
    });
    const prepared = await prepareInTime(clock, preparing);
    const isTooSlow = async (): Promise<boolean> => !(await respondsInTime(clock, homes[kind].dataDir));
    // A preparation can end without the disk, because a start serves its show without it too.
    if (prepared === null || (!('ok' in prepared) && (await isTooSlow()))) {
      givingUp.abort();
      log('error', 'DISK_NOT_RESPONDING', { where: 'switch' });
      undoing = preparing
        .then((late) => ('ok' in late ? undefined : stopShow(late.next)))
        .finally(() => {
          isSwitching = false;
        });
      return refuseForHungDisk();
    }
    if ('ok' in prepared) {
      isSwitching = false;
      return prepared;
    }
    startReplacing(prepared);
    return null;
  };

  const showSwitch: ShowSwitch = {
    // A start with --demo has chosen the demo.
    isFirstStart: () =>
      startFlag === null && (current.kind === 'own' ? current.engine.state().source.baseUrl : ownAddress) === '',
    describe: async () => ({
      ...{ startFlag, readyAfterMs },
      baseUrl: current.kind === 'own' ? current.engine.state().source.baseUrl : ownAddress,
      apiKey: await shell.secretStore.describe('apiKey'),
    }),
    ownKey: async (baseUrl) => {
      const [key, owner] = await Promise.all([
        ports.secrets.apiKey(),
        // Without the file, a key of the environment can still be read.
        shell.secretStore.apiKeyOwner().catch(() => null),
      ]);
      const other = findOtherOwner(owner, key, ownAddress, baseUrl);
      if (other !== null) throw keyOfOtherService({ owner: other, isFixed: await isKeyFixed(shell.secretStore) });
      return key;
    },
    leaveDemo: (choice, by) =>
      prepare('own', async (givenUp) => {
        const changes = current.demo === null ? {} : listDemoChanges(current.demo, ownAddress !== '');
        const ownConfig = await homes.own.openConfig();
        givenUp.throwIfAborted();
        const prepared = await prepareServiceChoice(ownConfig, choice, changes, shell.secretStore, ports);
        if ('ok' in prepared) return prepared;
        givenUp.throwIfAborted();
        await carryTokens(homes.demo.dataDir, homes.own.dataDir);
        givenUp.throwIfAborted();
        const { config, chosenKey } = prepared;
        const next = await open('own', config, { ...takeOverFrom(by, choice.collection, current), chosenKey });
        const addressBefore = ownAddress;
        const commit = async (): Promise<void> => {
          await prepared.commit();
          ownAddress = choice.baseUrl;
        };
        const revert = async (): Promise<void> => {
          ownAddress = addressBefore;
          await prepared.revert();
        };
        return { next, commit, revert };
      }),
    enterDemo: (by) =>
      prepare('demo', async (givenUp) => {
        ownAddress = current.engine.state().source.baseUrl;
        const config = await homes.demo.openConfig();
        givenUp.throwIfAborted();
        const next = await open('demo', config, takeOverFrom(by, null, current));
        return { next, commit: async () => undefined, revert: async () => undefined };
      }),
  };

  // Settings that can’t be read are reported when the own show opens.
  const own = first === 'own' ? firstConfig : await homes.own.openConfig().catch(() => null);
  let ownAddress = own?.settings.source.baseUrl ?? '';
  let current = await open(first, firstConfig, null);
  relay.connect(current.engine);

  const stopAll = async (): Promise<void> => {
    await switching.catch(() => undefined);
    await stopShow(current);
    await undoing;
  };
  const stop = (): Promise<void> => {
    isStopping = true;
    return stopInTime(ports, stopAll());
  };
  return {
    engine: {
      start: async () => {
        addresses = await current.engine.start();
        readyAfterMs = Math.round(performance.now());
        return addresses;
      },
      stop,
      serveDesk: relay.serve,
      raise: (problem) => current.engine.raise(problem),
      media: { handle: (...exchange) => current.engine.media.handle(...exchange) },
      feedBase: () => current.engine.feedBase(),
      state: () => current.engine.state(),
      lastActionOf: (name) => current.engine.lastActionOf(name),
      dispatch: (...command) => current.engine.dispatch(...command),
      checkNow: () => current.engine.checkNow(),
      consumers: (slug) => current.engine.consumers(slug),
      hasOpenAlarm: (slug) => current.engine.hasOpenAlarm(slug),
      settings: () => current.engine.settings(),
    },
    demo: () => current.demo,
    stop,
  };
}
