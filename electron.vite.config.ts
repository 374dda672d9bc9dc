/** Builds the main process, the headless programs, the preload script and the desk into out/. */
import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { renderer } from './vite.renderer.config.ts';

const root = import.meta.dirname;

export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: resolve(root, 'src/main/index.ts'),
          headless: resolve(root, 'src/headless/index.ts'),
          service: resolve(root, 'src/headless/service.ts'),
        },
        external: ['electron', 'bufferutil', 'utf-8-validate'],
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer,
});
