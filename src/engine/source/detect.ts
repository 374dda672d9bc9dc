/** Finds out how the service signs: takes in deliveries without believing them, and names the one way that fits two of them. */
import type { Cancel, Clock } from '../ports.ts';
import type { Signed } from './places.ts';
import { describeScheme, schemesThatFit } from './schemes.ts';
import { type Scheme, schemeOf, signedBy, signingOf, signsTime } from './signature.ts';

/** Deliveries are kept in memory alone, so many and so long. */
const keepCount = 20;
const keepMs = 24 * 60 * 60 * 1000;

/** Matching deliveries, of different content, until a way counts as found. */
const wanted = 2;

export type CapturedDelivery = {
  readonly at: string;
  readonly bytes: number;
  readonly event: string | null;
  readonly timestamp: string | null;
  readonly hasSignature: boolean;
  /** Ways that fit this one. */
  readonly fits: readonly string[];
};

export type Detection = {
  readonly since: string;
  readonly captured: readonly CapturedDelivery[];
  /** The way that fits two deliveries, as the `signing` setting, and in words; null: not found yet. */
  readonly found: { readonly signing: string; readonly words: string; readonly signsTime: boolean } | null;
};

export type Detect = {
  /** Begins (anew) with the secret that the service was given. */
  readonly begin: (secret: string) => Detection;
  /** Null when nothing is looked for. */
  readonly state: () => Detection | null;
  /** Whether a way typed by a person fits each captured delivery, in their order; null when nothing is looked for. */
  readonly trySigning: (signing: string) => readonly boolean[] | null;
  /** Uses the found way from now on, ends the search, and answers the setting to keep; null when none was found. */
  readonly lock: () => string | null;
  readonly end: () => void;
  /** Where the listener hands deliveries while a way is looked for; null otherwise. */
  readonly capture: () => ((signed: Signed) => void) | null;
};

type Captured = { readonly atMs: number; readonly signed: Signed; readonly fits: readonly Scheme[] };
type Search = { readonly sinceMs: number; readonly secret: string; readonly captured: readonly Captured[] };

/** `use` is told the way that was locked. */
export function createDetect(clock: Clock, use: (scheme: Scheme) => void): Detect {
  let search: Search | null = null;
  let stopTimer: Cancel = () => undefined;

  const end = (): void => {
    search = null;
    stopTimer();
  };
  const take = (signed: Signed): void => {
    if (search === null) return;
    const isKnown = search.captured.some((one) => Buffer.from(one.signed.body).equals(signed.body));
    if (isKnown) return;
    const fits = schemesThatFit(search.secret, signed);
    const captured = [...search.captured, { atMs: clock.now(), signed, fits }].slice(-keepCount);
    search = { ...search, captured };
  };

  return {
    begin: (secret) => {
      end();
      search = { sinceMs: clock.now(), secret, captured: [] };
      // Whoever forgets to end it gets the listener back, and no delivery is kept for longer than a day.
      stopTimer = clock.after(keepMs, end);
      return describe(search);
    },
    state: () => (search === null ? null : describe(search)),
    trySigning: (signing) => {
      if (search === null) return null;
      const { secret, captured } = search;
      const scheme = schemeOf(signing);
      return captured.map(({ signed }) => signedBy(scheme, [secret], signed) !== null);
    },
    lock: () => {
      const scheme = search === null ? null : findScheme(search.captured);
      if (scheme === null) return null;
      end();
      use(scheme);
      return signingOf(scheme);
    },
    end,
    capture: () => (search === null ? null : take),
  };
}

/**
 * The way that fits at least two deliveries, and no fewer than any other does. One that protects the sender's time outranks
 * one that does not; then the order of the candidates counts.
 */
export function findScheme(captured: readonly { readonly fits: readonly Scheme[] }[]): Scheme | null {
  const counts = new Map<string, { readonly scheme: Scheme; times: number }>();
  for (const { fits } of captured) {
    for (const scheme of fits) {
      const name = signingOf(scheme);
      const known = counts.get(name);
      if (known === undefined) counts.set(name, { scheme, times: 1 });
      else known.times += 1;
    }
  }
  const enough = [...counts.values()].filter((one) => one.times >= wanted);
  const most = Math.max(0, ...enough.map((one) => one.times));
  const best = enough.filter((one) => one.times === most);
  return (best.find((one) => signsTime(one.scheme)) ?? best[0])?.scheme ?? null;
}

function describe(search: Search): Detection {
  const scheme = findScheme(search.captured);
  return {
    since: new Date(search.sinceMs).toISOString(),
    captured: search.captured.map(({ atMs, signed, fits }) => ({
      at: new Date(atMs).toISOString(),
      bytes: signed.body.byteLength,
      event: signed.event,
      timestamp: signed.timestamp,
      hasSignature: signed.signature !== null,
      fits: fits.map(signingOf),
    })),
    found:
      scheme === null
        ? null
        : { signing: signingOf(scheme), words: describeScheme(scheme), signsTime: signsTime(scheme) },
  };
}
