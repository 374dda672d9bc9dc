/** Says why a file that an operator chose can’t be used, as part of a sentence. */
import { markMessage, type Phrase, sayLater } from '../core/language/say.ts';

const faults: Readonly<Record<string, string>> = {
  ENOENT: markMessage('it does not exist'),
  ENOTDIR: markMessage('it does not exist'),
  EACCES: markMessage('Greenroom may not read it'),
  EPERM: markMessage('Greenroom may not read it'),
  EISDIR: markMessage('it is a directory'),
};

/** Returns `null` if the error is not the system’s. */
export function describeFileFault(error: unknown): string | Phrase | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = faults[code];
  return fault !== undefined ? sayLater(fault) : /^E[A-Z0-9]+$/.test(code) ? code : null;
}
