/** Publishes the webhook listener's counters, its last remote peer and its problems. */
import type { Phrase } from '../../core/language/say.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import type { WebhookState } from '../../core/source.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { SourceStatus } from '../sourceStatus.ts';

/** Signature, timestamp and address problems are cleared after this long without another. Milliseconds. */
const forgetAfterMs = 10 * 60_000;

/** Problems that the next accepted delivery clears. */
const clearedByAccepted = [
  'WEBHOOK_SIGNATURE_WRONG',
  'WEBHOOK_TIME_OFF',
  'WEBHOOK_CLOCK_DOUBTED',
  'WEBHOOK_UNREADABLE',
  'WEBHOOK_TOO_LARGE',
  'WEBHOOK_BROKEN',
  'WEBHOOK_SECRET_MISSING',
] as const satisfies readonly ProblemCode[];

/** The flood problem is cleared after this long without another. Milliseconds. */
const floodOverAfterMs = 60_000;

/** A wrong address is reported at most this often, because anyone can cause it. Milliseconds. */
const wrongAddressEveryMs = 60_000;

/** Counter updates are combined, so that a flood of refusals is not a flood of state changes. Milliseconds. */
const updateDelayMs = 1000;

/** `full`: this peer signed correctly before. `untested`: no peer has. `none`: only others have. */
export type PeerTrust = 'full' | 'untested' | 'none';

export type WebhookStatus = {
  readonly recordOpened: (address: string) => void;
  readonly recordClosed: () => void;
  readonly recordRemotePeer: (from: string) => void;
  readonly recordAccepted: (peer: string) => void;
  readonly recordRefused: () => void;
  readonly recordWrongSignature: () => void;
  readonly trustIn: (peer: string) => PeerTrust;
  /** The signature was valid, but the signed time is outside the tolerance; `what` says when it was sent, as part of a sentence. */
  readonly recordBadTimestamp: (what: Phrase, toleranceSeconds: number) => void;
  readonly recordFlood: () => void;
  /** A delivery was too slow, or not valid HTTP. */
  readonly recordBroken: () => void;
  /** A delivery was sent to a host or path that is not ours, or not with POST. */
  readonly recordWrongAddress: (code: WrongAddressCode, host: string | Phrase) => void;
};

const wrongAddressCodes = ['WEBHOOK_HOST_UNKNOWN', 'WEBHOOK_PATH_UNKNOWN', 'WEBHOOK_METHOD_WRONG'] as const;
type WrongAddressCode = (typeof wrongAddressCodes)[number];

export function createWebhookStatus(sourceStatus: SourceStatus, clock: Clock): WebhookStatus {
  let state: WebhookState | null = null;
  let isUpdatePending = false;
  /** Timers that clear problems. */
  const timers = new Map<ProblemCode, Cancel>();
  const acceptedPeers = new Set<string>();
  const wrongAddressAtMs = new Map<WrongAddressCode, number>();

  const trustIn = (peer: string): PeerTrust => {
    if (acceptedPeers.has(peer)) return 'full';
    return acceptedPeers.size === 0 ? 'untested' : 'none';
  };
  const now = (): string => new Date(clock.now()).toISOString();
  const set = (change: Partial<WebhookState>): void => {
    if (state !== null) state = { ...state, ...change };
  };
  const updateSoon = (): void => {
    if (isUpdatePending) return;
    isUpdatePending = true;
    clock.after(updateDelayMs, () => {
      isUpdatePending = false;
      sourceStatus.update({ webhook: state });
    });
  };

  /** Raises a problem, and clears it after this long without another. */
  const raiseFor = (milliseconds: number, code: ProblemCode, facts: Facts): void => {
    sourceStatus.raise(code, 'webhook', facts);
    timers.get(code)?.();
    const clear = (): void => sourceStatus.clear(code, 'webhook');
    timers.set(code, clock.after(milliseconds, clear));
  };

  return {
    recordOpened: (address) => {
      const before = state ?? { lastAcceptedAt: null, accepted: 0, refused: 0, reachedFromOutside: null };
      state = { ...before, address, isListening: true };
      sourceStatus.update({ webhook: state });
    },
    recordClosed: () => {
      for (const cancel of timers.values()) cancel();
      for (const code of [...clearedByAccepted, ...wrongAddressCodes, 'WEBHOOK_FLOODED'] as const)
        sourceStatus.clear(code, 'webhook');
      wrongAddressAtMs.clear();
      state = null;
      sourceStatus.update({ webhook: null });
    },
    recordRemotePeer: (from) => {
      const isFirst = state?.reachedFromOutside === null;
      set({ reachedFromOutside: { at: now(), from } });
      if (isFirst) updateSoon();
    },
    recordAccepted: (peer) => {
      if (acceptedPeers.size < 1000) acceptedPeers.add(peer);
      set({ lastAcceptedAt: now(), accepted: (state?.accepted ?? 0) + 1 });
      sourceStatus.update({ webhook: state });
      for (const code of clearedByAccepted) sourceStatus.clear(code, 'webhook');
      // While its change may be missing, a delivery of another collection does not show that the address is right now.
      if (sourceStatus.hasNews()) return;
      for (const code of wrongAddressCodes) sourceStatus.clear(code, 'webhook');
      wrongAddressAtMs.clear();
    },
    recordRefused: () => {
      set({ refused: (state?.refused ?? 0) + 1 });
      updateSoon();
    },
    recordWrongSignature: () => raiseFor(forgetAfterMs, 'WEBHOOK_SIGNATURE_WRONG', {}),
    trustIn,
    recordWrongAddress: (code, host) => {
      const nowMs = clock.monotonicMs();
      const lastMs = wrongAddressAtMs.get(code);
      if (lastMs !== undefined && nowMs - lastMs < wrongAddressEveryMs) return;
      wrongAddressAtMs.set(code, nowMs);
      raiseFor(forgetAfterMs, code, { host });
    },
    recordBadTimestamp: (what, toleranceSeconds) => {
      raiseFor(forgetAfterMs, 'WEBHOOK_TIME_OFF', { what, tolerance: toleranceSeconds });
    },
    recordBroken: () => raiseFor(forgetAfterMs, 'WEBHOOK_BROKEN', {}),
    recordFlood: () => raiseFor(floodOverAfterMs, 'WEBHOOK_FLOODED', {}),
  };
}
