/** Starts OBS Studio without a display, and reads its sources back as pictures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OBSWebSocket } from 'obs-websocket-js';
import { findFreePort } from '../findFreePort.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const textScript = '/usr/share/obs/obs-plugins/frontend-tools/scripts/url-text.py';
const programs = ['/usr/bin/obs', '/usr/bin/Xvfb', textScript];

/** The missing program, in a sentence; `null` if OBS can be started. */
export function findMissingProgram(): string | null {
  if (process.platform !== 'linux') return 'OBS is driven on Linux only';
  const missing = programs.find((path) => !existsSync(path));
  return missing === undefined ? null : `${missing} is not installed (Debian: obs-studio, xvfb)`;
}

export type Obs = {
  readonly call: OBSWebSocket['call'];
  /** The source as a data URL of a PNG; `null` while it has nothing to draw. */
  readonly screenshot: (source: string) => Promise<string | null>;
  readonly stop: () => Promise<void>;
};

const nothingDrawn = 702;

/** With a text source named `text`, which OBS’s own script `url-text.py` fills from an address every five seconds. */
export async function startObs(textAddress: string): Promise<Obs> {
  const folder = createTemporaryFolder('obs');
  const port = await findFreePort();
  const password = 'only-on-this-machine';
  writeConfiguration(folder, port, password, textAddress);
  const display = `:${300 + (process.pid % 600)}`;
  const processes: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], environment: Readonly<Record<string, string>>): void => {
    processes.push(spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...environment } }));
  };
  start('/usr/bin/Xvfb', [display, '-screen', '0', '1280x800x24', '+extension', 'GLX', '-nolisten', 'tcp'], {});
  await waitUntil('the display is open', () => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`));
  const stop = async (): Promise<void> => {
    for (const child of processes.toReversed()) {
      const exited = new Promise((done) => child.once('exit', done));
      if (child.kill('SIGKILL')) await exited;
    }
  };
  const bus = 'unix:path=/nonexistent';
  start(
    '/usr/bin/obs',
    ['--multi', '--collection', 'CI', '--profile', 'CI', '--scene', 'Scene', '--disable-missing-files-check'],
    {
      ...{
        DISPLAY: display,
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_RUNTIME_DIR: join(folder, 'run'),
      },
      ...{ LIBGL_ALWAYS_SOFTWARE: '1', GALLIUM_DRIVER: 'llvmpipe', QT_QPA_PLATFORM: 'xcb', LC_ALL: 'C.UTF-8' },
      ...{ DBUS_SESSION_BUS_ADDRESS: bus, DBUS_SYSTEM_BUS_ADDRESS: bus },
      // It would look for updates at its maker's.
      ...{ http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', no_proxy: '127.0.0.1' },
    },
  );
  const client = new OBSWebSocket();
  try {
    await waitUntil('OBS answers', () =>
      client.connect(`ws://127.0.0.1:${port}`, password).then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    call: client.call.bind(client),
    screenshot: async (sourceName) => {
      try {
        return (await client.call('GetSourceScreenshot', { sourceName, imageFormat: 'png' })).imageData;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === nothingDrawn) return null;
        throw error;
      }
    },
    stop: async () => {
      await client.disconnect();
      await stop();
    },
  };
}

function writeConfiguration(folder: string, port: number, password: string, textAddress: string): void {
  const root = join(folder, 'config/obs-studio');
  for (const name of ['basic/profiles/CI', 'basic/scenes', 'plugin_config/obs-websocket'])
    mkdirSync(join(root, name), { recursive: true });
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  const names = ['Profile', 'ProfileDir', 'SceneCollection', 'SceneCollectionFile'].map((name) => `${name}=CI`);
  const socket = `FirstLoad=false\nServerEnabled=true\nServerPort=${port}\nAlertsEnabled=false\nAuthRequired=true\nServerPassword=${password}`;
  writeFileSync(
    join(root, 'global.ini'),
    `[General]\nFirstRun=true\nEnableAutoUpdates=false\n[Basic]\n${names.join('\n')}\n[BasicWindow]\nSysTrayEnabled=false\n[OBSWebSocket]\n${socket}\n`,
  );
  writeFileSync(
    join(root, 'plugin_config/obs-websocket/config.json'),
    JSON.stringify({
      ...{ alerts_enabled: false, auth_required: true, first_load: false, server_enabled: true },
      ...{ server_password: password, server_port: port },
    }),
  );
  writeFileSync(
    join(root, 'basic/profiles/CI/basic.ini'),
    '[General]\nName=CI\n[Video]\nBaseCX=1920\nBaseCY=1080\nOutputCX=1920\nOutputCY=1080\nFPSType=0\nFPSCommon=30\n',
  );
  const font = { face: 'DejaVu Sans', size: 40, style: 'Book', flags: 0 };
  const text = {
    id: 'text_ft2_source',
    versioned_id: 'text_ft2_source_v2',
    name: 'text',
    settings: { text: '', font },
  };
  const items = [{ name: 'text', id: 1, visible: true }];
  const scene = { id: 'scene', versioned_id: 'scene', name: 'Scene', settings: { id_counter: 1, items } };
  const script = { path: textScript, settings: { url: textAddress, interval: 5, source: 'text' } };
  writeFileSync(
    join(root, 'basic/scenes/CI.json'),
    JSON.stringify({
      ...{ name: 'CI', current_scene: 'Scene', current_program_scene: 'Scene' },
      ...{ scene_order: [{ name: 'Scene' }], sources: [text, scene], modules: { 'scripts-tool': [script] } },
    }),
  );
}
