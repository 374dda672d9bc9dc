/** Actions on the service itself: API keys, webhooks, deliveries and test faults. */

import type { TestDeliveryResult } from '../../core/authoringDocument.ts';
import { formatClockTime } from '../../core/time.ts';
import type { ActiveFault, OneTimeSecret } from '../api/shapes.ts';
import { type Context, runChange, showNotice, showWarning } from './context.ts';
import type { Notice } from './pageState.ts';
import { describeFailure } from './text.ts';

export function createServiceActions(context: Context) {
  const { store, client, queryClient, now } = context;

  /** Runs a change, then requests everything again: the change may touch several lists. */
  function runAndRefresh<T>(name: string, change: (organisation: string) => Promise<T>): Promise<T | null> {
    return runChange(context, name, async (organisation) => {
      const result = await change(organisation);
      await queryClient.invalidateQueries({ queryKey: [organisation] });
      return result;
    });
  }

  /** Returns whether the secret was created. */
  async function showOneTimeSecret(
    pendingSecret: Promise<OneTimeSecret | null>,
    notice: Pick<Notice, 'icon' | 'lead' | 'text'>,
  ): Promise<boolean> {
    const oneTimeSecret = await pendingSecret;
    if (oneTimeSecret === null) return false;
    store.setState({ oneTimeSecret });
    showNotice(context, { ...notice, at: null, strong: oneTimeSecret.name, action: null });
    return true;
  }

  const formatCreatedAt = () => ` was created at ${formatClockTime(now())}.`;

  return {
    createKey: (name: string) =>
      showOneTimeSecret(
        runAndRefresh('createKey', (organisation) => client.createKey(organisation, name)),
        { icon: 'key', lead: 'API key ', text: `${formatCreatedAt()} It is shown once, below.` },
      ),
    revokeKey: (id: string, name: string) =>
      runAndRefresh('revokeKey', async (organisation) => {
        await client.revokeKey(organisation, id);
        const text = ' was revoked. Its next request gets 401 INVALID_API_KEY.';
        showNotice(context, { icon: 'key', lead: 'API key ', strong: name, text, action: null });
      }),
    createWebhook: async (webhook: { name: string; url: string; signing: string }) => {
      if (!isHttpAddress(webhook.url)) {
        showWarning(context, 'Not created. Enter an address that begins with http:// or https://.');
        return false;
      }
      return showOneTimeSecret(
        runAndRefresh('createWebhook', (organisation) => client.createWebhook(organisation, webhook)),
        { icon: 'webhook', lead: 'Webhook ', text: `${formatCreatedAt()} Its secret is shown once, below.` },
      );
    },
    replaceSecret: (webhook: { id: string; name: string }) =>
      showOneTimeSecret(
        runAndRefresh('replaceSecret', (organisation) => client.replaceSecret(organisation, webhook)),
        {
          icon: 'webhook',
          lead: 'Webhook ',
          text: ' has a new secret, shown once, below. Deliveries no longer use the old one.',
        },
      ),
    deleteWebhook: (id: string, name: string) =>
      runAndRefresh('deleteWebhook', async (organisation) => {
        await client.deleteWebhook(organisation, id);
        const text = ' was deleted. It gets no more deliveries.';
        showNotice(context, { icon: 'webhook', lead: 'Webhook ', strong: name, text, action: null });
      }),
    testWebhook: (id: string, name: string) =>
      runAndRefresh('testWebhook', async (organisation) => {
        const result = await client.testWebhook(organisation, id);
        const kind = result.outcome === 'delivered' ? 'normal' : 'warning';
        const icon = kind === 'normal' ? 'webhook' : 'triangle';
        showNotice(context, { kind, icon, strong: name, text: describeTestResult(result), action: null });
      }),
    retryDelivery: (id: string) =>
      runAndRefresh('retryDelivery', (organisation) => client.retryDelivery(organisation, id)),
    dismissSecret: () => store.setState({ oneTimeSecret: null }),
    setFaults: (faults: readonly ActiveFault['setting'][]) =>
      runAndRefresh('setFaults', (organisation) => client.setFaults(organisation, faults)),
  };
}

function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function describeTestResult({ outcome, status, fault, ms }: TestDeliveryResult): string {
  if (outcome === 'delivered') return `: test delivered, ${status} in ${Math.round(ms)} ms.`;
  const reason =
    status === null ? describeFailure({ lastStatus: null, lastFault: fault }) : `the response was ${status}`;
  if (outcome === 'retry')
    return `: test not delivered, ${reason}. A real delivery would be retried. Check that the receiver is running.`;
  return `: test not delivered, ${reason}. A real delivery would fail permanently. Check the address and secret.`;
}
