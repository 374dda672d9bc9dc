/** Builds the service's page into out/authoring, with nothing inline, as its content security policy requires. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { oneFontFile } from './vite.renderer.config.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: resolve(root, 'src/authoring'),
  base: './',
  plugins: [oneFontFile, react()],
  build: {
    outDir: resolve(root, 'out/authoring'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
