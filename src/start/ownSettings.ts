/** Prepares and saves the service that an operator chose during the demo, and how to reach it, in the settings and secrets of the own show. */

import { join } from 'node:path';
import type { Refusal } from '../contract/commands.ts';
import { say } from '../core/language/say.ts';
import { makeDirectory, readFileIfExists, writeAtomic } from '../disk/atomicFile.ts';
import type { Ports } from '../engine/ports.ts';
import { refuse } from '../engine/refuse.ts';
import { isDocument, mergePatch, patchBetween, type SettingsDocument } from '../engine/settings/document.ts';
import { formatOwner } from '../engine/settings/keyOwner.ts';
import { refuseInvalidSettings } from '../engine/settings/refusals.ts';
import { type SecretStore, secretVariables } from '../engine/settings/secretStore.ts';
import { formatNextKey, settleAtStart } from '../engine/settings/serviceKey.ts';
import { readSettings, type Settings } from '../engine/settings/settings.ts';
import type { ChosenKey, ServiceChoice } from '../engine/showSwitch.ts';
import type { Demo } from './demo.ts';
import type { ValidConfig } from './readConfig.ts';

export type PreparedChoice = {
  readonly config: ValidConfig;
  /** The key of the choice, for the show that opens before it is saved; `null` if it has none. */
  readonly chosenKey: ChosenKey | null;
  /** Saves the choice. Rejects with the system’s error, and then nothing is saved. */
  readonly commit: () => Promise<void>;
  /** Restores what `commit` replaced. Never rejects. */
  readonly revert: () => Promise<void>;
};

/** Returns the changes to the source, the feed server, the control port and the language that an operator made during the demo. A demo before any own show set them up from nothing. */
export function listDemoChanges(demo: Demo, hasOwnShow: boolean): SettingsDocument {
  const changes = patchBetween(hasOwnShow ? demo.settingsStorage.written : {}, demo.written());
  const carried = ['source', 'feedServer', 'desk'] as const;
  const { language } = changes;
  return {
    ...Object.fromEntries(carried.flatMap((group) => (isDocument(changes[group]) ? [[group, changes[group]]] : []))),
    ...(typeof language === 'string' && { language }),
  };
}

/** Copies the tokens of the demo for an own show that has none yet, because a token is shown only once. */
export async function carryTokens(demoDir: string, ownDir: string): Promise<void> {
  const tokens = await readFileIfExists(join(demoDir, 'tokens.json'));
  if (tokens === null || (await readFileIfExists(join(ownDir, 'tokens.json'))) !== null) return;
  await makeDirectory(ownDir);
  await writeAtomic(join(ownDir, 'tokens.json'), tokens);
}

/** Saves nothing but what is saved already, so that a choice that can’t be saved is refused before anything changes. */
export async function prepareServiceChoice(
  config: ValidConfig,
  { baseUrl, apiKey, feed, collection }: ServiceChoice,
  changes: SettingsDocument,
  secretStore: SecretStore,
  ports: Pick<Ports, 'log' | 'secrets'>,
): Promise<PreparedChoice | Refusal> {
  const { settingsStorage: storage } = config;
  const document = mergePatch(mergePatch(storage.written, changes), {
    source: { baseUrl },
    feeds: setCollection(readFeeds(storage.written), feed, collection.id),
  });
  const read = readSettings(document);
  if (read.settings === null || !isDocument(document)) return refuseInvalidSettings(read.faults ?? []);
  const { from } = await secretStore.describe('apiKey');
  if (apiKey !== null && from === 'environment') {
    const by = secretVariables.apiKey;
    const remedy = say('change {variable} and restart Greenroom, or remove it and set the value here', {
      variable: by,
    });
    return refuse('SETTING_FIXED', { what: say('The API key'), by, remedy });
  }
  const keyBefore = from === null ? null : await ports.secrets.apiKey();
  const ownerBefore = (await secretStore.apiKeyOwner().catch(() => null)) ?? undefined;
  /** Saves an address with its key, so that a crash between the two leaves both as they were. */
  const save = async (to: SettingsDocument, address: string, key: string | null, owner?: string): Promise<void> => {
    if (apiKey === null) return storage.save(to);
    const { nextApiKey } = await secretStore.change({ nextApiKey: formatNextKey(address, key, owner) });
    try {
      await storage.save(to);
    } catch (error) {
      await secretStore.change({ nextApiKey: nextApiKey ?? null }).catch(logFailure);
      throw error;
    }
    await settleAtStart(secretStore, address, ports.log);
  };
  const logFailure = (error: unknown): void => ports.log('error', 'SETTINGS_NOT_SAVED', { what: String(error) });
  try {
    if (apiKey !== null) await secretStore.change({ nextApiKey: null });
    await storage.save(storage.written);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    ports.log('error', 'SETTINGS_NOT_DONE', { what: code ?? 'the settings can’t be saved' });
    return refuse('SETTINGS_NOT_DONE', {
      what: code ?? say('the settings can’t be saved'),
      check: say('the free space and permissions of the data directory'),
    });
  }
  return {
    config: {
      ...config,
      settings: storage.applyOverrides(read.settings),
      settingsStorage: { ...storage, written: document },
    },
    chosenKey: apiKey === null ? null : { to: baseUrl, apiKey, owner: formatOwner(baseUrl, apiKey) },
    commit: () => save(document, baseUrl, apiKey),
    revert: () => save(storage.written, config.settings.source.baseUrl, keyBefore, ownerBefore).catch(logFailure),
  };
}

function readFeeds(written: SettingsDocument): Settings['feeds'] {
  return readSettings(written).settings?.feeds ?? [];
}

function setCollection(feeds: Settings['feeds'], slug: string, collectionId: string): Settings['feeds'] {
  return feeds.some((feed) => feed.slug === slug)
    ? feeds.map((feed) => (feed.slug === slug ? { ...feed, collectionId } : feed))
    : [...feeds, { slug, collectionId }];
}
