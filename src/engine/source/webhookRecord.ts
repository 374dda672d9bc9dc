/** What the webhook listener tells people: its counters, who reached it, and its problems. */
import type { ProblemCode } from '../../core/problem.ts';
import type { WebhookState } from '../../core/source.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { Contact } from './contact.ts';

/** Wrong signatures in a minute from a sender that signed well before, until a person is told. */
const wrongLimit = 3;
const wrongWithinMs = 60_000;

/** Without another one the matter is forgotten after this. Milliseconds. */
const wrongForgottenMs = 10 * 60_000;

/** What the next good delivery ends. */
const endedByGood = [
  'WEBHOOK_SIGNATURE_WRONG',
  'WEBHOOK_TIME_OFF',
  'WEBHOOK_CLOCK_DOUBTED',
  'WEBHOOK_UNREADABLE',
  'WEBHOOK_TOO_LARGE',
  'WEBHOOK_SECRET_MISSING',
] as const satisfies readonly ProblemCode[];

/** Problems that pass by themselves do so after this. Milliseconds. */
const quietAfterMs = 60_000;

/** A delivery to a wrong address is told so often at most. Milliseconds. */
const misaddressedEveryMs = 60_000;

/** Refusals are told together, so that a flood of them is not a flood of states. Milliseconds. */
const tellWithinMs = 1000;

export type WebhookRecord = {
  readonly opened: (address: string) => void;
  readonly closed: () => void;
  readonly reached: (from: string) => void;
  readonly accepted: (peer: string) => void;
  readonly refused: () => void;
  readonly signedWrongly: (peer: string) => void;
  /** Signed well, but `when` (in words) is further off than the tolerance lets through. */
  readonly sentOutOfTime: (when: string, toleranceSeconds: number) => void;
  readonly flooded: () => void;
  /** What looks like a delivery was sent to a host or a path that is not ours. Anybody can do that: told once a minute at most. */
  readonly misaddressed: (code: Misaddress, host: string) => void;
};

const misaddresses = ['WEBHOOK_HOST_UNKNOWN', 'WEBHOOK_PATH_UNKNOWN'] as const;
type Misaddress = (typeof misaddresses)[number];

export function createWebhookRecord(contact: Contact, clock: Clock): WebhookRecord {
  let state: WebhookState | null = null;
  let isTelling = false;
  let stopQuiet: Cancel = () => undefined;
  let stopWrong: Cancel = () => undefined;
  let stopOutOfTime: Cancel = () => undefined;
  const goodPeers = new Set<string>();
  let wrongAt: readonly number[] = [];
  let isFlooded = false;
  const misaddressed = new Map<Misaddress, { readonly atMs: number; readonly stop: Cancel }>();

  const now = (): string => new Date(clock.now()).toISOString();
  const set = (change: Partial<WebhookState>): void => {
    if (state !== null) state = { ...state, ...change };
  };
  const tellSoon = (): void => {
    if (isTelling) return;
    isTelling = true;
    clock.after(tellWithinMs, () => {
      isTelling = false;
      contact.say({ webhook: state });
    });
  };

  return {
    opened: (address) => {
      const before = state ?? { lastAcceptedAt: null, accepted: 0, refused: 0, reachedFromOutside: null };
      state = { ...before, address, isListening: true };
      contact.say({ webhook: state });
    },
    closed: () => {
      stopQuiet();
      stopWrong();
      stopOutOfTime();
      for (const code of [...endedByGood, ...misaddresses, 'WEBHOOK_FLOODED'] as const) contact.clear(code, 'webhook');
      for (const { stop } of misaddressed.values()) stop();
      misaddressed.clear();
      state = null;
      contact.say({ webhook: null });
    },
    reached: (from) => {
      const isFirst = state?.reachedFromOutside === null;
      set({ reachedFromOutside: { at: now(), from } });
      if (isFirst) tellSoon();
    },
    accepted: (peer) => {
      if (goodPeers.size < 1000) goodPeers.add(peer);
      wrongAt = [];
      set({ lastAcceptedAt: now(), accepted: (state?.accepted ?? 0) + 1 });
      contact.say({ webhook: state });
      for (const code of [...endedByGood, ...misaddresses]) contact.clear(code, 'webhook');
    },
    refused: () => {
      set({ refused: (state?.refused ?? 0) + 1 });
      tellSoon();
    },
    signedWrongly: (peer) => {
      const nowMs = clock.monotonicMs();
      const isNobodyKnown = goodPeers.size === 0;
      if (!isNobodyKnown && !goodPeers.has(peer)) return;
      wrongAt = [...wrongAt.filter((at) => nowMs - at < wrongWithinMs), nowMs].slice(-wrongLimit);
      // While nothing was ever signed well the secret itself is the likely fault: said at once.
      if (!isNobodyKnown && wrongAt.length < wrongLimit) return;
      contact.raise('WEBHOOK_SIGNATURE_WRONG', 'webhook', {});
      stopWrong();
      stopWrong = clock.after(wrongForgottenMs, () => contact.clear('WEBHOOK_SIGNATURE_WRONG', 'webhook'));
    },
    misaddressed: (code, host) => {
      const nowMs = clock.monotonicMs();
      const before = misaddressed.get(code);
      if (before !== undefined && nowMs - before.atMs < misaddressedEveryMs) return;
      contact.raise(code, 'webhook', { host });
      before?.stop();
      const stop = clock.after(wrongForgottenMs, () => contact.clear(code, 'webhook'));
      misaddressed.set(code, { atMs: nowMs, stop });
    },
    sentOutOfTime: (when, toleranceSeconds) => {
      contact.raise('WEBHOOK_TIME_OFF', 'webhook', { when, tolerance: toleranceSeconds });
      stopOutOfTime();
      stopOutOfTime = clock.after(wrongForgottenMs, () => contact.clear('WEBHOOK_TIME_OFF', 'webhook'));
    },
    flooded: () => {
      if (!isFlooded) contact.raise('WEBHOOK_FLOODED', 'webhook', {});
      isFlooded = true;
      stopQuiet();
      stopQuiet = clock.after(quietAfterMs, () => {
        isFlooded = false;
        contact.clear('WEBHOOK_FLOODED', 'webhook');
      });
    },
  };
}
