/** The desk's own address inside the window: a scheme of ours, so that no page of the desk is ever a file or a website. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

export const scheme = 'greenroom';
export const deskAddress = `${scheme}://desk/`;

/** Whether an address is the desk itself; with hot reload also that of the development server. */
export function isDesk(address: string, developmentUrl: string | null): boolean {
  return hasOrigin(address, deskAddress) || (developmentUrl !== null && hasOrigin(address, developmentUrl));
}

/** Whether an address is an overlay of our own feed, which the desk shows in a frame. */
export function isOverlay(address: string, feedBase: string | null): boolean {
  return feedBase !== null && hasOrigin(address, feedBase) && new URL(address).pathname.startsWith('/overlay/');
}

/** Whether two addresses have the same scheme, host and port. Odd ones have not. */
export function hasOrigin(address: string, other: string): boolean {
  const [a, b] = [URL.parse(address), URL.parse(other)];
  return a !== null && b !== null && a.protocol === b.protocol && a.host === b.host;
}

/** The file that a path of the desk's address means; null for anything outside the folder. */
export function fileInside(folder: string, pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\') || path.includes(':')) return null;
  const file = resolve(join(folder, path === '/' ? 'index.html' : path));
  const inside = relative(resolve(folder), file);
  return inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`) ? null : file;
}
