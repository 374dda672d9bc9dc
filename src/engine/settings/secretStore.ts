/** Interface to the secrets of a shell: the keychain, or `secrets.json` in the data directory. */
import type { SecretView } from '../../contract/secrets.ts';
import type { KeptSecretName } from '../../core/secretNames.ts';

/** `null` removes a secret, and as a previous value says that it was not set. `serviceKey.ts` describes `nextApiKey` and `apiKeyOwner`. */
export type SecretChanges = { readonly [Name in KeptSecretName | 'nextApiKey' | 'apiKeyOwner']?: string | null };

export type SecretStore = {
  readonly describe: (name: KeptSecretName) => Promise<SecretView>;
  /** The value that counts: of the environment, or the stored one. */
  readonly read: (name: KeptSecretName) => Promise<string | null>;
  readonly nextApiKey: () => Promise<string | null>;
  readonly apiKeyOwner: () => Promise<string | null>;
  /** Sets the given secrets; `null` removes one. Resolves with their previous values, for an undo. Rejects with the system's error, and then nothing has changed, unless `isReplacedNevertheless`. */
  readonly change: (changes: SecretChanges) => Promise<SecretChanges>;
};

/** Code of the error when the secrets are there and damaged. */
export const damagedCode = 'SECRETS_DAMAGED';

/** The environment variables that set a secret and take precedence. */
export const secretVariables: Readonly<Record<KeptSecretName, string>> = {
  apiKey: 'GREENROOM_API_KEY',
  webhookSecret: 'GREENROOM_WEBHOOK_SECRET',
  webhookSecretNext: 'GREENROOM_WEBHOOK_SECRET_NEXT',
};

/** Whether the environment sets the API key. */
export async function isKeyFixed({ describe }: Pick<SecretStore, 'describe'>): Promise<boolean> {
  const view = await describe('apiKey').catch(() => null);
  return view?.from === 'environment';
}

/** Shorter secrets would be easier to guess with a part of them known. */
const minLengthToShow = 12;

/** Describes a secret without its value. `isKept` is false if a value set here is lost when Greenroom stops. */
export function describeSecret(value: string | null, from: SecretView['from'], isKept: boolean): SecretView {
  if (value === null || value === '') return { isSet: false, endsWith: null, from: null, isKept };
  return { isSet: true, endsWith: value.length < minLengthToShow ? null : value.slice(-4), from, isKept };
}

/** Describes a secret that the environment can set. */
export function describeKeptSecret(
  name: KeptSecretName,
  environment: Readonly<Record<string, string | undefined>>,
  stored: { readonly value: string | null; readonly from: SecretView['from']; readonly isKept: boolean },
): SecretView {
  const fromEnvironment = environment[secretVariables[name]]?.trim();
  if (fromEnvironment) return describeSecret(fromEnvironment, 'environment', true);
  return describeSecret(stored.value, stored.from, stored.isKept);
}

/** The values that `changes` replaces. */
export function previousSecrets<Name extends string>(
  changes: { readonly [Each in Name]?: string | null },
  findValue: (name: Name) => string | undefined,
): { readonly [Each in Name]?: string | null } {
  const names = Object.keys(changes) as Name[];
  return Object.fromEntries(names.map((name) => [name, findValue(name) ?? null])) as {
    readonly [Each in Name]?: string | null;
  };
}
