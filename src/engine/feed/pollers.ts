/** Describes the pollers of a feed as readers, and decides which are forgotten at their limit. */
import { say } from '../../core/language/say.ts';
import { readName } from './introduction.ts';
import { readerNameOf } from './programs.ts';
import type { Reader } from './reader.ts';
import type { NewReader } from './recognise.ts';

/** Distinguishes the pollers of one address; `name` can be empty. */
export type Poller = { readonly userAgent: string; readonly name: string };

/** Beyond it, all further pollers are one consumer, which confirms nothing. */
export const maxPollers = 500;

export const furtherKey = 'further';

export function pollerKeyOf(address: string, { userAgent, name }: Poller): string {
  return `${address}\n${userAgent}${name === '' ? '' : `\n${name}`}`;
}

export function describePoller(key: string, address: string, { userAgent, name }: Poller, newest: number): NewReader {
  const program = readerNameOf(userAgent);
  return { ...describe(key, newest), address, program, name: readName(name) || program };
}

export function describeFurther(newest: number): NewReader {
  return { ...describe(furtherKey, newest), address: '', program: readerNameOf(''), name: say('Further programs') };
}

export function isFurther({ protocol, key }: Pick<Reader, 'protocol' | 'key'>): boolean {
  return protocol === 'poll' && key === `poll ${furtherKey}`;
}

/** Returns the poller that read longest ago and only once; `null` if all have read again. */
export function findOldestUncounted(pollers: Iterable<Reader>): Reader | null {
  let oldest: Reader | null = null;
  for (const reader of pollers)
    if (reader.isAwaitingSecondRead && reader.lastSeenMs < (oldest?.lastSeenMs ?? Number.POSITIVE_INFINITY))
      oldest = reader;
  return oldest;
}

function describe(key: string, newest: number): Omit<NewReader, 'address' | 'program' | 'name'> {
  return {
    key: `poll ${key}`,
    client: null,
    page: null,
    connection: null,
    protocol: 'poll',
    // Differs from every real revision, so that the first read counts as a change.
    revision: -1,
    firstRevision: newest,
    readRevision: 0,
    paintedRevision: null,
    laterRevision: null,
    isPreview: false,
    sendsAlive: false,
  };
}
