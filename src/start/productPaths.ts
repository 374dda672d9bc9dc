/** Finds the product’s own files when it runs from source, from `out` or from a package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ProductPaths = {
  readonly resources: string;
  /** The folder of everything built; `null` if not built. */
  readonly built: string | null;
  /** The folder of the desk and the authoring page, which share their fonts; `null` if not built. */
  readonly renderer: string | null;
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
    version: typeof version === 'string' ? version : '0',
  };
}
