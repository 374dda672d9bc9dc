/** Builds the style and script of the feed's page into out/feedPage, under the names that the engine's HTML uses. */
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { oneFontFile } from './vite.renderer.config.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: resolve(root, 'src/feedPage'),
  base: './',
  publicDir: false,
  plugins: [oneFontFile],
  build: {
    outDir: resolve(root, 'out/feedPage'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { feed: resolve(root, 'src/feedPage/feedPage.ts') },
      output: {
        entryFileNames: '[name].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? '[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
