/** What is told to webhooks, counted from the deliveries. */
import type { Hook, Sent } from '../api/shapes.ts';
import { spanOf } from './time.ts';
import { ordinal } from './words.ts';

export function isPending(sent: Sent): boolean {
  return sent.state === 'waiting' || sent.state === 'retrying';
}

export function toldFact(
  hooks: readonly Hook[],
  sent: readonly Sent[],
  now: number,
): { readonly main: string; readonly note: string; readonly isLate: boolean } {
  if (hooks.length === 0) return { main: 'No webhook', note: 'Nobody is told of changes', isLate: false };
  const pending = sent.filter(isPending);
  const late = pending.find(({ state }) => state === 'retrying');
  if (late !== undefined) {
    const name = hooks.find(({ id }) => id === late.webhookId)?.name ?? 'A webhook';
    const wait = late.nextTryAt === null ? 0 : new Date(late.nextTryAt).getTime() - now;
    const main = pending.length === 1 ? '1 delivery waits' : `${pending.length} deliveries wait`;
    const when = wait <= 0 ? 'being tried now' : `next try in ${spanOf(wait)}`;
    return { main, note: `${name}: ${when}, the ${ordinal(late.tries + 1)}`, isLate: true };
  }
  const count = hooks.length === 1 ? '1 webhook' : `${hooks.length} webhooks`;
  const newest = sent[0];
  if (newest === undefined) return { main: 'Nothing to tell yet', note: count, isLate: false };
  if (pending.length > 0) return { main: 'Being delivered', note: count, isLate: false };
  const refused = refusingHooks(hooks, sent);
  if (refused > 0)
    return {
      main: refused === 1 ? '1 webhook refuses' : `${refused} webhooks refuse`,
      note: 'Not tried again. See Webhooks',
      isLate: true,
    };
  const took = newest.lastMs === null ? '' : `, the last in ${Math.round(newest.lastMs)} ms`;
  return { main: 'All delivered', note: `${count}${took}`, isLate: false };
}

/** Webhooks whose newest delivery came to nothing. */
function refusingHooks(hooks: readonly Hook[], sent: readonly Sent[]): number {
  return hooks.filter(({ id }) => {
    const newest = sent.find(({ webhookId }) => webhookId === id);
    return newest?.state === 'failed' || newest?.state === 'gaveUp';
  }).length;
}
