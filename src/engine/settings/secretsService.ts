/** Changes the secrets of a running engine: a new API key is tried first, and no value is ever returned. */

import type { Refusal } from '../../contract/commands.ts';
import type { SecretsView, ServiceCheck } from '../../contract/secrets.ts';
import type { SettingChange } from '../../contract/settings.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { type KeptSecretName, keptSecretNames, type SecretName, secretNames } from '../../core/secretNames.ts';
import { isReplacedNevertheless } from '../../disk/replaceFile.ts';
import type { Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import { maskSecret, pathOfSecret } from './compareSettings.ts';
import { withValue } from './document.ts';
import { refuseUnsavedSecrets, refuseWithSecrets } from './refusals.ts';
import { describeSecret, type SecretStore, secretVariables } from './secretStore.ts';
import type { ServiceKey } from './serviceKey.ts';
import { emptyEdit, noSecrets, type SecretsEdit, type SettingsEdit } from './settingsEdit.ts';
import type { SettingsService } from './settingsService.ts';

/** The secrets to set; `null` removes a secret, and a missing field keeps it. */
export type SecretsInput = { readonly [Name in SecretName]?: string | null | undefined } & {
  readonly force: boolean;
  /** Sends the saved API key to the service in use, although it belongs to another one. */
  readonly keepApiKey?: boolean | undefined;
};

type KeptChanges = { readonly [Name in KeptSecretName]?: string | null };

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
  readonly secretStore: Pick<SecretStore, 'describe'>;
  readonly serviceKey: Pick<ServiceKey, 'apiKey' | 'change' | 'keep' | 'unsaved'>;
  readonly settings: Pick<SettingsService, 'changeWithSecrets' | 'inUse' | 'readToken'>;
  /** Tries the key on the service in use. */
  readonly checkKey: (key: string) => Promise<ServiceCheck>;
  /** Called after a change, so that the source uses it now. */
  readonly onChanged: () => void;
  readonly isDemo: boolean;
  readonly ports: Pick<Ports, 'log'>;
};

/** As the subjects of sentences. */
const secretSubjects: Readonly<Record<SecretName, string>> = {
  apiKey: markMessage('The API key'),
  webhookSecret: markMessage('The webhook secret'),
  webhookSecretNext: markMessage('The next webhook secret'),
  readToken: markMessage('The read token'),
};

export function createSecretsService(deps: SecretsServiceDeps): SecretsService {
  const { secretStore, serviceKey, settings, onChanged, isDemo, ports } = deps;

  const describe = async (name: KeptSecretName) => {
    if (isDemo && name === 'apiKey') return { isSet: true, endsWith: null, from: null, isKept: true };
    const described = await secretStore.describe(name);
    const unsaved = serviceKey.unsaved(name);
    // A keychain has a file too, and a keychain without a file never waits for a disk.
    return unsaved === null ? described : describeSecret(unsaved.value, 'file', false);
  };
  const view = async (): Promise<SecretsView> => {
    const [apiKey, webhookSecret, webhookSecretNext] = await Promise.all([
      describe('apiKey'),
      describe('webhookSecret'),
      describe('webhookSecretNext'),
    ]);
    const { value, isKept } = settings.readToken();
    return { apiKey, webhookSecret, webhookSecretNext, readToken: describeSecret(value, 'file', isKept) };
  };

  const findFixed = async (names: readonly SecretName[]): Promise<Refusal | null> => {
    for (const name of keptSecretNames) {
      if (!names.includes(name)) continue;
      const what = say(secretSubjects[name]);
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

  /** `address` is the service on which the key was tried; `null` if it is for any. The values stay in this function’s memory until the undo is over. */
  const editOf = (values: KeptChanges, address: string | null, isUndo: boolean): SecretsEdit => {
    const names = keptSecretNames.filter((name) => values[name] !== undefined);
    const paths = names.map(pathOfSecret);
    return {
      paths,
      begin: async (from, to) => {
        if (address !== null && address !== from) return refuse('SETTINGS_EFFECT_CHANGED', {});
        const prepared = await serviceKey
          .change(values, from, to)
          .catch((error) => refuseUnsavedSecrets(error, ports.log));
        if ('ok' in prepared) return prepared;
        const { previous, commit, cancel } = prepared;
        return {
          differences: names.map((name) => ({
            path: pathOfSecret(name),
            from: maskSecret(previous[name] ?? null),
            to: maskSecret(values[name] ?? null),
          })),
          isChange: names.some((name) => previous[name] !== values[name]),
          commit: (isNeeded) =>
            commit(isNeeded).then(
              () => null,
              (error: unknown) =>
                isReplacedNevertheless(error) ? useNevertheless(names) : refuseUnsavedSecrets(error, ports.log),
            ),
          cancel,
          onDone: (by) => {
            if (!isUndo) return;
            ports.log('info', 'SECRETS_CHANGED', { by, names: names.join(' '), isUndo });
            onChanged();
          },
          undo: editOf(previous, null, true),
        };
      },
    };
  };
  /** Gives the saved key to the service at this address, whose operator has confirmed it. */
  const keep = (address: string): Promise<Refusal | null> =>
    serviceKey.keep(address).then(
      () => null,
      (error: unknown) => refuseUnsavedSecrets(error, ports.log),
    );
  /** The secrets of a change that failed, and that could not be removed from the disk again. */
  const useNevertheless = (names: readonly KeptSecretName[]): Refusal => {
    ports.log('error', 'SECRETS_NOT_RESTORED', { names: names.join(' ') });
    onChanged();
    return refuseWithSecrets(names);
  };

  return {
    view,
    change: async ({ force, keepApiKey = false, ...given }, edit, by) => {
      const names = secretNames.filter((name) => given[name] !== undefined);
      const fixed = await findFixed(names);
      if (fixed !== null) return fixed;
      const { apiKey, readToken } = given;
      const address = settings.inUse().source.baseUrl;
      const keptKey = keepApiKey && apiKey === undefined ? await serviceKey.apiKey().catch(() => null) : null;
      const tried = apiKey ?? keptKey;
      const refused = tried !== null && !force ? await tryKey(tried) : null;
      if (refused !== null) return refused;
      const kept = keptSecretNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
      const forAddress = edit === null && typeof apiKey === 'string' ? address : null;
      const secrets = kept.length === 0 ? noSecrets : editOf(Object.fromEntries(kept), forAddress, false);
      const wholeEdit = readToken === undefined ? edit : withReadToken(edit ?? emptyEdit, readToken);
      const changed = await settings.changeWithSecrets(wholeEdit ?? emptyEdit, secrets, by);
      if (!changed.ok) return changed;
      const unkept = keptKey === null ? null : await keep(address);
      if (unkept !== null) return unkept;
      if (names.length > 0 || keptKey !== null) {
        const changedNames = keptKey === null ? names : [...names, 'apiKey'];
        ports.log('info', 'SECRETS_CHANGED', { by, names: changedNames.join(' '), isUndo: false });
        onChanged();
      }
      return { ok: true, view: await view(), changed: names, changes: changed.changes };
    },
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
