/** Organisations, keys and webhooks: small lists that are always in memory. */
import type { StoredKey, StoredWebhook, StoreRecord } from './records.ts';

export type Registry = {
  readonly organisations: readonly string[];
  readonly keys: readonly StoredKey[];
  readonly webhooks: readonly StoredWebhook[];
};

export type RegistryRecord = Extract<
  StoreRecord,
  { type: 'organisationAdded' | 'keyAdded' | 'keyRemoved' | 'webhookAdded' | 'webhookRemoved' | 'webhookSecretSet' }
>;

export function applyToRegistry(registry: Registry, record: RegistryRecord): Registry {
  switch (record.type) {
    case 'organisationAdded':
      if (registry.organisations.includes(record.name)) return registry;
      return { ...registry, organisations: [...registry.organisations, record.name] };
    case 'keyAdded':
      return { ...registry, keys: [...registry.keys, record.key] };
    case 'keyRemoved':
      return { ...registry, keys: registry.keys.filter((key) => key.id !== record.id) };
    case 'webhookAdded':
      return { ...registry, webhooks: [...registry.webhooks, record.webhook] };
    case 'webhookRemoved':
      return { ...registry, webhooks: registry.webhooks.filter((webhook) => webhook.id !== record.id) };
    case 'webhookSecretSet':
      return {
        ...registry,
        webhooks: registry.webhooks.map((webhook) =>
          webhook.id === record.id ? { ...webhook, secret: record.secret } : webhook,
        ),
      };
    default:
      return record satisfies never;
  }
}
