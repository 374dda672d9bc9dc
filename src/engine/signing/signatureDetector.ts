/** Detects the service's signature format from captured deliveries, which are not applied. */

import type { Detection } from '../../contract/settings.ts';
import { say } from '../../core/language/say.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { Cancel, Ports } from '../ports.ts';
import { readSecret } from '../readSecret.ts';
import { describeScheme, findMatchingSchemes, triedFormats } from './schemes.ts';
import { findSigningSecret, formatSigning, parseSigning, type Scheme, signsTime } from './signature.ts';
import type { SignedDelivery } from './templateFields.ts';

/** Captured deliveries are kept in memory only, limited by count and by the end of the search. */
const maxKept = 20;
/** A search ends this long after its start or the last try of a template, because no delivery is accepted meanwhile. */
const forgottenAfterMs = 15 * 60 * 1000;

/** Larger deliveries are captured but not tried, because anyone could send them to load the machine. Bytes. */
export const maxTriedBytes = 48 * 1024;

/** Deliveries beyond this queue are not captured; the service resends them. */
const maxWaiting = 10;

/** Deliveries with different bodies that must match before a format counts as found. */
const matchesNeeded = 2;

export type LockResult =
  /** `signing` is the value for the settings. */
  | { readonly kind: 'locked'; readonly signing: string }
  | { readonly kind: 'notFound' }
  /** A format was found, but with a secret that is not set here, so every delivery would be refused. */
  | { readonly kind: 'secretNotSet' }
  | { readonly kind: 'unreadable'; readonly failure: Failure };

/** Captures a delivery that came from this address. */
export type CaptureDelivery = (signed: SignedDelivery, from: string) => void;

export type SignatureDetector = {
  /**
   * Starts a search with this webhook secret, or with those in use if it is `null`. Resolves `null` if none is set, and the failure if
   * they can’t be read or the search was stopped meanwhile. Deliveries that a running search captured are tried again.
   */
  readonly start: (secret: string | null) => Promise<Detection | Failure | null>;
  /** `null` when no search is running. */
  readonly state: () => Detection | null;
  /** Whether a format the operator typed matches each captured delivery, in order; `null` when no search is running. */
  readonly trySigning: (signing: string) => Promise<readonly boolean[] | null>;
  /** Ends the search and uses the found format from now on, unless its secret is not set. */
  readonly lock: () => Promise<LockResult>;
  readonly stop: () => void;
  /** Captures a delivery while a search is running; `null` otherwise. */
  readonly captureHandler: () => CaptureDelivery | null;
};

type Captured = {
  readonly atMs: number;
  readonly from: string;
  readonly bytes: number;
  /** Its body is empty when `outcome` is `tooLarge`. */
  readonly signed: SignedDelivery;
  readonly outcome: 'waiting' | 'tooLarge' | 'tried';
  readonly matches: readonly Scheme[];
};
type Search = {
  readonly sinceMs: number;
  readonly secrets: readonly string[];
  readonly captured: readonly Captured[];
};

/** `applyScheme` is called with the scheme when it is locked, `onForgotten` with whether the last search ended without a result. */
export function createSignatureDetector(
  ports: Ports,
  applyScheme: (scheme: Scheme) => void,
  onForgotten: (isForgotten: boolean) => void,
): SignatureDetector {
  const { clock, log, secrets: secretStore } = ports;
  let search: Search | null = null;
  /** Increases with each search, so that results of an earlier search are discarded. */
  let searchNumber = 0;
  let isTrying = false;
  let stopTimer: Cancel = () => undefined;

  const reportFault = (error: unknown): void => log('error', 'ENGINE_FAULT', { where: 'detect', error: String(error) });
  const readSecrets = () => readSecret(secretStore.webhookSecrets, { clear: () => undefined });
  const stop = (): void => {
    searchNumber += 1;
    search = null;
    stopTimer();
    onForgotten(false);
  };
  const stopWhenForgotten = (): void => {
    stopTimer();
    stopTimer = clock.after(forgottenAfterMs, () => {
      log('warn', 'DETECT_ENDED', { afterMinutes: forgottenAfterMs / 60_000 });
      stop();
      onForgotten(true);
    });
  };
  const captureDelivery: CaptureDelivery = (signed, from) => {
    if (search === null) return;
    const { captured } = search;
    const bytes = signed.body.byteLength;
    const isTooLarge = bytes > maxTriedBytes;
    const isKnown = captured.some(
      (delivery) => delivery.bytes === bytes && (isTooLarge || Buffer.compare(delivery.signed.body, signed.body) === 0),
    );
    if (isKnown || captured.filter((delivery) => delivery.outcome === 'waiting').length >= maxWaiting) return;
    const kept: Captured = {
      ...{ atMs: clock.now(), from, bytes },
      signed: isTooLarge ? { ...signed, body: Buffer.alloc(0) } : signed,
      outcome: isTooLarge ? 'tooLarge' : 'waiting',
      matches: [],
    };
    search = { ...search, captured: dropExcess([...captured, kept]) };
    tryWaiting().catch(reportFault);
  };

  /** Tries the formats on one delivery after another, yielding between steps so that feeds stay responsive. */
  const tryWaiting = async (): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    try {
      for (let next = findNextWaiting(search); next !== null; next = findNextWaiting(search)) {
        const { secrets, delivery } = next;
        const startedInSearch = searchNumber;
        const matches = await findMatchingSchemes(secrets, delivery.signed, yieldToEventLoop);
        if (search === null || searchNumber !== startedInSearch) continue;
        const captured = search.captured.map(
          (other): Captured => (other === delivery ? { ...delivery, outcome: 'tried', matches } : other),
        );
        search = { ...search, captured };
      }
    } finally {
      isTrying = false;
    }
  };

  return {
    start: async (secret) => {
      const startedInSearch = searchNumber;
      const read = secret === null ? await readSecrets() : ({ kind: 'read', secret: [secret] } as const);
      if (read.kind === 'unreadable') return read.failure;
      // The later press counts. Reading can wait for a person who unlocks a keychain.
      if (searchNumber !== startedInSearch)
        return search === null
          ? failure('DETECT_NONE', { what: say('it was stopped meanwhile') })
          : toDetection(search);
      const secrets = read.secret;
      if (secrets.length === 0) return null;
      const captured = (search?.captured ?? []).map(
        (delivery): Captured =>
          delivery.outcome === 'tried' ? { ...delivery, outcome: 'waiting', matches: [] } : delivery,
      );
      stop();
      search = { sinceMs: clock.now(), secrets, captured };
      stopWhenForgotten();
      tryWaiting().catch(reportFault);
      return toDetection(search);
    },
    state: () => (search === null ? null : toDetection(search)),
    trySigning: async (signing) => {
      if (search === null) return null;
      stopWhenForgotten();
      const { secrets, captured } = search;
      const scheme = parseSigning(signing);
      const results: boolean[] = [];
      for (const { signed, outcome } of captured) {
        await yieldToEventLoop();
        results.push(outcome !== 'tooLarge' && findSigningSecret(scheme, secrets, signed) !== null);
      }
      return results;
    },
    lock: async () => {
      const startedInSearch = searchNumber;
      const read = await readSecrets();
      if (read.kind === 'unreadable') return read;
      const scheme = search === null || searchNumber !== startedInSearch ? null : findScheme(search.captured);
      if (search === null || scheme === null) return { kind: 'notFound' };
      const signing = formatSigning(scheme);
      const delivery = search.captured.find(({ matches }) => matches.some((match) => formatSigning(match) === signing));
      if (delivery === undefined || findSigningSecret(scheme, read.secret, delivery.signed) === null)
        return { kind: 'secretNotSet' };
      stop();
      applyScheme(scheme);
      return { kind: 'locked', signing };
    },
    stop,
    captureHandler: () => (search === null ? null : captureDelivery),
  };
}

/**
 * The scheme that matches the most deliveries, at least two. If several match equally, a scheme with a signed timestamp comes
 * first, then the order of the candidates decides.
 */
function findScheme(captured: readonly Pick<Captured, 'matches'>[]): Scheme | null {
  const counts = new Map<string, { readonly scheme: Scheme; times: number }>();
  for (const { matches } of captured) {
    for (const scheme of matches) {
      const name = formatSigning(scheme);
      const counted = counts.get(name);
      if (counted === undefined) counts.set(name, { scheme, times: 1 });
      else counted.times += 1;
    }
  }
  const enough = [...counts.values()].filter((count) => count.times >= matchesNeeded);
  const most = Math.max(0, ...enough.map((count) => count.times));
  const best = enough.filter((count) => count.times === most);
  return (best.find((count) => signsTime(count.scheme)) ?? best[0])?.scheme ?? null;
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function findNextWaiting(
  search: Search | null,
): { readonly secrets: readonly string[]; readonly delivery: Captured } | null {
  const delivery = search?.captured.find(({ outcome }) => outcome === 'waiting');
  return search === null || delivery === undefined ? null : { secrets: search.secrets, delivery };
}

/** Drops one delivery above the limit: the oldest without a match, so that unsigned traffic can't displace genuine ones. */
function dropExcess(captured: readonly Captured[]): readonly Captured[] {
  if (captured.length <= maxKept) return captured;
  const unmatched = captured.find(({ outcome, matches }) => outcome !== 'waiting' && matches.length === 0);
  const dropped = unmatched ?? captured[0];
  return captured.filter((delivery) => delivery !== dropped);
}

function noteOf({ outcome }: Captured): string | null {
  switch (outcome) {
    case 'waiting':
      return say('Trying signature formats.');
    case 'tooLarge':
      return say('Larger than {size} KiB, so no format was tried. Change something in a smaller collection.', {
        size: maxTriedBytes / 1024,
      });
    case 'tried':
      return null;
    default:
      return outcome satisfies never;
  }
}

function toDetection(search: Search): Detection {
  const scheme = findScheme(search.captured);
  return {
    since: new Date(search.sinceMs).toISOString(),
    formats: triedFormats,
    captured: search.captured.map((delivery) => ({
      at: new Date(delivery.atMs).toISOString(),
      from: delivery.from,
      bytes: delivery.bytes,
      event: delivery.signed.event,
      timestamp: delivery.signed.timestamp,
      hasSignature: delivery.signed.signature !== null,
      fits: delivery.matches.map(formatSigning),
      note: noteOf(delivery),
    })),
    found:
      scheme === null
        ? null
        : { signing: formatSigning(scheme), words: describeScheme(scheme), signsTime: signsTime(scheme) },
  };
}
