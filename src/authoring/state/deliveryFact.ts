/** The strip's fact about webhooks and their deliveries. */

import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { formatOrdinal, formatTimeToNextTry } from './text.ts';

export function isPending(delivery: Delivery): boolean {
  return delivery.state === 'waiting' || delivery.state === 'retrying';
}

/** `deliveries` are newest first. */
export function describeDeliveries(
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
  now: number,
): { readonly main: string; readonly note: string; readonly isLate: boolean } {
  if (webhooks.length === 0)
    return { main: say('No webhooks'), note: say('No one is notified of changes'), isLate: false };
  const pending = deliveries.filter(isPending);
  const late = pending.find(({ state }) => state === 'retrying');
  if (late !== undefined) {
    const name = webhooks.find(({ id }) => id === late.webhookId)?.name ?? say('A webhook');
    const main = say('{count, plural, one {# delivery waiting} other {# deliveries waiting}}', {
      count: pending.length,
    });
    return { main, note: describeWebhooksNextTry(name, late, now), isLate: true };
  }
  const count = say('{count, plural, one {# webhook} other {# webhooks}}', { count: webhooks.length });
  const newest = deliveries[0];
  if (newest === undefined) return { main: say('No change sent yet'), note: count, isLate: false };
  if (pending.length > 0) return { main: say('Sending'), note: count, isLate: false };
  const failing = countFailingWebhooks(webhooks, deliveries);
  if (failing > 0) {
    const main = say('{count, plural, one {# webhook failing} other {# webhooks failing}}', { count: failing });
    return { main, note: say('No retry. See Webhooks'), isLate: true };
  }
  const note =
    newest.lastMs === null
      ? count
      : say('{count, plural, one {# webhook} other {# webhooks}}, last in {ms} ms', {
          count: webhooks.length,
          ms: Math.round(newest.lastMs),
        });
  return { main: say('All delivered'), note, isLate: false };
}

function describeWebhooksNextTry(name: string, late: Delivery, now: number): string {
  const ordinal = formatOrdinal(late.tries + 1);
  const duration = formatTimeToNextTry(late, now);
  return duration === null
    ? say('{name}: trying now ({ordinal})', { name, ordinal })
    : say('{name}: next try in {duration} ({ordinal})', { name, duration, ordinal });
}

/** Counts webhooks that lack the newest version of a collection for good. */
function countFailingWebhooks(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): number {
  return webhooks.filter(({ id }) => deliveries.some(({ webhookId, isLost }) => isLost && webhookId === id)).length;
}
