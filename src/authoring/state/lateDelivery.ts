/** The announcer's sentence about a delivery that is late. */
import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import { formatDayTime } from '../../core/time.ts';

/** `null` without a late delivery. */
export function describeLateDelivery(
  webhooks: readonly Webhook[],
  deliveries: readonly Delivery[],
  now: number,
): { readonly strong: string; readonly text: string } | null {
  const late = deliveries.find(({ state }) => state === 'retrying');
  const webhook = webhooks.find(({ id }) => id === late?.webhookId);
  if (late === undefined || webhook === undefined) return null;
  const { name } = webhook;
  const since = formatDayTime(late.eventAt, now);
  const strong =
    late.lastStatus === null
      ? say('{name} hasn’t responded since {since}.', { name, since })
      : say('{name} has returned {status} since {since}.', { name, status: late.lastStatus, since });
  const text = ` ${describeQueue(webhooks, deliveries)} ${describeReceiverCheck(webhook, late.lastStatus)}`;
  return { strong, text };
}

/** Names the webhooks that have the newest version of each collection. */
function describeQueue(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): string {
  const names = webhooks
    .filter(({ id }) => {
      const own = deliveries.filter(({ webhookId }) => webhookId === id);
      return own[0]?.state === 'delivered' && !own.some(({ isLost }) => isLost);
    })
    .map(({ name }) => name);
  if (names.length === 0) return say('Its deliveries wait in order.');
  return say(
    'Its deliveries wait in order; {count, plural, one {{names} is not affected} other {{names} are not affected}}.',
    { count: names.length, names: listNames(names) },
  );
}

/** By default, Greenroom’s path begins with `/webhooks/`. `status` is `null` without a response. */
function describeReceiverCheck({ url }: Webhook, status: number | null): string {
  if (!URL.canParse(url)) return say('Check that its receiver is running.');
  const { port: urlPort, protocol, pathname } = new URL(url);
  const isGreenroom = pathname.startsWith('/webhooks/');
  if (status !== null)
    return isGreenroom ? say('Check Greenroom’s log there.') : say('Check its receiver’s log there.');
  const port = urlPort === '' ? (protocol === 'https:' ? '443' : '80') : urlPort;
  return isGreenroom
    ? say('Check that Greenroom is running there and port {port} is open.', { port })
    : say('Check that its receiver is running there and port {port} is open.', { port });
}
