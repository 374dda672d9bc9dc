/** Copies the built desktop app and removes protections from the copy, so that tests can show that their checks notice. */
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `find` must be in exactly one file. */
export type Fault = { readonly find: RegExp; readonly replace: string };

/** Returns the root of the copy. Throws if a fault fits no file, because it would then prove nothing. */
export function plantFaults(folder: string, faults: readonly Fault[]): string {
  const root = join(folder, 'app');
  for (const name of ['out', '.github/workflows']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['main', 'preload', 'renderer'])
    cpSync(resolve('out', name), join(root, 'out', name), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  for (const name of ['out/overlay', 'out/feedPage', 'resources'])
    symlinkSync(resolve(name), join(root, name), 'junction');
  const papers = ['package.json', 'SECURITY.md', 'electron-builder.yml', '.github/workflows/release.yml'];
  for (const name of papers) copyFileSync(resolve(name), join(root, name));
  const files = [...globSync('out/{main,preload,renderer}/**/*.{js,cjs}', { cwd: root }), ...papers].map((path) =>
    join(root, path),
  );
  const unfit = faults.flatMap(({ find, replace }) => {
    const fitting = files.filter((file) => find.test(readFileSync(file, 'utf8')));
    for (const file of fitting) writeFileSync(file, readFileSync(file, 'utf8').replace(find, replace));
    return fitting.length === 1 ? [] : [`${find} fits ${fitting.length} files`];
  });
  if (unfit.length > 0) throw new Error(`the faults do not fit the build: ${unfit.join(', ')}`);
  return root;
}
