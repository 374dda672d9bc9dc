/** Lets electron-updater read releases from a folder or a network share, with the same checksums as from a server. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type CancellationToken, DigestTransform, type DownloadOptions } from 'builder-util-runtime';

/** The part of an executor of electron-updater that reads a channel file and downloads an installer. */
export type Executor = {
  request: (options: RequestOptions, token?: CancellationToken) => Promise<string | null>;
  download: (url: URL, destination: string, options: DownloadOptions) => Promise<unknown>;
};

/** Returns an executor that reads `file:` addresses itself and leaves the others to `remote`. */
export function withFolders(remote: Executor): Executor {
  const request: Executor['request'] = async (options, token) => {
    if (options.protocol !== 'file:') return remote.request(options, token);
    // electron-updater adds a query, which a path does not have.
    const [path = ''] = (options.path ?? '').split('?');
    return readFile(fileURLToPath(`file://${options.hostname ?? ''}${path}`), 'utf8');
  };
  const download: Executor['download'] = async (url, destination, options) => {
    if (url.protocol !== 'file:') return remote.download(url, destination, options);
    if (typeof options.sha512 !== 'string')
      throw Object.assign(new Error('there is no checksum'), { code: 'ERR_UPDATER_NO_CHECKSUM' });
    const digest = new DigestTransform(options.sha512, 'sha512', 'base64');
    await pipeline(createReadStream(fileURLToPath(url)), digest, createWriteStream(destination));
    return destination;
  };
  // Its other methods, such as the one for proxies, are on its prototype.
  return Object.assign(Object.create(remote) as object, { request, download });
}
