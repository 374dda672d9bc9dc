/** Runs the packed module as Companion 4.2 does: unpacked, under Node’s permission model, over the same messages. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CompanionButtonPresetDefinition, CompanionOptionValues, ModuleManifest } from '@companion-module/base';
import type {
  HostToModuleEventsV0,
  ModuleToHostEventsV0,
  SetActionDefinitionsMessage,
  SetStatusMessage,
} from '@companion-module/base/dist/host-api/api.js';
import { type IpcEventHandlers, IpcWrapper } from '@companion-module/base/dist/host-api/ipc-wrapper.js';
import type { ModuleToHostEventsInit } from '@companion-module/base/dist/host-api/versions.js';
import { createTemporaryFolder } from '../temporaryFolder.ts';

type Preset = CompanionButtonPresetDefinition & { readonly id: string };

/** Companion drops the name of the first folder. */
export function unpackModule(archive: string): { readonly folder: string; readonly manifest: ModuleManifest } {
  // The permission model compares real paths.
  const folder = realpathSync(createTemporaryFolder('module'));
  execFileSync('tar', ['-xzf', '-', '--strip-components=1'], { cwd: folder, input: readFileSync(archive) });
  return { folder, manifest: JSON.parse(readFileSync(join(folder, 'companion', 'manifest.json'), 'utf8')) };
}

export type Settings = { readonly address: string; readonly feed: string; readonly token: string };

export type ModuleHost = {
  readonly status: () => SetStatusMessage | null;
  readonly variable: (id: string) => unknown;
  /** True while the lamp is lit; `undefined` before its first value. */
  readonly isLit: (id: string) => unknown;
  readonly actions: () => SetActionDefinitionsMessage['actions'];
  readonly presets: () => readonly Preset[];
  readonly logged: () => readonly string[];
  readonly press: (actionId: string, options: CompanionOptionValues) => Promise<void>;
  /** Puts a feedback on a key. */
  readonly watch: (id: string, feedbackId: string, options: CompanionOptionValues) => Promise<void>;
  readonly configure: (settings: Settings) => Promise<void>;
  /** Calls back at each new value of a lamp. */
  readonly onLamp: (listener: (id: string, value: unknown) => void) => void;
  readonly stop: () => Promise<void>;
};

export async function startModule(folder: string, settings: Settings): Promise<ModuleHost> {
  const entry = resolve(
    folder,
    'companion',
    JSON.parse(readFileSync(join(folder, 'companion/manifest.json'), 'utf8')).runtime.entrypoint,
  );
  const token = 'verification';
  const child: ChildProcess = spawn(
    process.execPath,
    ['--no-warnings=SecurityWarning', '--permission', `--allow-fs-read=${folder}`, ...networkFlag(), entry],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        VERIFICATION_TOKEN: token,
        CONNECTION_ID: 'connection',
        MODULE_MANIFEST: 'companion/manifest.json',
      },
    },
  );
  const logged: string[] = [];
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => logged.push(String(chunk)));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));

  let status: SetStatusMessage | null = null;
  let actions: SetActionDefinitionsMessage['actions'] = [];
  let presets: readonly Preset[] = [];
  const values = new Map<string, unknown>();
  const lamps = new Map<string, unknown>();
  const listeners: ((id: string, value: unknown) => void)[] = [];
  const registered = Promise.withResolvers<void>();

  const unexpected = async (): Promise<never> => Promise.reject(new Error('the module does not need this'));
  const handlers: IpcEventHandlers<ModuleToHostEventsV0 & ModuleToHostEventsInit> = {
    register: async ({ verificationToken }) => {
      if (verificationToken === token) registered.resolve();
      else registered.reject(new Error('the module registered with another token'));
    },
    'log-message': async ({ level, message }) => void logged.push(`${level} ${message}`),
    'set-status': async (message) => {
      status = message;
    },
    setActionDefinitions: async (message) => {
      actions = message.actions;
    },
    setFeedbackDefinitions: async () => undefined,
    setVariableDefinitions: async () => undefined,
    setPresetDefinitions: async (message) => {
      presets = message.presets.filter((preset): preset is Preset => preset.type === 'button');
    },
    setVariableValues: async ({ newValues }) => {
      for (const { id, value } of newValues) values.set(id, value);
    },
    updateFeedbackValues: async ({ values: changed }) => {
      for (const { id, value } of changed) {
        lamps.set(id, value);
        for (const listener of listeners) listener(id, value);
      }
    },
    saveConfig: async () => undefined,
    'send-osc': async () => undefined,
    parseVariablesInString: unexpected,
    upgradedItems: unexpected,
    recordAction: async () => undefined,
    setCustomVariable: async () => undefined,
    sharedUdpSocketJoin: unexpected,
    sharedUdpSocketLeave: unexpected,
    sharedUdpSocketSend: unexpected,
  };
  const ipc = new IpcWrapper<HostToModuleEventsV0, ModuleToHostEventsV0 & ModuleToHostEventsInit>(
    handlers,
    (message) => void (child.connected && child.send(message)),
    10_000,
  );
  child.on('message', (message) => ipc.receivedMessage(message as Parameters<typeof ipc.receivedMessage>[0]));
  void ended.then(() => registered.reject(new Error(`the module ended:\n${logged.join('')}`)));
  await registered.promise;
  // As Companion does: the module must have had the response before the next message.
  await new Promise((next) => setImmediate(next));

  // A new connection starts with the defaults; then the user fills in the settings.
  await ipc.sendWithCb('init', {
    label: 'greenroom',
    isFirstInit: true,
    config: {},
    secrets: {},
    lastUpgradeIndex: -1,
    actions: {},
    feedbacks: {},
  });
  const configure = async ({ token: secret, ...config }: Settings): Promise<void> => {
    await ipc.sendWithCb('updateConfigAndLabel', { label: 'greenroom', config, secrets: { token: secret } });
  };
  await configure(settings);
  const instance = { controlId: 'key', upgradeIndex: null, disabled: false };
  return {
    status: () => status,
    variable: (id) => values.get(id),
    isLit: (id) => lamps.get(id),
    actions: () => actions,
    presets: () => presets,
    logged: () => logged,
    press: async (actionId, options) => {
      await ipc.sendWithCb('executeAction', {
        action: { ...instance, id: 'action', actionId, options: options as never },
        surfaceId: undefined,
      });
    },
    watch: async (id, feedbackId, options) => {
      const feedback = { ...instance, id, feedbackId, options: options as never, isInverted: false };
      await ipc.sendWithCb('updateFeedbacks', { feedbacks: { [id]: feedback } });
    },
    configure,
    onLamp: (listener) => void listeners.push(listener),
    stop: async () => {
      if (child.connected) await ipc.sendWithCb('destroy', {}).catch(() => undefined);
      child.kill();
      await ended;
    },
  };
}

/** The permission model of later versions of Node also restricts the network; that of Companion’s Node 22 does not. */
function networkFlag(): readonly string[] {
  return process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
}
