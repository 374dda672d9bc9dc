/** Turns the address of updates in the settings into one for electron-updater. */
import { pathToFileURL } from 'node:url';

/** A program on this machine could change a page of this machine anyway. */
const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Returns the address of the folder or server. Throws `UPDATE_ADDRESS_INSECURE` for plain http from another machine
 * unless the app checks who signed an update: the checksum would come from the same address.
 */
export function toUpdateUrl(address: string, isSignatureChecked: boolean, platform: NodeJS.Platform): string {
  const url = URL.parse(address);
  // `C:` is the scheme of an address too.
  if (url === null || !/^(?:https?|file):$/.test(url.protocol))
    return pathToFileURL(address, { windows: platform === 'win32' }).href;
  if (url.protocol === 'http:' && !loopbackHosts.includes(url.hostname) && !isSignatureChecked)
    throw Object.assign(new Error('plain http'), { code: 'UPDATE_ADDRESS_INSECURE' });
  return url.href;
}
