/** Explains why the desktop app cannot start, and decides which ways out to offer. */

import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from '../../core/language/say.ts';
import { findStartError } from '../describeStartError.ts';
import { explainStartError } from '../explainStartError.ts';
import { ConfigurationFault } from '../readConfig.ts';

export type WayOut = 'tryAgain' | 'chooseFolder' | 'quit';

export type StartFault = {
  readonly message: string;
  readonly detail: string;
  /** In order; the last one quits. */
  readonly waysOut: readonly { readonly label: string; readonly way: WayOut }[];
  /** As headless: 1 internal error, 2 invalid configuration or data directory. */
  readonly exitCode: 1 | 2;
};

/** With `canChooseFolder`, another folder for this start can be chosen. */
export function describeStartFault(error: unknown, canChooseFolder: boolean): StartFault {
  const quit = { label: say('Quit'), way: 'quit' } as const;
  const tryAgain = { label: say('Try again'), way: 'tryAgain' } as const;
  const chooseFolder = { label: say('Use another folder…'), way: 'chooseFolder' } as const;
  const explanation = explainStartError(error);
  const reason = error instanceof Error ? error.message : String(error);
  const detail = explanation === null ? reason : `${explanation.what}. ${explanation.nextStep}.`;
  if (error instanceof ConfigurationFault)
    return { message: say('The configuration is not valid'), detail, waysOut: [tryAgain, quit], exitCode: 2 };
  if (error instanceof Error && error.name === 'DataDirLocked')
    return { message: say('Another Greenroom is running'), detail, waysOut: [tryAgain, quit], exitCode: 2 };
  if (isDirectoryFault(error)) {
    const waysOut = [tryAgain, ...(canChooseFolder ? [chooseFolder] : []), quit];
    return { message: say('Greenroom can’t save its data'), detail, waysOut, exitCode: 2 };
  }
  return { message: say('Greenroom can’t start'), detail, waysOut: [tryAgain, quit], exitCode: 1 };
}

function isDirectoryFault(error: unknown): boolean {
  const found = findStartError(error);
  return found !== null && 'path' in found;
}

/** The arguments for a new start with another data directory. */
export function withDataDirectory(args: readonly string[], folder: string): readonly string[] {
  const others = args.filter((arg, index) => !isDataDirectory(arg) && args[index - 1] !== '--data-dir');
  return [...others, `--data-dir=${folder}`];
}

function isDataDirectory(arg: string): boolean {
  return arg === '--data-dir' || arg.startsWith('--data-dir=');
}

/** Not `recursive`, which never returns where nothing can be created, such as under /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder);
}

/** Throws the reason if the folder can’t be written, or created. It writes, because access lists on Windows are known only then. */
export function checkFolder(folder: string): true {
  try {
    createFolder(folder);
    rmdirSync(mkdtempSync(join(folder, 'check-')));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`${folder} can’t be written (${code})`), { code, path: folder });
  }
}

export function canWriteFolder(folder: string): boolean {
  try {
    return checkFolder(folder);
  } catch {
    return false;
  }
}
