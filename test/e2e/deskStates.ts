/** Builds the desk's states, and serves them on a free port. */
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, preview } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const configFile = join(root, 'vite.renderer.config.ts');
const outDir = join(root, 'out/test/states');
const sources = join(root, 'test/renderer');

/** A built page is faster than a development server, which transforms each module on request. */
export async function buildDeskStates(): Promise<void> {
  await build({
    configFile,
    root: sources,
    logLevel: 'error',
    build: {
      outDir,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(sources, 'states.html') },
    },
  });
  await cp(join(sources, 'states/still.mp4'), join(outDir, 'states/still.mp4'));
  await cp(join(sources, 'states/overlay'), join(outDir, 'states/overlay'), { recursive: true });
}

export type ServedStates = {
  /** Ends with a slash. */
  readonly base: string;
  readonly close: () => Promise<void>;
};

export async function serveDeskStates(): Promise<ServedStates> {
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  return { base: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
