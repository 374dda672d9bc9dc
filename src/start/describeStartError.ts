/** Explains why Greenroom or the built-in service could not start. */
import { DataDirLocked } from '../disk/directoryLock.ts';
import { isAddressAbsent } from '../http/listen.ts';

const unusablePathCodes = new Set([
  'EEXIST',
  'ENOTDIR',
  'ENOENT',
  'EACCES',
  'EPERM',
  'ELOOP',
  'EIO',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
]);

/** The error of a write or sync of an open file names no path. Only a disk has these codes. */
const diskCodes = new Set(['EIO', 'EROFS', 'ENOSPC', 'EDQUOT']);

type StartError =
  /** `pid` is the process of the other Greenroom; `null` if it is unknown. */
  | { readonly kind: 'locked'; readonly path: string; readonly pid: number | null; readonly message: string }
  | { readonly kind: 'newerStore'; readonly message: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `path` is `null` for an unnamed file of the data directory. */
  | { readonly kind: 'full' | 'readOnly' | 'unusable'; readonly path: string | null; readonly code: string }
  | { readonly kind: 'addressAbsent'; readonly host: string; readonly code: string };

/** Finds an unusable data directory or network address; `null` for an internal error. */
export function findStartError(error: unknown): StartError | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (error instanceof DataDirLocked) return { kind: 'locked', path: error.directory, pid: error.pid, message };
  if (error.name === 'StoreFromNewerVersion') return { kind: 'newerStore', message };
  const { code = '', path, address, hostname }: SystemError = error;
  if (path !== undefined && code === 'EISDIR') return { kind: 'folder', path };
  if (path === undefined ? diskCodes.has(code) : unusablePathCodes.has(code))
    return { kind: kindOfCode(code), path: path ?? null, code };
  const host = address ?? hostname;
  return host !== undefined && isAddressAbsent(error) ? { kind: 'addressAbsent', host, code } : null;
}

function kindOfCode(code: string): 'full' | 'readOnly' | 'unusable' {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return code === 'EROFS' ? 'readOnly' : 'unusable';
}

/** Explains the error on the command line, in English, with the next step. `addressRemedy` completes “Choose another …”. */
export function describeStartError(error: unknown, addressRemedy: string): string | null {
  const found = findStartError(error);
  const directory = 'the data directory';
  switch (found?.kind) {
    case undefined:
      return null;
    case 'locked':
      return `${found.message}. Quit it, or choose another directory with --data-dir.`;
    case 'newerStore':
      // Its message already has the next step.
      return `The service can’t start: ${found.message}.`;
    case 'full':
      return `Can’t write ${found.path ?? directory} (${found.code}). Free space on its disk, or choose another data directory with --data-dir.`;
    case 'readOnly':
      return `Can’t write ${found.path ?? directory} (${found.code}). Make the data directory writable, or choose another with --data-dir.`;
    case 'unusable':
      return `Can’t read or write ${found.path ?? directory} (${found.code}). Make the data directory and its files readable and writable, or choose another with --data-dir.`;
    case 'folder':
      return `${found.path} is a folder, but must be a file. Rename or move that folder, or choose another data directory with --data-dir.`;
    case 'addressAbsent':
      return `${found.host} is not an address of this machine (${found.code}). Choose another ${addressRemedy}.`;
    default:
      return found satisfies never;
  }
}

/** Says on the command line, in English, why a start goes on. */
export function describeHungStart(program: 'Greenroom' | 'the service', dataDir: string): string {
  return `The disk of ${dataDir} isn’t responding, so ${program} can’t start yet and serves nothing. Check the disk: the start goes on when it responds. Or stop ${program} and choose another directory with --data-dir.`;
}

/** The fields that Node adds to system errors. */
type SystemError = Error & {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
};
