/** Checks that deliveries reach the webhook: the built-in service sends one; for another service, a `curl` proves it. */
import { say } from '../../core/language/say.ts';
import type { SourceState } from '../../core/source.ts';
import { formatTimeAgo } from '../../core/time.ts';
import { type Finding, fault, good, warning } from './findings.ts';
import type { TestDelivery } from './testDelivery.ts';

export type WebhookFindings = {
  /** Whether the listener answered at its own address; `null` in poll mode. */
  readonly isAnswering: boolean | null;
  /** `null` if the built-in service is not the source, or did not answer. */
  readonly test: TestDelivery | null;
};

export function checkWebhook(
  { mode, webhook }: Pick<SourceState, 'mode' | 'webhook'>,
  { isAnswering, test }: WebhookFindings,
  nowMs: number,
): Finding {
  if (mode === 'poll') return good(say('Not needed: update mode is poll'));
  const { address = '', lastAcceptedAt = null, reachedFromOutside = null } = webhook ?? {};
  const proof = say('Run curl -i {address} where the service runs: 405 means that it reaches Greenroom.', { address });
  if (isAnswering !== true) return fault(say('Nothing responds at the webhook’s address'), proof);
  if (test !== null) return describeTest(test, address);
  if (lastAcceptedAt !== null)
    return good(say('Last delivery accepted {age}', { age: formatTimeAgo(lastAcceptedAt, nowMs) }));
  if (reachedFromOutside !== null)
    return good(
      say('Reached from {from} {age}', {
        from: reachedFromOutside.from,
        age: formatTimeAgo(reachedFromOutside.at, nowMs),
      }),
    );
  return warning(say('It responds on this machine. No request from another machine has arrived yet'), proof);
}

function describeTest(test: TestDelivery, address: string): Finding {
  if (test === 'notRegistered')
    return warning(
      say('The built-in service has no webhook with this address'),
      say('On the service’s page, open Webhooks and add {address} with the same secret.', { address }),
    );
  const { outcome, status, ms } = test;
  if (outcome === 'delivered')
    return good(say('The built-in service delivered a test in {ms} ms', { ms: String(Math.round(ms)) }));
  if (status === null)
    return fault(
      say('The built-in service’s test delivery got no response'),
      say('On the service’s page, compare the webhook’s address with {address}.', { address }),
    );
  return fault(
    say('The built-in service’s test delivery was refused with {status}', { status: String(status) }),
    say('On the service’s page, replace the webhook’s secret, and enter the new one in Settings.'),
  );
}
