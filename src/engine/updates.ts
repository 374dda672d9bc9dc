/** Looks for newer versions quietly, and installs one when an operator says so and nothing is on air. */

import type { Refusal } from '../contract/commands.ts';
import type { UpdateView } from '../contract/updates.ts';
import { type FeedUse, findInstallRefusal } from '../core/installRefusal.ts';
import { type Phrase, say, speakPhrases } from '../core/language/say.ts';
import { describeProblem, type Facts, type ProblemCode } from '../core/problem.ts';
import type { Cancel, Ports } from './ports.ts';
import { refuse } from './refuse.ts';
import type { UpdateSettings } from './settings/updateSettings.ts';
import type { Store } from './store.ts';

/** Provided by the shell. Each rejects with an error whose `code` says why. */
export type UpdateInstaller = {
  /** Whether only an administrator can replace this installation, which the app must not begin by itself. */
  readonly needsAdministrator: boolean;
  /** Resolves with the newer version at the address; `null` if there is none. */
  readonly check: (address: string) => Promise<string | null>;
  /** Downloads and verifies the version that the last check found, and keeps this one. */
  readonly download: () => Promise<void>;
  /** Installs the downloaded version and starts Greenroom again, in this version if the installation fails. */
  readonly installAndRestart: () => void;
  /** Starts this version again, because its engine has stopped and the other one was not installed. */
  readonly relaunch: () => void;
};

export type UpdateDeps = {
  /** `null` where Greenroom does not update itself. */
  readonly installer: UpdateInstaller | null;
  readonly version: string;
  readonly isDemo: boolean;
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly countActiveConsumers: (slug: string) => number;
  /** Saves and stops the engine. */
  readonly stopEngine: () => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
};

export type Updates = {
  readonly view: () => UpdateView;
  readonly configure: (settings: UpdateSettings) => void;
  readonly check: () => Promise<UpdateView | Refusal>;
  /** Resolves when the download has begun. */
  readonly install: () => Promise<UpdateView | Refusal>;
  readonly stop: () => void;
};

const minuteMs = 60_000;
/** Not while a show is being set up, and not when every machine of a gallery starts. */
const firstCheckMs = { least: 20 * minuteMs, spread: 40 * minuteMs };
const nextCheckMs = { least: 22 * 60 * minuteMs, spread: 4 * 60 * minuteMs };
const about = 'update';

export function createUpdates(first: UpdateSettings, deps: UpdateDeps): Updates {
  const { installer, store, ports } = deps;
  let settings = first;
  let available: string | null = null;
  let checkedAt: string | null = null;
  let step: UpdateView['step'] = 'idle';
  let cancelTimer: Cancel = () => undefined;

  const now = (): string => new Date(ports.clock.now()).toISOString();
  const listUses = (): readonly FeedUse[] =>
    store.state().feeds.map(({ slug, onAir }) => ({
      slug,
      posts: onAir.items.length,
      consumers: deps.countActiveConsumers(slug),
    }));
  const findRefusal = (uses = listUses()): string | null => findInstallRefusal(uses, deps.isDemo);
  const clear = async (...codes: readonly ProblemCode[]): Promise<void> => {
    await Promise.all(codes.map((code) => store.apply({ type: 'problemCleared', code, about })));
  };
  const raise = async (code: ProblemCode, facts: Facts): Promise<void> => {
    ports.log('info', code, speakPhrases(facts));
    await store.apply({ type: 'problemRaised', problem: describeProblem(code, about, now(), facts) });
  };
  const setStep = (next: UpdateView['step']): void => {
    step = next;
    store.announceTransient();
  };
  const view = (): UpdateView => ({
    isSupported: installer !== null,
    current: deps.version,
    available,
    step,
    checkedAt,
    waitsFor: findRefusal(),
  });

  /** Resolves with `null` if it succeeded. */
  const checkAt = async (use: UpdateInstaller, address: string): Promise<Refusal | null> => {
    setStep('checking');
    try {
      const found = await use.check(address);
      if (address !== settings.address) return null;
      available = found;
      checkedAt = now();
      await clear(...failures);
      await (found === null ? clear('UPDATE_AVAILABLE') : raise('UPDATE_AVAILABLE', { version: found }));
      return null;
    } catch (error) {
      const { code, facts } = describeFailure(error, () => say('found||an update that could not be'));
      await raise(code, facts);
      return refuse(code, facts);
    } finally {
      setStep('idle');
    }
  };
  const isOn = (): boolean => settings.enabled && settings.address !== '';
  const schedule = ({ least, spread }: typeof firstCheckMs): void => {
    cancelTimer();
    if (installer === null || !isOn()) return;
    cancelTimer = ports.clock.after(least + deps.random() * spread, () => {
      schedule(nextCheckMs);
      if (step === 'idle') void checkAt(installer, settings.address);
    });
  };

  /** Stops at each step at which something went on air, so that the press has no effect then. */
  const downloadAndInstall = async (use: UpdateInstaller): Promise<void> => {
    let isStopped = false;
    try {
      setStep('downloading');
      await use.download();
      const uses = listUses();
      if (findRefusal(uses) !== null) return await raise('UPDATE_ON_AIR', { what: () => findRefusal(uses) ?? '' });
      setStep('installing');
      isStopped = true;
      await deps.stopEngine();
      use.installAndRestart();
    } catch (error) {
      const { code, facts } = describeFailure(error, () => say('installed||an update that could not be'));
      if (isStopped) {
        // Without its engine, the feed would stay silent until somebody starts Greenroom again.
        ports.log('error', code, speakPhrases(facts));
        use.relaunch();
      } else await raise(code, facts);
    } finally {
      setStep('idle');
    }
  };

  schedule(firstCheckMs);
  return {
    view,
    configure: (changed) => {
      settings = changed;
      available = null;
      checkedAt = null;
      void clear('UPDATE_AVAILABLE', ...failures);
      schedule(firstCheckMs);
    },
    check: async () => {
      if (installer === null) return refuse('UPDATE_NOT_HERE', {});
      if (!isOn()) return refuse('UPDATE_OFF', {});
      return step === 'idle' ? ((await checkAt(installer, settings.address)) ?? view()) : view();
    },
    install: async () => {
      if (installer === null) return refuse('UPDATE_NOT_HERE', {});
      if (!isOn()) return refuse('UPDATE_OFF', {});
      if (available === null) return refuse('UPDATE_NONE', {});
      if (installer.needsAdministrator) return refuse('UPDATE_NEEDS_ADMINISTRATOR', { version: available });
      const what = findRefusal();
      if (what !== null) return refuse('UPDATE_ON_AIR', { what });
      if (step === 'idle') {
        void clear('UPDATE_ON_AIR', ...failures);
        void downloadAndInstall(installer);
      }
      return view();
    },
    stop: () => cancelTimer(),
  };
}

const failures = ['UPDATE_FAILED', 'UPDATE_NOT_VERIFIED', 'UPDATE_ADDRESS_INSECURE'] as const;
const unverifiedCodes: readonly unknown[] = [
  ...['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE', 'ERR_UPDATER_NO_CHECKSUM'],
];

/** A message of the updater can contain headers and addresses, so only its code is shown. */
function describeFailure(error: unknown, action: Phrase): { readonly code: ProblemCode; readonly facts: Facts } {
  const { code = null, statusCode = null } = error as { readonly code?: unknown; readonly statusCode?: unknown };
  if (code === 'UPDATE_ADDRESS_INSECURE') return { code, facts: {} };
  if (unverifiedCodes.includes(code)) return { code: 'UPDATE_NOT_VERIFIED', facts: {} };
  const what =
    typeof statusCode === 'number'
      ? ['HTTP', statusCode].join(' ')
      : code === null
        ? () => say('the updater failed')
        : String(code);
  return { code: 'UPDATE_FAILED', facts: { action, what } };
}
