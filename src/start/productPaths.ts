/** Finds the product’s own files when it runs from source, from `out` or from a package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ProductPaths = {
  readonly resources: string;
  /** Folders of everything built, the desk and the authoring page; `null` if not built. */
  readonly built: string | null;
  readonly renderer: string | null;
  readonly authoring: string | null;
  readonly version: string;
};

/** Searches upwards from a module’s folder. Throws if there is no package.json. */
export function findProductPaths(moduleFolder: string): ProductPaths {
  let root = moduleFolder;
  while (!existsSync(join(root, 'package.json'))) {
    const parent = dirname(root);
    if (parent === root) throw new Error(`no package.json above ${moduleFolder}`);
    root = parent;
  }
  const version: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const findBuilt = (name: string): string | null => {
    const folder = join(root, 'out', name);
    return existsSync(folder) ? folder : null;
  };
  return {
    resources: join(root, 'resources'),
    built: findBuilt(''),
    renderer: findBuilt('renderer'),
    authoring: findBuilt('authoring'),
    version: typeof version === 'string' ? version : '0',
  };
}
