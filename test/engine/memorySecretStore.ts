/** Secrets in memory, as a keychain that works. */
import {
  describeKeptSecret,
  previousSecrets,
  type SecretChanges,
  type SecretStore,
  secretVariables,
} from '../../src/engine/settings/secretStore.ts';

export function createMemorySecretStore(
  values: Map<string, string> = new Map(),
  environment: Readonly<Record<string, string>> = {},
): SecretStore {
  return {
    describe: async (name) =>
      describeKeptSecret(name, environment, { value: values.get(name) ?? null, from: 'keychain', isKept: true }),
    read: async (name) => environment[secretVariables[name]] ?? values.get(name) ?? null,
    nextApiKey: async () => values.get('nextApiKey') ?? null,
    apiKeyOwner: async () => values.get('apiKeyOwner') ?? null,
    change: async (changes: SecretChanges) => {
      const previous = previousSecrets(changes, (name) => values.get(name));
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) values.delete(name);
        else values.set(name, value);
      }
      return previous;
    },
  };
}
