/** The desk’s own URL scheme in the window, which keeps it apart from files and websites. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

export const scheme = 'greenroom';
export const deskAddress = `${scheme}://desk/`;

/** True for the desk’s address; with hot reload also for the development server’s. */
export function isDesk(address: string, developmentUrl: string | null): boolean {
  return hasOrigin(address, deskAddress) || (developmentUrl !== null && hasOrigin(address, developmentUrl));
}

/** True for an overlay of our own feed, which the desk shows in a frame. */
export function isOverlay(address: string, feedBase: string | null): boolean {
  return feedBase !== null && hasOrigin(address, feedBase) && new URL(address).pathname.startsWith('/overlay/');
}

/** True if both addresses have the same scheme, host and port; false if one is invalid. */
export function hasOrigin(address: string, other: string): boolean {
  const [a, b] = [URL.parse(address), URL.parse(other)];
  return a !== null && b !== null && a.protocol === b.protocol && a.host === b.host;
}

/** Returns the file for a URL path; `null` for anything outside the folder. */
export function resolveInside(folder: string, pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\') || path.includes(':')) return null;
  const file = resolve(join(folder, path === '/' ? 'index.html' : path));
  const relativePath = relative(resolve(folder), file);
  return relativePath === '' || isAbsolute(relativePath) || relativePath === '..' || relativePath.startsWith(`..${sep}`)
    ? null
    : file;
}
