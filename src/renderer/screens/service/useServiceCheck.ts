/** Tries a service’s address and API key as they are typed. Nothing is changed or saved. */
import { useEffect, useState } from 'react';
import type { ServiceCheck } from '../../../contract/secrets.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';

export type ServiceTrial =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'checked'; readonly check: ServiceCheck };

/** A pause in typing that counts as finished. Milliseconds. */
const settleMs = 500;

/**
 * Tries again whenever the address, the key or `attempt` changes. An empty address is not tried. Without a key, the saved one is sent;
 * if none is saved, the trial shows whether the service responds.
 */
export function useServiceCheck(baseUrl: string, apiKey: string, attempt: number): ServiceTrial {
  const client = useClient();
  const wanted = `${attempt}\n${baseUrl}\n${apiKey}`;
  const [done, setDone] = useState<{ readonly wanted: string; readonly trial: ServiceTrial } | null>(null);
  useEffect(() => {
    if (baseUrl === '') return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      const trial = await client.query('checkService', { baseUrl, apiKey: apiKey === '' ? null : apiKey }).then(
        ({ check }): ServiceTrial => ({ kind: 'checked', check }),
        (error: RequestError): ServiceTrial => ({ kind: 'failed', reason: describeError(error) ?? '' }),
      );
      if (!isOutdated) setDone({ wanted, trial });
    }, settleMs);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [client, baseUrl, apiKey, wanted]);
  if (baseUrl === '') return { kind: 'none' };
  return done?.wanted === wanted ? done.trial : { kind: 'running' };
}
