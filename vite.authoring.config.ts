/** Adds the service's page to the built desk, to share its fonts; nothing is inline, as its content security policy requires. */
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
    outDir: resolve(root, 'out/renderer'),
    emptyOutDir: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // 400 of its 500 kB are libraries that the first screen needs, React DOM the most; splitting off the other screens would save a tenth.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { input: resolve(root, 'src/authoring/authoring.html') },
  },
});
