/** How the desk is built: alone by vite, or with main and preload by electron-vite, which takes this same value. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

const middle = 'ascent-override: 106%; descent-override: 44%; line-gap-override: 0%;';

/** The packages name each font twice, as woff2 and as woff, and let text change its face late. Neither is wanted here. */
const oneFontFile: Plugin = {
  name: 'one-font-file',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@fontsource') || !id.endsWith('.css')) return null;
    // Of the emoji the woff files are kept: their woff2 files draw every sign empty in some builds of Chromium.
    const other = id.includes('noto-color-emoji')
      ? /url\([^)]*\.woff2\)\s*format\('woff2'\),\s*/g
      : /,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g;
    const lean = code.replace(other, '').replaceAll('font-display: swap', 'font-display: block');
    // Words stand where the show's pictures have them, a little above the middle of a line; other scripts keep their own.
    const isPlain = /fontsource\/ibm-plex-sans\/[46]00\.css/.test(id);
    const raised = isPlain ? lean.replaceAll('font-style: normal;', `font-style: normal; ${middle}`) : lean;
    return { code: raised, map: null };
  },
};

export const renderer = defineConfig({
  root: resolve(root, 'src/renderer'),
  base: './',
  plugins: [oneFontFile, react()],
  build: {
    outDir: resolve(root, 'out/renderer'),
    emptyOutDir: true,
    minify: true,
    // Fonts and pictures stay files: the desk's policy lets no font come from a data address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: resolve(root, 'src/renderer/index.html') },
  },
});

export default renderer;
