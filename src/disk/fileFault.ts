/** Says why a file that an operator chose can’t be used, as part of a sentence. */

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EACCES: 'Greenroom may not read it',
  EPERM: 'Greenroom may not read it',
  EISDIR: 'it is a directory',
};

/** Returns `null` if the error is not the system’s. */
export function describeFileFault(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return faults[code] ?? (/^E[A-Z0-9]+$/.test(code) ? code : null);
}
