/** Explains why Greenroom or the built-in service could not start. */
import { isAddressAbsent } from '../http/listen.ts';

const unusablePathCodes = new Set(['EEXIST', 'ENOTDIR', 'ENOENT', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

/**
 * Explains an unusable data directory or network address, with the next step; `null` for an internal error.
 * `addressRemedy` completes “Choose another …”.
 */
export function describeStartError(error: unknown, addressRemedy: string): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'DataDirLocked') return `${error.message}. Quit it, or choose another directory with --data-dir.`;
  // Its message already has the next step.
  if (error.name === 'StoreFromNewerVersion') return `The service can’t start: ${error.message}.`;
  const { code = '', path, address, hostname }: SystemError = error;
  if (path !== undefined && unusablePathCodes.has(code))
    return code === 'ENOSPC' || code === 'EROFS'
      ? `Can’t write ${path} (${code}). Make the data directory writable, or choose another with --data-dir.`
      : `Can’t read or write ${path} (${code}). Make the data directory and its files readable and writable, or choose another with --data-dir.`;
  const host = address ?? hostname;
  if (host !== undefined && isAddressAbsent(error))
    return `${host} is not an address of this machine (${code}). Choose another ${addressRemedy}.`;
  return null;
}

/** The fields that Node adds to system errors. */
type SystemError = Error & {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
};
