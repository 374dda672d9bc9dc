/** The newest delivery of each collection to a webhook: an older one does not matter, and that of another collection says nothing of it. */
import type { Delivery } from '../../core/authoringDocument.ts';

/** `deliveries` are newest first, of any webhook. */
export function newestDeliveriesTo(webhookId: string, deliveries: readonly Delivery[]): readonly Delivery[] {
  const seen = new Set<string>();
  return deliveries.filter((delivery) => {
    if (delivery.webhookId !== webhookId || seen.has(delivery.collectionId)) return false;
    seen.add(delivery.collectionId);
    return true;
  });
}

/** Failed permanently or given up: nothing sends it again. */
export function isLost({ state }: Delivery): boolean {
  return state === 'failed' || state === 'gaveUp';
}
