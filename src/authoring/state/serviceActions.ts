/** Actions on the service itself: API keys, webhooks, deliveries and test faults. */

import type { TestDeliveryResult } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { type StrongSentence, sayStrong } from '../../core/language/sayStrong.ts';
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
    icon: Notice['icon'],
    describe: (name: string) => StrongSentence,
  ): Promise<boolean> {
    const oneTimeSecret = await pendingSecret;
    if (oneTimeSecret === null) return false;
    store.setState({ oneTimeSecret });
    showNotice(context, { icon, ...describe(oneTimeSecret.name), at: null, action: null });
    return true;
  }

  return {
    createKey: (name: string) =>
      showOneTimeSecret(
        runAndRefresh('createKey', (organisation) => client.createKey(organisation, name)),
        'key',
        (created) =>
          sayStrong('API key <b>{name}</b> was created at {time}. It is shown once, below.', {
            name: created,
            time: formatClockTime(now()),
          }),
      ),
    revokeKey: (id: string, name: string) =>
      runAndRefresh('revokeKey', async (organisation) => {
        await client.revokeKey(organisation, id);
        const sentence = sayStrong('API key <b>{name}</b> was revoked. Its next request gets 401 INVALID_API_KEY.', {
          name,
        });
        showNotice(context, { icon: 'key', ...sentence, action: null });
      }),
    createWebhook: async (webhook: { name: string; url: string; signing: string }) => {
      if (!isHttpAddress(webhook.url)) {
        showWarning(context, say('Not created. Enter an address that begins with http:// or https://.'));
        return false;
      }
      return showOneTimeSecret(
        runAndRefresh('createWebhook', (organisation) => client.createWebhook(organisation, webhook)),
        'webhook',
        (name) =>
          sayStrong('Webhook <b>{name}</b> was created at {time}. Its secret is shown once, below.', {
            name,
            time: formatClockTime(now()),
          }),
      );
    },
    replaceSecret: (webhook: { id: string; name: string }) =>
      showOneTimeSecret(
        runAndRefresh('replaceSecret', (organisation) => client.replaceSecret(organisation, webhook)),
        'webhook',
        (name) =>
          sayStrong(
            'Webhook <b>{name}</b> has a new secret, shown once, below. Deliveries no longer use the old one.',
            {
              name,
            },
          ),
      ),
    deleteWebhook: (id: string, name: string) =>
      runAndRefresh('deleteWebhook', async (organisation) => {
        await client.deleteWebhook(organisation, id);
        const sentence = sayStrong('Webhook <b>{name}</b> was deleted. It gets no more deliveries.', { name });
        showNotice(context, { icon: 'webhook', ...sentence, action: null });
      }),
    testWebhook: (id: string, name: string) =>
      runAndRefresh('testWebhook', async (organisation) => {
        const result = await client.testWebhook(organisation, id);
        const kind = result.outcome === 'delivered' ? 'normal' : 'warning';
        const icon = kind === 'normal' ? 'webhook' : 'triangle';
        showNotice(context, { kind, icon, ...describeTestResult(name, result), action: null });
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

function describeTestResult(name: string, { outcome, status, fault, ms }: TestDeliveryResult): StrongSentence {
  if (outcome === 'delivered')
    return sayStrong('<b>{name}</b>: test delivered, {status} in {ms} ms.', {
      name,
      status: status ?? '',
      ms: Math.round(ms),
    });
  const reason =
    status === null
      ? describeFailure({ lastStatus: null, lastFault: fault })
      : say('the response was {status}', { status });
  if (outcome === 'retry')
    return sayStrong(
      '<b>{name}</b>: test not delivered, {reason}. A real delivery would be retried. Check that the receiver is running.',
      { name, reason },
    );
  return sayStrong(
    '<b>{name}</b>: test not delivered, {reason}. A real delivery would fail permanently. Check the address and secret.',
    { name, reason },
  );
}
