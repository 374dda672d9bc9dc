/** Builds pages of tests as the desk is built, and serves them on a free port. */
import { join, resolve } from 'node:path';
import { type BuildOptions, build, loadConfigFromFile, preview } from 'vite';

const configFile = resolve(import.meta.dirname, '../vite.renderer.config.ts');

/** `names` are pages in the folder, without `.html`. */
export async function buildPages(
  folder: string,
  names: readonly string[],
  outDir: string,
  options: BuildOptions = {},
): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, configFile);
  await build({
    ...loaded?.config,
    // Vite would add the inputs of a configuration file to these.
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { ...options, outDir, rolldownOptions: { input: names.map((name) => join(folder, `${name}.html`)) } },
  });
}

export type ServedPages = {
  /** Ends with a slash. */
  readonly base: string;
  readonly close: () => Promise<void>;
};

export async function servePages(outDir: string): Promise<ServedPages> {
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    // A page loads fifty files; without this, each load requests them all again. The port is new for each run, so none is old.
    preview: { host: '127.0.0.1', port: 0, headers: { 'Cache-Control': 'max-age=86400' } },
  });
  return { base: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
