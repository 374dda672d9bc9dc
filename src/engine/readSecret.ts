/** Reads a secret for the source, and reports when secrets can’t be read, because nothing else would say why polls and deliveries fail. */
import { sayLater } from '../core/language/say.ts';
import { type Failure, failure } from './http/failure.ts';
import type { Ports } from './ports.ts';
import { isKeyOfOtherService } from './settings/keyOwner.ts';
import { damagedCode, secretVariables } from './settings/secretStore.ts';
import type { SourceStatus } from './sourceStatus.ts';

export type SecretRead<Secret> =
  | { readonly kind: 'read'; readonly secret: Secret }
  /** For example without permission, or because the key belongs to another service. The failure names the cause. */
  | { readonly kind: 'unreadable'; readonly failure: Failure };

/** Reads the key of the address in use, which changes together with it. */
export function withKeyOf(ports: Ports, baseUrl: () => string): Ports {
  return { ...ports, secrets: { ...ports.secrets, apiKey: () => ports.secrets.apiKey(baseUrl()) } };
}

export async function readSecret<Secret>(
  read: () => Promise<Secret>,
  sourceStatus: Pick<SourceStatus, 'clear'>,
): Promise<SecretRead<Secret>> {
  try {
    const secret = await read();
    sourceStatus.clear('SECRETS_UNREADABLE', 'source');
    return { kind: 'read', secret };
  } catch (error) {
    if (isKeyOfOtherService(error)) {
      sourceStatus.clear('SECRETS_UNREADABLE', 'source');
      const enter = error.isFixed
        ? sayLater('Set {variable} to the key of this service and restart Greenroom', {
            variable: secretVariables.apiKey,
          })
        : sayLater('Enter the key of this service');
      const facts = { service: error.owner, enter };
      return { kind: 'unreadable', failure: failure('SOURCE_KEY_OTHER_SERVICE', facts, 'slow') };
    }
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';
    const what = code === damagedCode ? sayLater('the file is damaged') : code;
    return { kind: 'unreadable', failure: failure('SECRETS_UNREADABLE', { what }) };
  }
}
