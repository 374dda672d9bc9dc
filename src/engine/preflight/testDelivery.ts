/** Requests a test delivery to this Greenroom’s webhook from the built-in service, through its authoring API. */
import { z } from 'zod';
import { type TestDeliveryResult, testResult, webhookView } from '../../core/authoringDocument.ts';

/** `notRegistered` if the service has no webhook with the address. */
export type TestDelivery = TestDeliveryResult | 'notRegistered';

const organisationList = z.object({ organisations: z.array(z.object({ name: z.string() })) });
const webhookList = z.object({ webhooks: z.array(webhookView) });

/** `servicePage` is the address of the service’s page with its token. Rejects if the service does not answer as documented. */
export async function requestTestDelivery(
  servicePage: string,
  address: string,
  signal: AbortSignal,
): Promise<TestDelivery> {
  const { origin, hash } = new URL(servicePage);
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token') ?? ''}`;
  const send = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${origin}/authoring/v1${path}`, {
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
    return response.json();
  };
  const { organisations } = organisationList.parse(await send(''));
  for (const { name } of organisations) {
    const base = `/${encodeURIComponent(name)}/webhooks`;
    const { webhooks } = webhookList.parse(await send(base));
    const found = webhooks.find(({ url }) => isSameListener(url, address));
    if (found !== undefined) return testResult.parse(await send(`${base}/${encodeURIComponent(found.id)}/test`, {}));
  }
  return 'notRegistered';
}

/** A listener has several addresses: `localhost` and those of this machine’s networks. */
function isSameListener(url: string, address: string): boolean {
  const [one, other] = [new URL(url), new URL(address)];
  return one.port === other.port && one.pathname === other.pathname;
}
