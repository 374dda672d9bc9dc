/** Finds out how the service signs: takes in deliveries without believing them, and names the one way that fits two of them. */
import type { Cancel, Ports } from '../ports.ts';
import type { Signed } from './places.ts';
import { describeScheme, schemesThatFit } from './schemes.ts';
import { type Scheme, schemeOf, signedBy, signingOf, signsTime } from './signature.ts';

/** Deliveries are kept in memory alone, so many and so long. */
const keepCount = 20;
const keepMs = 24 * 60 * 60 * 1000;

/** Larger deliveries are not tried: whoever sends them need not know the secret. Bytes. */
export const tryLimit = 48 * 1024;

/** So many wait to be tried at most; more are not taken in, and come again. */
const waitingLimit = 10;

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
  /** Why no way fits yet, in words; null when all were tried. */
  readonly note: string | null;
};

export type Detection = {
  readonly since: string;
  readonly captured: readonly CapturedDelivery[];
  /** The way that fits two deliveries, as the `signing` setting, and in words; null: not found yet. */
  readonly found: { readonly signing: string; readonly words: string; readonly signsTime: boolean } | null;
};

export type Lock =
  /** `signing` is the setting to keep. */
  | { readonly kind: 'locked'; readonly signing: string }
  | { readonly kind: 'notFound' }
  /** The secret that the way was found with is none of those that deliveries are believed by. */
  | { readonly kind: 'secretNotSet' };

export type Detect = {
  /** Begins (anew) with the secret that the service was given. */
  readonly begin: (secret: string) => Detection;
  /** Null when nothing is looked for. */
  readonly state: () => Detection | null;
  /** Whether a way typed by a person fits each captured delivery, in their order; null when nothing is looked for. */
  readonly trySigning: (signing: string) => Promise<readonly boolean[] | null>;
  /** Uses the found way from now on and ends the search, unless deliveries would be refused all the same. */
  readonly lock: () => Promise<Lock>;
  readonly end: () => void;
  /** Where the listener hands deliveries while a way is looked for; null otherwise. */
  readonly capture: () => ((signed: Signed) => void) | null;
};

type Captured = {
  readonly atMs: number;
  readonly bytes: number;
  /** Without its body where that is too large. */
  readonly signed: Signed;
  readonly outcome: 'waits' | 'tooLarge' | 'tried';
  readonly fits: readonly Scheme[];
};
type Search = { readonly sinceMs: number; readonly secret: string; readonly captured: readonly Captured[] };

/** `use` is told the way that was locked. */
export function createDetect(ports: Ports, use: (scheme: Scheme) => void): Detect {
  const { clock, log, secrets: secretsOf } = ports;
  let search: Search | null = null;
  /** Counts the searches, so that what was tried for one is not put to the next. */
  let round = 0;
  let isTrying = false;
  let stopTimer: Cancel = () => undefined;

  const end = (): void => {
    round += 1;
    search = null;
    stopTimer();
  };
  const take = (signed: Signed): void => {
    if (search === null) return;
    const { captured } = search;
    const bytes = signed.body.byteLength;
    const isTooLarge = bytes > tryLimit;
    const isKnown = captured.some(
      (one) => one.bytes === bytes && (isTooLarge || Buffer.compare(one.signed.body, signed.body) === 0),
    );
    if (isKnown || captured.filter((one) => one.outcome === 'waits').length >= waitingLimit) return;
    const kept: Captured = {
      atMs: clock.now(),
      bytes,
      signed: isTooLarge ? { ...signed, body: Buffer.alloc(0) } : signed,
      outcome: isTooLarge ? 'tooLarge' : 'waits',
      fits: [],
    };
    search = { ...search, captured: forget([...captured, kept]) };
    tryWaiting().catch((error: unknown) => log('error', 'ENGINE_FAULT', { where: 'detect', error: String(error) }));
  };

  /** Tries the ways on one delivery after the other. Each step is a turn of its own, because feeds are served meanwhile. */
  const tryWaiting = async (): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    try {
      for (let next = nextOf(search); next !== null; next = nextOf(search)) {
        const { secret, one } = next;
        const tried = round;
        const fits = await schemesThatFit(secret, one.signed, turn);
        if (search === null || round !== tried) continue;
        const captured = search.captured.map(
          (other): Captured => (other === one ? { ...one, outcome: 'tried', fits } : other),
        );
        search = { ...search, captured };
      }
    } finally {
      isTrying = false;
    }
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
    trySigning: async (signing) => {
      if (search === null) return null;
      const { secret, captured } = search;
      const scheme = schemeOf(signing);
      const fits: boolean[] = [];
      for (const { signed, outcome } of captured) {
        await turn();
        fits.push(outcome !== 'tooLarge' && signedBy(scheme, [secret], signed) !== null);
      }
      return fits;
    },
    lock: async () => {
      const found = round;
      const secrets = await secretsOf.webhookSecrets();
      const scheme = search === null || round !== found ? null : findScheme(search.captured);
      if (search === null || scheme === null) return { kind: 'notFound' };
      const signing = signingOf(scheme);
      const one = search.captured.find(({ fits }) => fits.some((fit) => signingOf(fit) === signing));
      if (one === undefined || signedBy(scheme, secrets, one.signed) === null) return { kind: 'secretNotSet' };
      end();
      use(scheme);
      return { kind: 'locked', signing };
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

/** A turn of the event loop, so that whoever reads a feed is answered in between. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function nextOf(search: Search | null): { readonly secret: string; readonly one: Captured } | null {
  const one = search?.captured.find(({ outcome }) => outcome === 'waits');
  return search === null || one === undefined ? null : { secret: search.secret, one };
}

/** Drops one delivery beyond the count: the oldest that nothing fits, so that a stranger pushes out none that is genuine. */
function forget(captured: readonly Captured[]): readonly Captured[] {
  if (captured.length <= keepCount) return captured;
  const idle = captured.find(({ outcome, fits }) => outcome !== 'waits' && fits.length === 0);
  const dropped = idle ?? captured[0];
  return captured.filter((one) => one !== dropped);
}

function noteOf({ outcome }: Captured): string | null {
  switch (outcome) {
    case 'waits':
      return 'It is being tried.';
    case 'tooLarge':
      return `It is larger than ${tryLimit / 1024} KiB, so nothing was tried on it. Change something in a smaller collection.`;
    case 'tried':
      return null;
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

function describe(search: Search): Detection {
  const scheme = findScheme(search.captured);
  return {
    since: new Date(search.sinceMs).toISOString(),
    captured: search.captured.map((one) => ({
      at: new Date(one.atMs).toISOString(),
      bytes: one.bytes,
      event: one.signed.event,
      timestamp: one.signed.timestamp,
      hasSignature: one.signed.signature !== null,
      fits: one.fits.map(signingOf),
      note: noteOf(one),
    })),
    found:
      scheme === null
        ? null
        : { signing: signingOf(scheme), words: describeScheme(scheme), signsTime: signsTime(scheme) },
  };
}
