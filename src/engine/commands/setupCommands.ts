/** Runs the commands on the source, the settings and the tokens. */

import type { Refusal } from '../../contract/commands.ts';
import { rightNames } from '../../core/commands/commandRow.ts';
import type { setupCommands } from '../../core/commands/setupCommands.ts';
import { say } from '../../core/language/say.ts';
import { describeVerdict } from '../../core/preflightVerdict.ts';
import { nameSecret } from '../../core/settingNames.ts';
import { collectionNamesOf } from '../../core/show.ts';
import { PortTaken } from '../../http/listen.ts';
import type { MediaCache } from '../media/cache.ts';
import type { PreflightRunner } from '../preflight/preflight.ts';
import { clearReports } from '../preflight/scheduledPreflight.ts';
import { refuse } from '../refuse.ts';
import type { ServiceSetup } from '../serviceSetup.ts';
import { describeChanges } from '../settings/compareSettings.ts';
import type { SecretsService } from '../settings/secretsService.ts';
import type { SettingsResult, SettingsService } from '../settings/settingsService.ts';
import { DiskHangs, isReservedName, type Tokens } from '../settings/tokens.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import type { Updates } from '../updates.ts';
import type { Done, Handlers } from './handler.ts';

export type SetupCommandDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'checkNow' | 'signatureDetector'>;
  readonly settings: SettingsService;
  readonly secrets: Pick<SecretsService, 'change'>;
  readonly setup: Pick<ServiceSetup, 'useService' | 'useDemo'>;
  readonly tokens: Pick<Tokens, 'create' | 'revoke'>;
  readonly media: Pick<MediaCache, 'deleteUnused' | 'setPoster'>;
  readonly updates: Pick<Updates, 'check' | 'install'>;
  readonly preflight: Pick<PreflightRunner, 'run'>;
  readonly presence: { readonly hasName: (name: string) => boolean };
};

export function createSetupHandlers({
  store,
  source,
  settings,
  secrets,
  setup,
  tokens,
  media,
  updates,
  preflight,
  presence,
}: SetupCommandDeps): Handlers<keyof typeof setupCommands> {
  const detector = source.signatureDetector;
  return {
    setMode: async ({ mode }, { by }) => {
      const result = await applySettings(store, () => settings.change({ source: { mode } }, by, null));
      return result.ok ? { ...result, value: { mode: store.state().source.mode } } : result;
    },
    checkNow: async () => {
      const reason = await source.checkNow();
      if (reason !== null) return refuse(reason.code, reason.facts);
      return { ok: true, value: {}, log: '' };
    },
    startDetection: async ({ secret }) => {
      const detection = await detector.start(secret);
      if (detection === null) return refuse('DETECT_NONE', { what: say('no webhook secret is set') });
      if ('code' in detection) return refuse(detection.code, detection.facts);
      return { ok: true, value: { detection }, log: '' };
    },
    stopDetection: async () => {
      const wasRunning = detector.state() !== null;
      detector.stop();
      return { ok: true, value: { detection: null }, log: wasRunning ? '' : null };
    },
    lockDetection: async (_, { by }) => {
      const lock = await detector.lock();
      if (lock.kind === 'unreadable') return refuse(lock.failure.code, lock.failure.facts);
      if (lock.kind === 'secretNotSet') return refuse('DETECT_SECRET_NOT_SET', {});
      if (lock.kind === 'notFound')
        return refuse('DETECT_NONE', {
          what: detector.state() === null ? say('it is not running') : say('no signature format matches yet'),
        });
      // Saved, so the next start does not have to detect it again.
      const { signing } = lock;
      const result = await applySettings(store, () => settings.change({ source: { push: { signing } } }, by, null));
      return result.ok ? { ok: true, value: { signing }, log: signing } : result;
    },
    changeSettings: ({ patch, seen }, { by }) => applySettings(store, () => settings.change(patch, by, seen)),
    changeSecrets: async (input, { by }) => {
      const result = await secrets.change(input, null, by);
      if (!result.ok) return result;
      const { view, changed } = result;
      return {
        ok: true,
        value: { secrets: view },
        log: changed.length === 0 ? null : changed.map(nameSecret).join(', '),
      };
    },
    useService: async (choice, { by }) => {
      const result = await setup.useService(choice, by);
      return result.ok ? { ...result, log: choice.preview ? null : choice.baseUrl } : result;
    },
    useDemo: async (_, { by }) => {
      const result = await setup.useDemo(by);
      return result.ok ? { ...result, log: result.value.isSwitching ? '' : null } : result;
    },
    undoSettings: ({ id }, { by }) => applySettings(store, () => settings.undo(id, by)),
    importSettings: async ({ file, only, preview, seen }, { by }) => {
      const result = await applySettings(store, () =>
        preview ? settings.preview(file, only) : settings.importChanges({ file, only, seen }, by),
      );
      return result.ok && preview ? { ...result, log: null } : result;
    },
    createToken: async ({ name, right }) => {
      if (isReservedName(name)) return refuse('COMMAND_INVALID', { what: say('name is reserved by Greenroom') });
      if (presence.hasName(name)) return refuse('COMMAND_INVALID', { what: say('name is already used by a desk') });
      const token = await tokens.create(name, right).catch((error: unknown) => describeUnsaved(error));
      if (typeof token === 'object' && token !== null) return token;
      return token === null
        ? refuse('COMMAND_INVALID', { what: say('name is already used by another token') })
        : {
            ok: true,
            value: { name, right, token },
            log: say('{name}, with the right {right}', { name, right: say(rightNames[right]) }),
          };
    },
    revokeToken: async ({ name }) =>
      (await tokens.revoke(name))
        ? { ok: true, value: {}, log: name }
        : refuse('COMMAND_INVALID', { what: say('there is no token with that name') }),
    deleteUnusedMedia: async () => {
      const files = await media.deleteUnused();
      return {
        ok: true,
        value: { files },
        log: files === 0 ? null : say('{count, plural, one {# file} other {# files}}', { count: files }),
      };
    },
    setPoster: async ({ name, picture }) => {
      const result = await media.setPoster(name, Buffer.from(picture, 'base64'));
      return result === null ? { ok: true, value: {}, log: null } : refuse('COMMAND_INVALID', { what: result.refused });
    },
    runPreflight: async (input, { by }) => {
      if (input.feed !== null && !store.state().feeds.some(({ slug }) => slug === input.feed))
        return refuse('FEED_UNKNOWN', {});
      // Reports on other feeds stay until those are tested.
      await clearReports(store, input.feed);
      const value = await preflight.run(input, by);
      return { ok: true, value, log: describeVerdict(value.checks) };
    },
    checkForUpdate: async () => {
      const result = await updates.check();
      return 'ok' in result ? result : { ok: true, value: result, log: '' };
    },
    installUpdate: async () => {
      const result = await updates.install();
      return 'ok' in result ? result : { ok: true, value: result, log: result.available };
    },
  };
}

function describeUnsaved(error: unknown): Refusal {
  if (error instanceof DiskHangs)
    return refuse('TOKEN_NOT_CREATED', {
      what: say('the disk isn’t responding'),
      check: say('the disk of the data directory'),
    });
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const check = say('the free space and permissions of the data directory');
  return refuse('TOKEN_NOT_CREATED', { what: String(error.code), check });
}

async function applySettings(
  store: Store,
  change: () => Promise<SettingsResult>,
): Promise<Done<'changeSettings'> | Refusal> {
  try {
    const result = await change();
    if (!result.ok) return result;
    const { view, changes } = result;
    const log = changes.length === 0 ? null : describeChanges(changes, collectionNamesOf(store.state()));
    return { ok: true, value: { ...view, changes }, log };
  } catch (error) {
    // For example an address this machine does not have; nothing has changed.
    const systemCode = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (systemCode === null || error instanceof PortTaken) throw error;
    return refuse(
      'SETTINGS_NOT_DONE',
      systemCode === 'DISK_WRITE_FAILED'
        ? { what: say('the feeds can’t be saved'), check: say('the free space and permissions of the data directory') }
        : { what: systemCode, check: say('that this machine has the address and that the port is free') },
    );
  }
}
