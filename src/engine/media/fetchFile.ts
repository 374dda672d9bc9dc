/** Fetches one medium into a file, within every limit, following few redirects and judging each anew. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../ports.ts';
import { AddressRefused, type AddressRules, guardedLookup, judgeAddress } from './addressGuard.ts';
import { type MediaKind, magicLength, readKind } from './kind.ts';

/** `refused`: there, and not to be served; `failed`: not to be had now. The words fit after “refused:” or in brackets. */
export type Fetched =
  | { readonly outcome: 'file'; readonly kind: MediaKind; readonly size: number; readonly sha256: string }
  | { readonly outcome: 'refused'; readonly what: string }
  | { readonly outcome: 'failed'; readonly what: string };

export type Fetcher = {
  /** Writes to `path`, which must not exist; nothing is left there unless the outcome is `file`. Never rejects. */
  readonly fetch: (address: string, path: string, progressed: (share: number) => void) => Promise<Fetched>;
  readonly stop: () => Promise<void>;
};

const connectWithinMs = 3000;
const firstByteWithinMs = 10_000;
const pictureWithinMs = 60_000;
const filmWithinMs = 300_000;
const paceEveryMs = 20_000;
const leastBytesEachPace = 200 * 1024;
const mostPictureBytes = 15 * 1024 * 1024;
const mostFilmBytes = 200 * 1024 * 1024;
const mostRedirects = 3;

/** Ends a fetch whose answer will not be served, whatever else comes. */
class Refused extends Error {
  override readonly name = 'Refused';
}

export function createFetcher(rulesNow: () => AddressRules, clock: Clock): Fetcher {
  const common = { headersTimeout: firstByteWithinMs, bodyTimeout: paceEveryMs, maxHeaderSize: 16_384, pipelining: 1 };
  const guarded = new Agent({ ...common, connect: { timeout: connectWithinMs, lookup: guardedLookup } });
  const trusted = new Agent({ ...common, connect: { timeout: connectWithinMs } });

  const ask = async (address: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
    const rules = rulesNow();
    let next = address;
    let isFirst = true;
    for (let hops = 0; hops <= mostRedirects; hops += 1) {
      const way = judgeAddress(next, rules);
      if ('refused' in way) throw new Refused(way.refused);
      // Our own service is only for addresses that began there: nobody outside may send us to it.
      if (way.trust !== 'guarded' && !isFirst && !isTrustedStart(address, rules))
        throw new Refused('it was redirected into a private network');
      const answer = await request(way.url.href, {
        dispatcher: way.trust === 'guarded' ? guarded : trusted,
        signal,
        headers: { Accept: 'image/*, video/mp4', 'Accept-Encoding': 'identity', 'User-Agent': 'Greenroom media cache' },
      });
      isFirst = false;
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') return answer;
      answer.body.on('error', () => undefined).destroy();
      next = URL.parse(location, way.url.href)?.href ?? '';
    }
    throw new Refused('it is redirected too often');
  };

  const fetch: Fetcher['fetch'] = async (address, path, progressed) => {
    const stopper = new AbortController();
    const cancelFilm = clock.after(filmWithinMs, () => stopper.abort());
    let file: FileHandle | null = null;
    try {
      const answer = await ask(address, stopper.signal);
      if (answer.statusCode !== 200) {
        answer.body.on('error', () => undefined).destroy();
        return { outcome: 'failed', what: `answer ${answer.statusCode}` };
      }
      const type = String(answer.headers['content-type'] ?? '');
      if (/\b(?:html|svg|xml|json|javascript)\b/i.test(type)) {
        answer.body.on('error', () => undefined).destroy();
        return { outcome: 'refused', what: `it is ${type.split(';')[0]}` };
      }
      file = await open(path, 'wx', 0o600);
      const received = await receive(answer, file, clock, stopper, progressed);
      await file.sync();
      await file.close();
      file = null;
      if (received.outcome !== 'file') await rm(path, { force: true });
      return received;
    } catch (error) {
      await file?.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      return describeFailure(error);
    } finally {
      cancelFilm();
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
  answer: Dispatcher.ResponseData,
  file: FileHandle,
  clock: Clock,
  stopper: AbortController,
  progressed: (share: number) => void,
): Promise<Fetched> {
  const announced = Number(answer.headers['content-length'] ?? 0);
  const digest = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let kind: MediaKind | null = null;
  let size = 0;
  let sizeAtPace = 0;
  const pace = () => {
    if (size - sizeAtPace < leastBytesEachPace) return stopper.abort();
    sizeAtPace = size;
    cancelPace = clock.after(paceEveryMs, pace);
  };
  let cancelPace = clock.after(paceEveryMs, pace);
  let cancelPicture = (): void => undefined;
  try {
    for await (const chunk of answer.body) {
      const bytes: Buffer = chunk;
      if (kind === null) {
        head = Buffer.concat([head, bytes.subarray(0, magicLength)]);
        if (head.length >= magicLength) kind = readKind(head);
        if (head.length >= magicLength && kind === null) throw new Refused('it is no picture or film that is served');
        if (kind !== null && kind !== 'mp4') cancelPicture = clock.after(pictureWithinMs, () => stopper.abort());
      }
      size += bytes.length;
      if (size > (kind === 'mp4' ? mostFilmBytes : mostPictureBytes)) throw new Refused('it is too large');
      digest.update(bytes);
      await writeAll(file, bytes);
      if (announced > 0) progressed(Math.min(1, size / announced));
    }
  } finally {
    cancelPace();
    cancelPicture();
  }
  if (announced > 0 && size !== announced) return { outcome: 'failed', what: 'it broke off' };
  kind ??= readKind(head);
  if (kind === null) throw new Refused(size === 0 ? 'it is empty' : 'it is no picture or film that is served');
  return { outcome: 'file', kind, size, sha256: digest.digest('hex') };
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
}

function isTrustedStart(address: string, rules: AddressRules): boolean {
  const way = judgeAddress(address, rules);
  return 'trust' in way && way.trust !== 'guarded';
}

function describeFailure(error: unknown): Fetched {
  if (error instanceof Refused) return { outcome: 'refused', what: error.message };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (error instanceof AddressRefused || cause instanceof AddressRefused)
    return { outcome: 'refused', what: 'it lies in a private network' };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  if (code === 'ABORT_ERR' || code === 'UND_ERR_ABORTED') return { outcome: 'failed', what: 'it came too slowly' };
  return { outcome: 'failed', what: code };
}
