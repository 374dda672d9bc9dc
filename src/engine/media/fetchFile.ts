/** Fetches one picture or video into a file, with limits on size, time and redirects, and checks every redirect. */

import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { type MediaKind, magicLength, readKind } from '../../core/mediaKind.ts';
import { syncFileInTurn } from '../../disk/syncQueue.ts';
import type { Clock } from '../ports.ts';
import { AddressRefused, type AddressRules, checkAddress, guardedLookup, type MediaSetting } from './addressGuard.ts';
import { hasEnd, keepTail } from './pictureEnd.ts';

/** `bytes` is the whole file, or `null` if it is larger than `maxBytesInMemory`. */
type FetchedFile = {
  readonly outcome: 'file';
  readonly kind: MediaKind;
  readonly size: number;
  readonly sha256: string;
  readonly bytes: Buffer | null;
  readonly validators: Validators;
};

/** Identify the version that a response had, for the next request of its address. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

/** `unchanged`: the address still has the version of the validators. `refused`: not allowed, only the settings `allowedBy` can help; `failed`: not available now. `reason` is part of a sentence, or the system’s code. */
export type FetchResult =
  | FetchedFile
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly reason: Reason; readonly allowedBy: readonly MediaSetting[] }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly isDiskFull?: true };

type Reason = string | Phrase;

export type FetchFailure = Exclude<FetchResult, { readonly outcome: 'file' | 'unchanged' }>;

export type Fetcher = {
  /** Creates the file `path`, and removes it unless the outcome is `file`. `onProgress` gets 0 to 1. Never rejects. */
  readonly fetch: (
    address: string,
    path: string,
    /** Of the file that is kept; `null` to fetch it in any case. */
    kept: Validators | null,
    onProgress: (progress: number) => void,
  ) => Promise<FetchResult>;
  readonly stop: () => Promise<void>;
};

const connectTimeoutMs = 3000;
const firstByteTimeoutMs = 10_000;
const pictureTimeoutMs = 60_000;
const videoTimeoutMs = 300_000;
const speedCheckMs = 20_000;
const minBytesPerCheck = 200 * 1024;
const maxPictureBytes = 15 * 1024 * 1024;
const maxVideoBytes = 200 * 1024 * 1024;
const maxRedirects = 3;
/** Written in one piece. Each call to the file system wakes a thread, which delays the feed on a busy machine. */
const maxBytesInMemory = 512 * 1024;

/** Ends a fetch of a file that must not be served. */
class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: Phrase;
  readonly allowedBy: readonly MediaSetting[];

  constructor(reason: Phrase, allowedBy: readonly MediaSetting[]) {
    super(reason());
    this.reason = reason;
    this.allowedBy = allowedBy;
  }
}

export function createFetcher(getRules: () => AddressRules, clock: Clock): Fetcher {
  const common = {
    headersTimeout: firstByteTimeoutMs,
    bodyTimeout: speedCheckMs,
    maxHeaderSize: 16_384,
    pipelining: 1,
  };
  const guarded = new Agent({ ...common, connect: { timeout: connectTimeoutMs, lookup: guardedLookup } });
  const trusted = new Agent({ ...common, connect: { timeout: connectTimeoutMs } });

  const requestWithRedirects = async (
    address: string,
    kept: Validators | null,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> => {
    const rules = getRules();
    const headers = {
      ...{ Accept: 'image/*, video/mp4', 'Accept-Encoding': 'identity', 'User-Agent': 'Greenroom media cache' },
      ...conditionsOf(kept),
    };
    let next = address;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const target = checkAddress(next, rules);
      if ('refused' in target) throw new FetchRefused(target.refused, target.allowedBy);
      // A redirect from outside must not reach the built-in service or a private host.
      if (target.trust !== 'guarded' && !isTrustedStart(address, rules))
        throw new FetchRefused(sayLater('it was redirected to a private network'), []);
      const response = await request(target.url.href, {
        dispatcher: target.trust === 'guarded' ? guarded : trusted,
        signal,
        headers,
      });
      const { location } = response.headers;
      const isRedirect = response.statusCode >= 300 && response.statusCode <= 399 && response.statusCode !== 304;
      if (!isRedirect || typeof location !== 'string') return response;
      response.body.on('error', () => undefined).destroy();
      next = URL.parse(location, target.url.href)?.href ?? '';
    }
    throw new FetchRefused(sayLater('it has too many redirects'), []);
  };

  const fetch: Fetcher['fetch'] = async (address, path, kept, onProgress) => {
    const stopper = new AbortController();
    const cancelTimeout = clock.after(videoTimeoutMs, () => stopper.abort());
    let file: FileHandle | null = null;
    try {
      const response = await requestWithRedirects(address, kept, stopper.signal);
      if (response.statusCode !== 200) {
        response.body.on('error', () => undefined).destroy();
        if (response.statusCode === 304 && kept !== null) return { outcome: 'unchanged' };
        return { outcome: 'failed', reason: sayLater('status {code}', { code: String(response.statusCode) }) };
      }
      const type = String(response.headers['content-type'] ?? '');
      if (/\b(?:html|svg|xml|json|javascript)\b/i.test(type)) {
        response.body.on('error', () => undefined).destroy();
        return {
          outcome: 'refused',
          reason: sayLater('its type is {type}', { type: type.split(';')[0] ?? '' }),
          allowedBy: [],
        };
      }
      file = await open(path, 'wx', 0o600);
      const received = await receive(response, file, clock, stopper, onProgress);
      await syncFileInTurn(file);
      await file.close();
      file = null;
      if (received.outcome !== 'file') await rm(path, { force: true });
      return received;
    } catch (error) {
      await file?.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      return describeFailure(error);
    } finally {
      cancelTimeout();
    }
  };

  return {
    fetch,
    stop: async () => {
      await Promise.all([guarded.destroy(), trusted.destroy()]);
    },
  };
}

async function receive(
  response: Dispatcher.ResponseData,
  file: FileHandle,
  clock: Clock,
  stopper: AbortController,
  onProgress: (progress: number) => void,
): Promise<FetchResult> {
  const announcedBytes = Number(response.headers['content-length'] ?? 0);
  const digest = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  /** The last chunks. */
  let tail: readonly Buffer[] = [];
  /** Not written yet. */
  let unwritten: Buffer[] = [];
  let writtenBytes = 0;
  let kind: MediaKind | null = null;
  let size = 0;
  let sizeAtLastCheck = 0;
  const checkSpeed = () => {
    if (size - sizeAtLastCheck < minBytesPerCheck) return stopper.abort();
    sizeAtLastCheck = size;
    cancelSpeedCheck = clock.after(speedCheckMs, checkSpeed);
  };
  const writeUnwritten = async (): Promise<Buffer> => {
    const bytes = Buffer.concat(unwritten);
    unwritten = [];
    writtenBytes += bytes.length;
    await file.writeFile(bytes);
    return bytes;
  };
  let cancelSpeedCheck = clock.after(speedCheckMs, checkSpeed);
  let cancelPictureTimeout = (): void => undefined;
  try {
    for await (const chunk of response.body) {
      const bytes: Buffer = chunk;
      if (kind === null) {
        head = Buffer.concat([head, bytes.subarray(0, magicLength)]);
        if (head.length >= magicLength) kind = readKind(head);
        if (head.length >= magicLength && kind === null)
          throw new FetchRefused(sayLater('it is not a supported picture or video'), []);
        if (kind !== null && kind !== 'mp4')
          cancelPictureTimeout = clock.after(pictureTimeoutMs, () => stopper.abort());
      }
      size += bytes.length;
      if (size > (kind === 'mp4' ? maxVideoBytes : maxPictureBytes))
        throw new FetchRefused(sayLater('it is too large'), []);
      digest.update(bytes);
      tail = keepTail([...tail, bytes]);
      unwritten.push(bytes);
      if (size - writtenBytes > maxBytesInMemory) await writeUnwritten();
      if (announcedBytes > 0) onProgress(Math.min(1, size / announcedBytes));
    }
  } finally {
    cancelSpeedCheck();
    cancelPictureTimeout();
  }
  if (announcedBytes > 0 && size !== announcedBytes)
    return { outcome: 'failed', reason: sayLater('the download was incomplete') };
  kind ??= readKind(head);
  if (kind === null)
    throw new FetchRefused(
      size === 0 ? sayLater('it is empty') : sayLater('it is not a supported picture or video'),
      [],
    );
  // Without an announced size, a connection that ends early looks like the end of the file.
  if (announcedBytes === 0 && !hasEnd(kind, head, Buffer.concat(tail), size))
    return { outcome: 'failed', reason: sayLater('the download was incomplete') };
  const isWhole = writtenBytes === 0;
  const last = await writeUnwritten();
  const [sha256, validators] = [digest.digest('hex'), validatorsOf(response)];
  return { outcome: 'file', kind, size, sha256, bytes: isWhole ? last : null, validators };
}

/** Longer ones are not worth keeping. */
const maxValidatorLength = 500;

function validatorsOf({ headers }: Dispatcher.ResponseData): Validators {
  const [etag, lastModified] = [headers['etag'], headers['last-modified']].map((value) =>
    typeof value === 'string' && value.length <= maxValidatorLength ? value : null,
  );
  return { etag: etag ?? null, lastModified: lastModified ?? null };
}

/** The date has whole seconds only, so it is used without a tag only. */
function conditionsOf(kept: Validators | null): Readonly<Record<string, string>> {
  if (kept?.etag != null) return { 'If-None-Match': kept.etag };
  return kept?.lastModified == null ? {} : { 'If-Modified-Since': kept.lastModified };
}

function isTrustedStart(address: string, rules: AddressRules): boolean {
  const target = checkAddress(address, rules);
  return 'trust' in target && target.trust !== 'guarded';
}

function describeFailure(error: unknown): FetchResult {
  if (error instanceof FetchRefused) return { outcome: 'refused', reason: error.reason, allowedBy: error.allowedBy };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AddressRefused)
    return { outcome: 'refused', reason: cause.reason, allowedBy: ['allowPrivateHosts'] };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  if (code === 'ABORT_ERR' || code === 'UND_ERR_ABORTED')
    return { outcome: 'failed', reason: sayLater('the download was too slow') };
  return { outcome: 'failed', reason: code ?? sayLater('no response') };
}
