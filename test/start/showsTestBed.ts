/** Runs the demo and the operator’s own show as a shell does, with a service of the operator’s own. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Commands } from '../../src/contract/commands.ts';
import type { DeskState } from '../../src/contract/deskState.ts';
import type { DeskMessage, EngineMessage, EngineWire } from '../../src/contract/wire.ts';
import type { CommandName } from '../../src/core/commandTable.ts';
import { type Clock, systemClock } from '../../src/engine/ports.ts';
import type { SecretStore } from '../../src/engine/settings/secretStore.ts';
import { openSecretsFile } from '../../src/engine/settings/secretsFile.ts';
import { createService, defaultTuning } from '../../src/service/service.ts';
import { openShows, type ShowKind } from '../../src/start/openShows.ts';
import { openOwnConfig, type ValidConfig } from '../../src/start/readConfig.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

export const ownKey = 'gk_own_0123456789';
const flags = { feedPort: 0, controlPort: 0, webhookPort: null, host: null, isFeedOpen: false };
const resources = join(import.meta.dirname, '../../resources');
const paths = { resources, built: null, renderer: null, version: '0' };

/** Starts a service with collections like the demo’s; their ids and posts are its own. */
export async function startOwnService() {
  const service = createService(
    {
      ...{ host: '127.0.0.1', port: 0, dataDir: createTemporaryFolder('own-service'), fixtures: 'demo', webhooks: [] },
      ...{ keys: [{ key: ownKey, organisation: 'harbour' }], isVaryLiteral: false, hasFaultSwitches: false },
      ...{ token: 'authoring', hasDemoActivity: false, demoDir: join(resources, 'demo'), pageDir: null },
    },
    defaultTuning,
    { clock: systemClock, log: () => undefined },
  );
  const { baseUrl } = await service.start();
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  const response = await fetch(`${baseUrl}/v1/collections?pageSize=100`, { headers: { 'x-api-key': ownKey } });
  const { collections } = (await response.json()) as { collections: { id: string; name: string }[] };
  const collectionId = collections.find(({ name }) => name === 'Harbour Night: crew picks')?.id ?? '';
  return { baseUrl, stop, collectionId };
}

export type TestShows = Awaited<ReturnType<typeof startShows>>;

/** `change` may replace what the shell provides. */
export async function startShows(
  folder: string,
  first: ShowKind,
  change: {
    readonly secretStore?: (store: SecretStore) => SecretStore;
    readonly openConfig?: (kind: ShowKind, config: ValidConfig) => ValidConfig;
    readonly environment?: NodeJS.ProcessEnv;
    readonly clock?: Clock;
  } = {},
) {
  const logLines: string[] = [];
  let onLog = (_line: string): void => undefined;
  const log = (...line: readonly unknown[]): void => {
    logLines.push(JSON.stringify(line));
    onLog(JSON.stringify(line));
  };
  const clock = change.clock ?? systemClock;
  const { secrets, secretStore } = await openSecretsFile(join(folder, 'own'), change.environment ?? {}, { clock });
  const ports = { clock, log, secrets };
  const homeOf = (kind: ShowKind) => ({
    dataDir: join(folder, kind),
    openConfig: async () => {
      const config = await openOwnConfig(join(folder, kind), flags, ports);
      return change.openConfig?.(kind, config) ?? config;
    },
  });
  const homes = { own: homeOf('own'), demo: homeOf('demo') };
  const shows = await openShows(
    {
      ...{ homes, first, firstConfig: await homes[first].openConfig(), startFlag: null, problems: [] },
      ...{ secretStore: change.secretStore?.(secretStore) ?? secretStore, configFile: null, serviceToken: null },
      ...{ hasControlPort: true, isPortFatal: true, updateInstaller: null, systemLanguages: [] },
    },
    ports,
    paths,
  );
  const { feed } = await shows.engine.start();
  onTestFinished(shows.stop);
  const desk = openDesk(shows.engine.serveDesk);
  await waitUntil('the desk has the state', () => desk.state());
  const readFeed = async () => {
    const response = await fetch(`${feed}/feeds/main/live.json`);
    return (await response.json()) as {
      readonly revision: number;
      readonly items: readonly { readonly id: string; readonly message: string }[];
    };
  };
  const listenToLog = (listener: (line: string) => void): void => {
    onLog = listener;
  };
  return { ...shows, desk, feed, readFeed, secrets, logLines, onLog: listenToLog };
}

/** A desk as the window opens it: it keeps one connection. */
function openDesk(serveDesk: (wire: EngineWire, who: { address: string; needsToken: boolean }) => void) {
  let receive: (message: DeskMessage) => void = () => undefined;
  let state: DeskState | null = null;
  let isClosed = false;
  let nextId = 1;
  const waiting = new Map<number, (result: unknown) => void>();
  const onMessage = (message: EngineMessage): void => {
    if (message.type === 'state') state = message.state;
    if (message.type === 'commandResult' || message.type === 'queryResult') waiting.get(message.id)?.(message.result);
  };
  serveDesk(
    {
      send: onMessage,
      onMessage: (listener) => {
        receive = listener;
      },
      onClose: () => undefined,
      close: () => {
        isClosed = true;
      },
    },
    { address: 'window', needsToken: false },
  );
  receive({ type: 'hello', token: null, name: 'Marit', givenName: null, secret: null });
  const request = (
    message: object,
  ): Promise<{ readonly ok: boolean; readonly code?: string; readonly value?: unknown }> =>
    new Promise((resolve) => {
      const id = nextId;
      nextId += 1;
      waiting.set(id, resolve as (result: unknown) => void);
      receive({ ...message, id } as DeskMessage);
    });
  return {
    /** The last whole state that it got. */
    state: () => state,
    isClosed: () => isClosed,
    command: <Name extends CommandName>(name: Name, input: Partial<Commands[Name]>) =>
      request({ type: 'command', name, input }),
    query: (name: string, input: object) => request({ type: 'query', name, input }),
  };
}

/** Reads the feed until the test ends, as a program that polls it does. */
export function watchFeed(shows: TestShows): { readonly seen: { revision: number; ids: readonly string[] }[] } {
  const seen: { revision: number; ids: readonly string[] }[] = [];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  void (async () => {
    while (!isOver) {
      const list = await shows.readFeed().catch(() => null);
      if (list !== null) seen.push({ revision: list.revision, ids: list.items.map(({ id }) => id) });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return { seen };
}
