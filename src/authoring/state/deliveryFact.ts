/** The strip's fact about webhooks and their deliveries. */
import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { describeNextTry, formatOrdinal } from './text.ts';

export function isPending(delivery: Delivery): boolean {
  return delivery.state === 'waiting' || delivery.state === 'retrying';
}

/** `deliveries` are newest first. */
export function describeDeliveries(
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
  now: number,
): { readonly main: string; readonly note: string; readonly isLate: boolean } {
  if (webhooks.length === 0) return { main: 'No webhooks', note: 'No one is notified of changes', isLate: false };
  const pending = deliveries.filter(isPending);
  const late = pending.find(({ state }) => state === 'retrying');
  if (late !== undefined) {
    const name = webhooks.find(({ id }) => id === late.webhookId)?.name ?? 'A webhook';
    const main = pending.length === 1 ? '1 delivery waiting' : `${pending.length} deliveries waiting`;
    const nextTry = describeNextTry(late, now);
    return {
      main,
      note: `${name}: ${nextTry.charAt(0).toLowerCase()}${nextTry.slice(1)} (${formatOrdinal(late.tries + 1)})`,
      isLate: true,
    };
  }
  const count = webhooks.length === 1 ? '1 webhook' : `${webhooks.length} webhooks`;
  const newest = deliveries[0];
  if (newest === undefined) return { main: 'Nothing sent yet', note: count, isLate: false };
  if (pending.length > 0) return { main: 'Sending', note: count, isLate: false };
  const failing = countFailingWebhooks(webhooks, deliveries);
  if (failing > 0) {
    const main = failing === 1 ? '1 webhook failing' : `${failing} webhooks failing`;
    return { main, note: 'No retry. See Webhooks', isLate: true };
  }
  const duration = newest.lastMs === null ? '' : `, last in ${Math.round(newest.lastMs)} ms`;
  return { main: 'All delivered', note: `${count}${duration}`, isLate: false };
}

/** Counts webhooks whose newest delivery failed permanently or was given up. */
function countFailingWebhooks(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): number {
  return webhooks.filter(({ id }) => {
    const newest = deliveries.find(({ webhookId }) => webhookId === id);
    return newest?.state === 'failed' || newest?.state === 'gaveUp';
  }).length;
}
