/** Quits in order: a question if something would be lost, then saving, then the exit. */
import type { Cancel, Clock } from '../../engine/ports.ts';
import type { QuitQuestion } from './quitQuestion.ts';

export type Quitting = {
  /** Call for each request to quit. True if the app may exit now; otherwise a question or saving comes first, and `exit` follows. */
  readonly request: () => boolean;
  /** Quits without a question: on a signal, or when the session ends. */
  readonly force: () => void;
  /** The session is about to end, so a request to quit in the next minute needs no question. */
  readonly expectEnd: () => void;
  /** An update is about to be installed: windows close, and the updater’s request to quit needs no question. */
  readonly expectInstallation: () => void;
  /** Whether the app is about to exit, so that windows close instead of hiding. */
  readonly isQuitting: () => boolean;
};

/** A log-off that another program or the user has stopped. */
const expectedForMs = 60_000;

export function createQuitting(deps: {
  readonly clock: Clock;
  /** `null` if nothing is lost. */
  readonly question: () => QuitQuestion | null;
  /** Resolves with true to quit. */
  readonly ask: (question: QuitQuestion) => Promise<boolean>;
  /** The question could not be shown. The feed keeps running. */
  readonly onFault: (error: unknown) => void;
  /** Saves and stops within a time limit. */
  readonly stop: () => Promise<void>;
  readonly exit: () => void;
}): Quitting {
  let step: 'running' | 'asking' | 'saving' | 'saved' = 'running';
  let isEndExpected = false;
  let isInstalling = false;
  let cancelExpectation: Cancel = () => undefined;

  const save = async (): Promise<void> => {
    step = 'saving';
    await deps.stop().catch(() => undefined);
    step = 'saved';
    deps.exit();
  };
  const isUnstarted = (): boolean => step === 'running' || step === 'asking';
  const request = (): boolean => {
    if (step === 'saved') return true;
    if (step !== 'running') return false;
    const question = isEndExpected || isInstalling ? null : deps.question();
    if (question === null) {
      void save();
      return false;
    }
    step = 'asking';
    void deps
      .ask(question)
      .catch((error: unknown) => {
        deps.onFault(error);
        return false;
      })
      .then((isConfirmed) => {
        if (step !== 'asking') return;
        step = 'running';
        if (isConfirmed) void save();
      });
    return false;
  };
  return {
    request,
    force: () => {
      if (isUnstarted()) void save();
    },
    expectEnd: () => {
      isEndExpected = true;
      cancelExpectation();
      cancelExpectation = deps.clock.after(expectedForMs, () => {
        isEndExpected = false;
      });
    },
    expectInstallation: () => {
      isInstalling = true;
    },
    isQuitting: () => isInstalling || !isUnstarted(),
  };
}
