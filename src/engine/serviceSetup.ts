/** Tries a service and uses it: in place, or by replacing the demo with the operator’s own show. */
import type { CommandResults, Commands, Refusal } from '../contract/commands.ts';
import type { ServiceCheck } from '../contract/secrets.ts';
import type { SetupView } from '../contract/setup.ts';
import type { Problem } from '../core/problem.ts';
import type { SummaryPage } from '../core/readSummaries.ts';
import { describeTrialFailure, withKeyFault } from './poll/checkService.ts';
import type { Ports } from './ports.ts';
import { readSecret, type SecretRead } from './readSecret.ts';
import { refuse } from './refuse.ts';
import { applyDifference, readValidSettings } from './settings/applyDifference.ts';
import type { SecretsService } from './settings/secretsService.ts';
import type { SeenEffects } from './settings/seenEffects.ts';
import type { SettingsEdit } from './settings/settingsEdit.ts';
import type { SettingsService } from './settings/settingsService.ts';
import type { ServiceChoice, ShowSwitch } from './showSwitch.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';

type Result<Name extends 'useService' | 'useDemo' = 'useService'> =
  | { readonly ok: true; readonly value: CommandResults[Name] }
  | Refusal;
type UseOptions = Pick<Commands['useService'], 'preview' | 'seen'>;

export type ServiceSetup = {
  readonly view: () => Promise<SetupView>;
  /** Sends one request; `null` uses the address in use, and the saved key. Changes nothing. */
  readonly check: (baseUrl: string | null, apiKey: string | null) => Promise<ServiceCheck>;
  readonly listCollections: (
    baseUrl: string,
    apiKey: string | null,
    search: string,
    page: number,
  ) => Promise<SummaryPage | Problem>;
  /** Tries the service and reads the collection first. A preview changes nothing, and a refusal means that nothing changed. */
  readonly useService: (choice: Commands['useService'], by: string) => Promise<Result>;
  readonly useDemo: (by: string) => Promise<Result<'useDemo'>>;
};

export type ServiceSetupDeps = {
  readonly source: Pick<Source, 'checkService' | 'candidates'>;
  readonly settings: Pick<SettingsService, 'previewEdit'>;
  readonly secrets: Pick<SecretsService, 'view' | 'change'>;
  readonly store: Pick<Store, 'state'>;
  readonly ports: Pick<Ports, 'secrets'>;
  readonly isDemo: boolean;
  readonly showSwitch: ShowSwitch | null;
};

export function createServiceSetup(deps: ServiceSetupDeps): ServiceSetup {
  const { source, settings, secrets, store, ports, isDemo, showSwitch } = deps;
  const savedKey = (baseUrl: string): Promise<string | null> =>
    isDemo && showSwitch !== null
      ? showSwitch.ownKey(baseUrl)
      : ports.secrets.apiKey(baseUrl, store.state().source.baseUrl);
  /** The given or the saved key; without that, the failure says why. */
  const readKey = async (baseUrl: string, apiKey: string | null): Promise<SecretRead<string | null>> =>
    apiKey === null
      ? readSecret(() => savedKey(baseUrl), { clear: () => undefined })
      : { kind: 'read', secret: apiKey };
  const check = async (baseUrl: string, apiKey: string | null): Promise<ServiceCheck> => {
    const read = await readKey(baseUrl, apiKey);
    if (read.kind === 'read') return source.candidates.check({ baseUrl, apiKey: read.secret });
    return withKeyFault(await source.candidates.check({ baseUrl, apiKey: null }), read.failure);
  };

  /** One change, so that an undo never sends the new key to the old address. */
  const editOf = ({ baseUrl, feed, collection }: ServiceChoice, seen: SeenEffects): SettingsEdit => ({
    build: (written) =>
      readValidSettings(written).feeds.some(({ slug }) => slug === feed)
        ? {
            document: [
              { path: 'source.baseUrl', from: null, to: baseUrl },
              { path: `feeds.${feed}`, from: null, to: { collectionId: collection.id } },
            ].reduce(applyDifference, written),
          }
        : refuse('FEED_UNKNOWN', {}),
    ...{ collection, seen },
  });
  const useHere = async (choice: ServiceChoice, { preview, seen }: UseOptions, by: string): Promise<Result> => {
    const edit = editOf(choice, seen);
    if (!preview) {
      const changed = await secrets.change({ apiKey: choice.apiKey ?? undefined, force: true }, edit, by);
      return changed.ok ? { ok: true, value: { isSwitching: false, changes: changed.changes } } : changed;
    }
    const result = await settings.previewEdit(edit);
    return result.ok ? { ok: true, value: { isSwitching: false, changes: result.changes } } : result;
  };
  const leaveDemo = async (leave: ShowSwitch['leaveDemo'], choice: ServiceChoice, isPreview: boolean, by: string) => {
    const refused = isPreview ? null : await leave(choice, by);
    return refused ?? ({ ok: true, value: { isSwitching: true, changes: [] } } as const);
  };

  return {
    view: async () => {
      if (showSwitch !== null) return { isDemo, ...(await showSwitch.describe()) };
      const { apiKey } = await secrets.view();
      return { isDemo, startFlag: null, readyAfterMs: null, baseUrl: store.state().source.baseUrl, apiKey };
    },
    check: async (baseUrl, apiKey) => (baseUrl === null ? source.checkService(apiKey) : check(baseUrl, apiKey)),
    listCollections: async (baseUrl, apiKey, search, page) => {
      const read = await readKey(baseUrl, apiKey);
      return read.kind === 'read'
        ? source.candidates.listCollections({ baseUrl, apiKey: read.secret }, search, page)
        : describeTrialFailure(read.failure);
    },
    useService: async ({ baseUrl, apiKey, feed, collectionId, ...options }, by) => {
      const { problem } = await check(baseUrl, apiKey);
      if (problem !== null) return { ok: false, ...problem };
      const read = await readKey(baseUrl, apiKey);
      const candidate = { baseUrl, apiKey: read.kind === 'read' ? read.secret : null };
      const collection = await source.candidates.fetchCollection(candidate, collectionId);
      if ('code' in collection) {
        const { code, message, nextStep } = collection;
        return { ok: false, code, message, nextStep };
      }
      const choice = { baseUrl, apiKey, feed, collection };
      return isDemo && showSwitch !== null
        ? leaveDemo(showSwitch.leaveDemo, choice, options.preview, by)
        : useHere(choice, options, by);
    },
    useDemo: async (by) => {
      if (showSwitch === null) return refuse('SETUP_NO_DEMO', {});
      const refused = isDemo ? null : await showSwitch.enterDemo(by);
      return refused ?? { ok: true, value: { isSwitching: !isDemo } };
    },
  };
}
