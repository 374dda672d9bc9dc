/** Changes the secrets of a running engine: a new API key is tried first, and no value is ever returned. */

import type { Refusal } from '../../contract/commands.ts';
import type { SecretsView, ServiceCheck } from '../../contract/secrets.ts';
import type { SettingChange } from '../../contract/settings.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { type KeptSecretName, keptSecretNames, type SecretName, secretNames } from '../../core/secretNames.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import { maskSecret, pathOfSecret } from './compareSettings.ts';
import { withValue } from './document.ts';
import { describeSecret, type SecretChanges, type SecretStore, secretVariables } from './secretStore.ts';
import { emptyEdit, type SecretsUndo, type SettingsEdit } from './settingsEdit.ts';
import type { SettingsService } from './settingsService.ts';

/** The secrets to set; `null` removes a secret, and a missing field keeps it. */
export type SecretsInput = { readonly [Name in SecretName]?: string | null | undefined } & { readonly force: boolean };

export type SecretsService = {
  readonly view: () => Promise<SecretsView>;
  /** Resolves with the names that changed. A new API key that fails its trial is not used, unless `force` is set. One undo reverts it together with the `edit` of the settings, if any. If it rejects with PortTaken, nothing has changed. */
  readonly change: (
    input: SecretsInput,
    edit: SettingsEdit | null,
    by: string | null,
  ) => Promise<SecretsChanged | Refusal>;
};

export type SecretsChanged = {
  readonly ok: true;
  readonly view: SecretsView;
  readonly changed: readonly SecretName[];
  /** Of the settings. */
  readonly changes: readonly SettingChange[];
};

export type SecretsServiceDeps = {
  readonly secretStore: SecretStore;
  readonly settings: Pick<SettingsService, 'changeWithSecrets' | 'readToken'>;
  /** Tries the key on the service in use. */
  readonly checkKey: (key: string) => Promise<ServiceCheck>;
  /** Called after a change, so that the source uses it now. */
  readonly onChanged: () => void;
  readonly isDemo: boolean;
  readonly ports: Pick<Ports, 'log'>;
};

const secretTitles: Readonly<Record<SecretName, string>> = {
  apiKey: markMessage('The API key'),
  webhookSecret: markMessage('The webhook secret'),
  webhookSecretNext: markMessage('The next webhook secret'),
  readToken: markMessage('The read token'),
};

export function createSecretsService(deps: SecretsServiceDeps): SecretsService {
  const { secretStore, settings, onChanged, isDemo, ports } = deps;
  const runInOrder = createSerialQueue();

  const describe = async (name: KeptSecretName) =>
    isDemo && name === 'apiKey'
      ? { isSet: true, endsWith: null, from: null, isKept: true }
      : secretStore.describe(name);
  const view = async (): Promise<SecretsView> => {
    const [apiKey, webhookSecret, webhookSecretNext] = await Promise.all([
      describe('apiKey'),
      describe('webhookSecret'),
      describe('webhookSecretNext'),
    ]);
    const { value, isSaved } = settings.readToken();
    return { apiKey, webhookSecret, webhookSecretNext, readToken: describeSecret(value, 'file', isSaved) };
  };

  const findFixed = async (names: readonly SecretName[]): Promise<Refusal | null> => {
    for (const name of keptSecretNames) {
      if (!names.includes(name)) continue;
      const what = say(secretTitles[name]);
      if (isDemo && name === 'apiKey')
        return refuse('SETTING_FIXED', {
          what,
          by: say('the demo'),
          remedy: say('leave the demo to use a key of your own'),
        });
      if ((await secretStore.describe(name)).from !== 'environment') continue;
      const variable = secretVariables[name];
      const remedy = say('change {variable} and restart Greenroom, or remove it and set the value here', { variable });
      return refuse('SETTING_FIXED', { what, by: variable, remedy });
    }
    return null;
  };

  const tryKey = async (key: string): Promise<Refusal | null> => {
    const { problem } = await deps.checkKey(key);
    // Without an address there is nothing to try it on.
    if (problem === null || problem.code === 'SOURCE_ADDRESS_MISSING') return null;
    return { ok: false, ...problem };
  };

  const store = async (changes: SecretChanges): Promise<SecretChanges | Refusal> => {
    try {
      return Object.keys(changes).length === 0 ? {} : await secretStore.change(changes);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      ports.log('error', 'SETTINGS_NOT_DONE', { what: code ?? 'the secrets can’t be saved' });
      return refuse('SETTINGS_NOT_DONE', {
        what: code ?? say('the secrets can’t be saved'),
        check: say('the free space and permissions of the data directory'),
      });
    }
  };
  /** The values stay in this function’s memory until the undo is over. */
  const undoOf = (previous: SecretChanges): SecretsUndo => {
    const names = keptSecretNames.filter((name) => previous[name] !== undefined);
    return {
      paths: names.map(pathOfSecret),
      restore: async () => {
        const replaced = await store(previous);
        if (isRefusal(replaced)) return replaced;
        return names.map((name) => ({
          path: pathOfSecret(name),
          from: maskSecret(replaced[name] ?? null),
          to: maskSecret(previous[name] ?? null),
        }));
      },
      onRestored: (by) => {
        ports.log('info', 'SECRETS_CHANGED', { by, names: names.join(' '), isUndo: true });
        onChanged();
      },
    };
  };

  return {
    view,
    change: ({ force, ...given }, edit, by) =>
      runInOrder(async () => {
        const names = secretNames.filter((name) => given[name] !== undefined);
        const fixed = await findFixed(names);
        if (fixed !== null) return fixed;
        const { apiKey, readToken } = given;
        const refused = typeof apiKey === 'string' && !force ? await tryKey(apiKey) : null;
        if (refused !== null) return refused;
        const kept = keptSecretNames.flatMap((name) =>
          given[name] === undefined ? [] : [[name, given[name]] as const],
        );
        const previous = await store(Object.fromEntries(kept));
        if (isRefusal(previous)) return previous;
        const wholeEdit = readToken === undefined ? edit : withReadToken(edit ?? emptyEdit, readToken);
        // Removing a secret that was not set is no change, and must not replace the undo of one.
        const isKeptChanged = kept.some(([name, value]) => previous[name] !== value);
        let changes: readonly SettingChange[] = [];
        if (isKeptChanged || wholeEdit !== null) {
          const changed = await settings
            .changeWithSecrets(wholeEdit ?? emptyEdit, undoOf(previous), by)
            .catch(async (error: unknown) => {
              await store(previous);
              throw error;
            });
          if (!changed.ok) {
            await store(previous);
            return changed;
          }
          changes = changed.changes;
        }
        if (names.length > 0) {
          ports.log('info', 'SECRETS_CHANGED', { by, names: names.join(' '), isUndo: false });
          onChanged();
        }
        return { ok: true, view: await view(), changed: names, changes };
      }),
  };
}

function withReadToken(edit: SettingsEdit, readToken: string | null): SettingsEdit {
  return {
    ...edit,
    build: (written) => {
      const built = edit.build(written);
      return 'ok' in built ? built : { document: withValue(built.document, 'feedServer.readToken', readToken) };
    },
  };
}

function isRefusal(result: SecretChanges | Refusal): result is Refusal {
  return 'ok' in result;
}
