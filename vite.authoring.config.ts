/** Builds the service's page into out/authoring, with nothing inline, as its content security policy requires. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Drops WOFF copies of fonts, which only enlarge the installer: every browser that can run the page reads WOFF2. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'post',
  generateBundle: (_options, bundle) => {
    for (const [name, file] of Object.entries(bundle)) {
      if (name.endsWith('.woff')) delete bundle[name];
      if (file.type !== 'asset' || !name.endsWith('.css')) continue;
      file.source = String(file.source).replaceAll(/,\s*url\([^)]*\.woff\)\s*format\(["']?woff["']?\)/g, '');
    }
  },
};

export default defineConfig({
  root: resolve(root, 'src/authoring'),
  base: './',
  plugins: [react(), woff2Only],
  build: {
    outDir: resolve(root, 'out/authoring'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
