/** Actions on the service itself: API keys, webhooks, deliveries and test faults. */
import type { ApiResult } from '../api/callApi.ts';
import type { ActiveFault, OneTimeSecret, TestDeliveryResult } from '../api/shapes.ts';
import { type Context, showFailure, showNotice, showWarning } from './context.ts';
import type { Notice } from './pageState.ts';
import { formatClock } from './time.ts';

export function createServiceActions(context: Context, refresh: () => Promise<void>) {
  const { store, client, now } = context;

  async function callAndRefresh<T>(call: (organisation: string) => Promise<ApiResult<T>>): Promise<T | null> {
    const { organisation } = store.getState();
    if (organisation === null) return null;
    const result = await call(organisation);
    if (!result.ok) {
      showFailure(context, result);
      return null;
    }
    await refresh();
    return result.value;
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

  const formatCreatedAt = () => ` was created at ${formatClock(now())}.`;

  return {
    createKey: (name: string) =>
      showOneTimeSecret(
        callAndRefresh((organisation) => client.createKey(organisation, name)),
        { icon: 'key', lead: 'API key ', text: `${formatCreatedAt()} It is shown once, below.` },
      ),
    revokeKey: async (id: string, name: string) => {
      const isRevoked = await callAndRefresh(async (organisation) => {
        const result = await client.revokeKey(organisation, id);
        return result.ok ? { ...result, value: true } : result;
      });
      if (isRevoked === null) return;
      const text = ' was revoked. Its next request gets 401 INVALID_API_KEY.';
      showNotice(context, { icon: 'key', lead: 'API key ', strong: name, text, action: null });
    },
    createWebhook: async (webhook: { name: string; url: string; signing: string }) => {
      if (!isHttpAddress(webhook.url)) {
        showWarning(context, 'Not created. Enter an address that begins with http:// or https://.');
        return false;
      }
      return showOneTimeSecret(
        callAndRefresh((organisation) => client.createWebhook(organisation, webhook)),
        { icon: 'webhook', lead: 'Webhook ', text: `${formatCreatedAt()} Its secret is shown once, below.` },
      );
    },
    replaceSecret: (webhook: { id: string; name: string }) =>
      showOneTimeSecret(
        callAndRefresh((organisation) => client.replaceSecret(organisation, webhook)),
        {
          icon: 'webhook',
          lead: 'Webhook ',
          text: ' has a new secret, shown once, below. Deliveries no longer use the old one.',
        },
      ),
    deleteWebhook: async (id: string, name: string) => {
      const isDeleted = await callAndRefresh(async (organisation) => {
        const result = await client.deleteWebhook(organisation, id);
        return result.ok ? { ...result, value: true } : result;
      });
      if (isDeleted === null) return;
      const text = ' was deleted. It gets no more deliveries.';
      showNotice(context, { icon: 'webhook', lead: 'Webhook ', strong: name, text, action: null });
    },
    testWebhook: async (id: string, name: string) => {
      const result = await callAndRefresh((organisation) => client.testWebhook(organisation, id));
      if (result === null) return;
      const kind = result.outcome === 'delivered' ? 'normal' : 'warning';
      const icon = kind === 'normal' ? 'webhook' : 'triangle';
      showNotice(context, { kind, icon, strong: name, text: describeTestResult(result), action: null });
    },
    retryDelivery: (id: string) => callAndRefresh((organisation) => client.retryDelivery(organisation, id)),
    dismissSecret: () => store.setState({ oneTimeSecret: null }),
    setFaults: async (faults: readonly ActiveFault['setting'][]) => {
      const { organisation } = store.getState();
      if (organisation === null) return;
      const result = await client.setFaults(organisation, faults);
      if (result.ok) store.setState({ faults: result.value });
      else showFailure(context, result);
    },
  };
}

function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function describeTestResult({ outcome, status, fault, ms }: TestDeliveryResult): string {
  if (outcome === 'delivered') return `: test delivered, ${status} in ${Math.round(ms)} ms.`;
  const noResponse = fault === 'timeout' ? 'no response within 10 s' : 'no connection';
  const reason = status === null ? noResponse : `the response was ${status}`;
  if (outcome === 'retry')
    return `: test not delivered, ${reason}. A real delivery would be retried. Check that the receiver is running.`;
  return `: test not delivered, ${reason}. A real delivery would fail permanently. Check the address and secret.`;
}
