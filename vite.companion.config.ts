/** Bundles the module for Bitfocus Companion into one file without dependencies, for the Node 22 that Companion contains. */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  publicDir: false,
  // Companion’s library is in the bundle, because a packed module has no node_modules.
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: resolve(root, 'companion/main.ts'),
    outDir: resolve(root, 'out/companion'),
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    license: { fileName: 'LICENSES.md' },
    reportCompressedSize: false,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.js' } },
  },
});
