/** Explains in the current language why Greenroom could not start, for dialogs and for the desk. */
import { say } from '../core/language/say.ts';
import type { Facts } from '../core/problem.ts';
import { namePort } from '../engine/namePort.ts';
import { PortTaken } from '../http/listen.ts';
import { findStartError } from './describeStartError.ts';

/** The cause and the next step; neither ends with a full stop. */
export type StartExplanation = { readonly what: string; readonly nextStep: string };

/** Returns `null` for an internal error. */
export function explainStartError(error: unknown): StartExplanation | null {
  const found = findStartError(error);
  switch (found?.kind) {
    case undefined:
      return null;
    case 'locked':
      return {
        what:
          found.pid === null
            ? say('Another Greenroom is using {path}', { path: found.path })
            : say('Another Greenroom (process {pid}) is using {path}', { pid: found.pid, path: found.path }),
        nextStep: say('Quit it, or choose another directory with --data-dir'),
      };
    case 'newerStore':
      return {
        what: say('The service can’t start: its data is from a newer Greenroom'),
        nextStep: say('Start that one, or choose another directory with --data-dir'),
      };
    case 'full':
      return {
        what: say('Can’t write {path} ({code})', { path: found.path ?? say('the data directory'), code: found.code }),
        nextStep: say('Free space on its disk, or choose another data directory with --data-dir'),
      };
    case 'readOnly':
      return {
        what: say('Can’t write {path} ({code})', { path: found.path ?? say('the data directory'), code: found.code }),
        nextStep: say('Make the data directory writable, or choose another with --data-dir'),
      };
    case 'unusable':
      return {
        what: say('Can’t read or write {path} ({code})', {
          path: found.path ?? say('the data directory'),
          code: found.code,
        }),
        nextStep: say('Make the data directory and its files readable and writable, or choose another with --data-dir'),
      };
    case 'folder':
      return {
        what: say('{path} is a folder, but must be a file', { path: found.path }),
        nextStep: say('Rename or move that folder, or choose another data directory with --data-dir'),
      };
    case 'addressAbsent':
      return {
        what: say('{host} is not an address of this machine ({code})', { host: found.host, code: found.code }),
        nextStep: say('Choose another in the settings'),
      };
    default:
      return found satisfies never;
  }
}

/** The cause and the remedy of a switch of the show that failed, each in a sentence. */
export function describeSwitchFailure(error: unknown): Facts {
  if (error instanceof PortTaken)
    return {
      what: () => say('{port} is in use', { port: namePort(error) }),
      check: () => say('which program uses this port and quit it'),
    };
  const explanation = explainStartError(error);
  if (explanation !== null)
    return {
      what: () => explainStartError(error)?.what ?? '',
      check: () => say('the data directory and the addresses in the settings'),
    };
  return { what: error instanceof Error ? error.message : String(error), check: () => say('the log') };
}

/** Reasons against a switch. They are also true later, because the problem stays until the show is switched. */
export const noResponse: Facts = {
  what: () => say('the disk did not respond'),
  check: () => say('the disk of the data directory'),
};
export const unconfirmedPost: Facts = {
  what: () => say('a blocked post or an older list could still have been on screen'),
  check: () => say('that nothing waits for “Got it: not on screen”'),
};
