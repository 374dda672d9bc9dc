/** Changes the settings of a running engine: each change takes effect, is saved, and can be undone for ten seconds. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Refusal } from '../../contract/commands.ts';
import type { SettingChange, SettingsBackup, SettingsView } from '../../contract/settings.ts';
import { isTooDeep } from '../../core/boundedJson.ts';
import type { Collection } from '../../core/collection.ts';
import { readFeedsSeen } from '../../core/feedsSeen.ts';
import { say } from '../../core/language/say.ts';
import { collectionNamesOf, feedOf } from '../../core/show.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import { waitAtMost } from '../waitAtMost.ts';
import type { EffectDeps } from './airEffect.ts';
import { applyDifference, readValidSettings } from './applyDifference.ts';
import type { ApplySettings } from './applySettings.ts';
import { createApplyWithSecrets } from './applyWithSecrets.ts';
import { type Backup, openBackups } from './backups.ts';
import { compareSettings, describeBackupReason, type SettingDifference } from './compareSettings.ts';
import { describeAirEffects, keepsService } from './describeEffects.ts';
import { isDocument, mergePatch, type SettingsDocument, withoutSecrets } from './document.ts';
import { leaveService } from './leaveService.ts';
import { findOpenFeedFault } from './openFeed.ts';
import { readImport } from './readImport.ts';
import { refuseBody, refuseInvalidSettings, refuseNeededFeed } from './refusals.ts';
import { areEffectsSeen, type ImportChoice, type SeenEffects } from './seenEffects.ts';
import type { ServiceKey } from './serviceKey.ts';
import { readSettings, type Settings } from './settings.ts';
import { noSecrets, type SecretsEdit, type SettingsEdit } from './settingsEdit.ts';
import { createSettingsSaver, type SettingsSaver, saveWithinMs } from './settingsSaver.ts';
import type { SettingsStorage } from './settingsStorage.ts';
import { findUndo, noteChoice, readGatesSince, type SettingsUndo, undoWindowMs, viewUndo } from './settingsUndo.ts';

/** The flags that override a setting; the demo overrides the others. */
const flagOf: Readonly<Record<string, string>> = {
  'feedServer.host': '--host',
  'feedServer.port': '--feed-port',
  'desk.port': '--control-port',
  'source.push.port': '--webhook-port',
};

export type SettingsResult =
  | { readonly ok: true; readonly view: SettingsView; readonly changes: readonly SettingChange[] }
  | Refusal;

export type SettingsService = {
  readonly view: () => SettingsView;
  /** The settings in use, with the overrides of flags and the demo. */
  readonly inUse: () => Settings;
  /** The read token in use; never sent anywhere. */
  readonly readToken: () => { readonly value: string | null; readonly isKept: boolean };
  /** Applies a JSON Merge Patch (RFC 7396). Waits a second at most for the disk: the view says whether it is saved. If it rejects with PortTaken, nothing has changed. */
  readonly change: (patch: unknown, by: string | null, seen: SeenEffects) => Promise<SettingsResult>;
  /** As `change`, together with secrets; undo also restores them. An edit without a change changes secrets alone. */
  readonly changeWithSecrets: (edit: SettingsEdit, secrets: SecretsEdit, by: string | null) => Promise<SettingsResult>;
  /** Describes the effects on air of an edit. Changes nothing. */
  readonly previewEdit: (edit: SettingsEdit) => Promise<SettingsResult>;
  /** Saves the collection that `by` chose for a feed on the desk. Resolves after a second at most, because the choice is on air already. */
  readonly saveChosenCollection: (slug: string, collectionId: string, by: string | null) => Promise<void>;
  /** Saves the choices that a crash or a settings file that could not be written has kept from being saved. Call at the start. */
  readonly saveCollectionsInUse: () => Promise<void>;
  /** Undoes the last change if `by` made it, and if `id` is `null` or its own. */
  readonly undo: (id: string | null, by: string | null) => Promise<SettingsResult>;
  /** Lists the changes that a settings file would make, each as if it were imported with the paths in `only`; `null` is all. Changes nothing. */
  readonly preview: (file: unknown, only: readonly string[] | null) => Promise<SettingsResult>;
  /** Imports the given paths, or with `null` every change that does not affect air. If it rejects with PortTaken, nothing has changed. */
  readonly importChanges: (choice: ImportChoice, by: string | null) => Promise<SettingsResult>;
  readonly listBackups: () => Promise<readonly SettingsBackup[]>;
  readonly findBackup: (id: string) => Promise<Backup | null>;
  readonly stop: SettingsSaver['stop'];
};

export type SettingsServiceDeps = EffectDeps & {
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly dataDir: string;
  readonly version: string;
  readonly apply: ApplySettings;
  readonly serviceKey: Pick<ServiceKey, 'otherOwner' | 'leave' | 'settle'>;
};

export function createSettingsService(storage: SettingsStorage, deps: SettingsServiceDeps): SettingsService {
  const { store, ports, dataDir, version } = deps;
  const { clock } = ports;
  const backups = openBackups(dataDir, ports.log);
  let written = storage.written;
  let undoable: SettingsUndo | null = null;
  /** Each change starts from the settings that the one before left. */
  const runInOrder = createSerialQueue();
  const applyWithSecrets = createApplyWithSecrets(clock);

  const effectiveSettings = (): Settings => storage.applyOverrides(readValidSettings(written));
  const listFixed = (): SettingsView['fixed'] =>
    compareSettings(readValidSettings(written), effectiveSettings()).map(({ path, to }) => ({
      ...{ path, value: to },
      by: flagOf[path] ?? 'demo',
    }));
  const startUndo = () => ({ gatesSince: readGatesSince(store.state()), untilMs: clock.monotonicMs() + undoWindowMs });
  const isoNow = (): string => new Date(clock.now()).toISOString();

  const view = (): SettingsView => {
    const settings = readValidSettings(written);
    return {
      ...{ version, at: isoNow(), machine: hostname() },
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      settings: withoutSecrets(settings),
      hasReadToken: effectiveSettings().feedServer.readToken !== null,
      ...{ fixed: listFixed(), isSaved: isSaved(), undo: viewUndo(undoable, clock) },
    };
  };

  const describeEffects = (
    differences: readonly SettingDifference[],
    only: readonly string[] | null,
    collection: Collection | null = null,
  ) => describeAirEffects(differences, only, new Set(listFixed().map(({ path }) => path)), collection, deps);

  /** From here on, only a person can make the file name another collection, which then counts at the next start. */
  const confirmFeeds = async (document: SettingsDocument): Promise<void> => {
    const { feeds } = storage.applyOverrides(readValidSettings(document));
    const { kind } = await store.apply({ type: 'collectionsSaved', feeds });
    // Otherwise a restart would take the file for a change that a person made, and drop a choice that came later.
    if (kind === 'refused') throw Object.assign(new Error('the show was not saved'), { code: 'DISK_WRITE_FAILED' });
  };
  const onSaved = async (document: SettingsDocument): Promise<void> => {
    await deps.serviceKey.settle(readValidSettings(document).source.baseUrl);
    await confirmFeeds(document);
  };
  const { save, isSaved, isAtRisk, stop } = createSettingsSaver(storage, onSaved, deps);

  const applyDocument = async (
    document: SettingsDocument,
    by: string | null,
    seen: SeenEffects,
    isUndo: boolean,
    collection: Collection | null = null,
  ): Promise<SettingsResult> => {
    const read = readSettings(document);
    if (read.settings === null) return refuseInvalidSettings(read.faults);
    const differences = compareSettings(readValidSettings(written), read.settings);
    if (differences.length === 0) return { ok: true, view: view(), changes: [] };
    const needed = refuseNeededFeed(differences, deps);
    if (needed !== null) return needed;
    // Lists are read before the change takes effect, and a choice that somebody makes meanwhile is newer.
    const feedsSeen = readFeedsSeen(deps.state().feeds, isUndo ? 'gateSince' : seen === null ? 'collection' : 'gate');
    const changes = await describeEffects(differences, null, collection);
    if (!areEffectsSeen(changes, seen)) return refuse('SETTINGS_EFFECT_CHANGED', {});
    const before = written;
    const after = storage.applyOverrides(read.settings);
    const openFault = findOpenFeedFault(after.feedServer);
    // A feed that was closed at the start, because it had no token, must not refuse every other change.
    if (openFault !== null && findOpenFeedFault(effectiveSettings().feedServer) === null)
      return refuseInvalidSettings([openFault]);
    const unkept = await leaveService(deps, effectiveSettings().source.baseUrl, after.source.baseUrl);
    if (unkept !== null) return unkept;
    try {
      // A reader can connect while a collection is read.
      await deps.apply(effectiveSettings(), after, by, feedsSeen, () => refuseNeededFeed(differences, deps) === null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'AIR_CHANGED') return refuse('SETTINGS_EFFECT_CHANGED', {});
      if (code === 'FEED_NEEDED') return refuseNeededFeed(differences, deps) ?? refuse('SETTINGS_EFFECT_CHANGED', {});
      throw error;
    }
    written = document;
    const paths = differences.map(({ path }) => path);
    undoable = isUndo ? null : { id: randomUUID(), written: before, secrets: noSecrets, paths, by, ...startUndo() };
    ports.log('info', 'SETTINGS_CHANGED', { by, paths: paths.join(' '), isUndo });
    // Whole, so that importing it also brings back values that were left to their defaults.
    const backup = readValidSettings(before);
    const reason = describeBackupReason(differences, collectionNamesOf(store.state()));
    const at = isoNow();
    await save(document, () => backups.add(backup, at, reason, by));
    return { ok: true, view: view(), changes };
  };

  const saveChosenCollection: SettingsService['saveChosenCollection'] = (slug, collectionId, by) => {
    const chosen = { path: `feeds.${slug}`, from: null, to: { collectionId } };
    const choose = (): SettingsDocument => applyDifference(written, chosen);
    const isNewChoice = (): boolean =>
      compareSettings(readValidSettings(written), readValidSettings(choose())).length > 0;
    // Before the queue, because an undo can wait there already.
    if (isNewChoice()) undoable = noteChoice(undoable, slug, by);
    const saved = runInOrder(async () => {
      // A change of the settings before it in the queue can have taken effect after the choice.
      if (feedOf(store.state(), slug)?.collectionId !== collectionId || !isNewChoice()) return;
      written = choose();
      // An undo must not reverse what an operator did on the desk afterwards.
      if (undoable !== null) undoable = { ...undoable, written: applyDifference(undoable.written, chosen) };
      await save(written);
    });
    return waitAtMost(clock, saveWithinMs, saved, () => undefined);
  };

  return {
    view,
    inUse: effectiveSettings,
    readToken: () => ({ value: effectiveSettings().feedServer.readToken, isKept: !isAtRisk() }),
    change: (patch, by, seen) =>
      runInOrder(async () => {
        if (isTooDeep(patch)) return refuseBody('tooDeep');
        const merged = mergePatch(written, isDocument(patch) ? patch : null);
        return isDocument(merged) ? applyDocument(merged, by, seen, false) : refuseBody('notAnObject');
      }),
    changeWithSecrets: (edit, secrets, by) =>
      runInOrder(async () => {
        const before = written;
        const built = edit.build(written);
        if ('ok' in built) return built;
        const applied = await applyWithSecrets(secrets, written, built.document, () =>
          applyDocument(built.document, by, edit.seen, false, edit.collection),
        );
        if (!applied.ok) return applied;
        const { result, begun } = applied;
        // Removing a secret that was not set is no change, and must not replace the undo of one.
        if (begun.isChange || result.changes.length > 0) {
          const { undo } = begun;
          const paths = [...secrets.paths, ...result.changes.map(({ path }) => path)];
          // An undo compares with the gates at the change of the settings, not after the secrets.
          const since = result.changes.length > 0 ? undoable : null;
          undoable = { ...startUndo(), ...since, id: randomUUID(), written: before, secrets: undo, paths, by };
          // The previous values stay in memory no longer than an undo can use them.
          clock.after(undoWindowMs, () => {
            if (undoable?.secrets === undo) undoable = null;
          });
        }
        begun.onDone(by);
        return { ...result, view: view() };
      }),
    previewEdit: async (edit) => {
      const built = edit.build(written);
      if ('ok' in built) return built;
      const { settings, faults } = readSettings(built.document);
      if (settings === null) return refuseInvalidSettings(faults);
      const differences = compareSettings(readValidSettings(written), settings);
      return { ok: true, view: view(), changes: await describeEffects(differences, null, edit.collection) };
    },
    saveChosenCollection,
    saveCollectionsInUse: async () => {
      const { feeds } = store.state();
      for (const { slug, collectionId } of effectiveSettings().feeds) {
        const inUse = feeds.find((feed) => feed.slug === slug)?.collectionId ?? null;
        if (inUse !== null && inUse !== collectionId) await saveChosenCollection(slug, inUse, null);
      }
    },
    undo: (id, by) =>
      runInOrder(async () => {
        const previous = findUndo(undoable, id, by, clock, store.state());
        if ('ok' in previous) return previous;
        const applied = await applyWithSecrets(previous.secrets, written, previous.written, () =>
          applyDocument(previous.written, by, null, true),
        );
        if (!applied.ok) return applied;
        const { result, begun } = applied;
        undoable = null;
        begun.onDone(by);
        const restored = await describeEffects(begun.differences, null);
        return { ok: true, view: view(), changes: [...restored, ...result.changes] };
      }),
    preview: async (file, only) => {
      const read = readImport(file, written);
      if ('ok' in read) return read;
      return { ok: true, view: view(), changes: await describeEffects(read.differences, only) };
    },
    importChanges: ({ file, only, seen }, by) =>
      runInOrder(async () => {
        const read = readImport(file, written);
        if ('ok' in read) return read;
        const all = await describeEffects(read.differences, only);
        const effects = only === null && keepsService(all) ? await describeEffects(read.differences, []) : all;
        const unknown = only?.find((path) => !effects.some((change) => change.path === path));
        // Somebody else has made that change since.
        if (unknown !== undefined && seen !== null) return refuse('SETTINGS_EFFECT_CHANGED', {});
        if (unknown !== undefined)
          return refuse('SETTINGS_INVALID', {
            what: say('“only” names {path}, which this file does not change', { path: unknown }),
          });
        const chosen = effects.filter(({ path, changesAir }) => (only === null ? !changesAir : only.includes(path)));
        return applyDocument(chosen.reduce(applyDifference, written), by, seen, false);
      }),
    listBackups: async () => {
      const current = readValidSettings(written);
      return (await backups.list()).map(({ id, at, why, by, settings }) => {
        const read = readSettings(mergePatch(written, settings)).settings;
        return { id, at, why, by, differs: read === null ? 0 : compareSettings(current, read).length };
      });
    },
    findBackup: backups.find,
    stop,
  };
}
