/** Builds the desk: alone with vite, or with main and preload through electron-vite, which imports this configuration. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

const latinMetrics = 'ascent-override: 106%; descent-override: 44%; line-gap-override: 0%;';

/** The font packages list each font as WOFF2 and WOFF and swap it in late; the desk needs one file and no flash of another font. */
const oneFontFile: Plugin = {
  name: 'one-font-file',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@fontsource') || !id.endsWith('.css')) return null;
    // Emoji keep WOFF: their WOFF2 files draw empty glyphs in some builds of Chromium.
    const other = id.includes('noto-color-emoji')
      ? /url\([^)]*\.woff2\)\s*format\('woff2'\),\s*/g
      : /,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g;
    const single = code.replace(other, '').replaceAll('font-display: swap', 'font-display: block');
    // Raises Latin text to the position in the design; other scripts keep their own metrics.
    const isPlain = /fontsource\/ibm-plex-sans\/[46]00\.css/.test(id);
    const raised = isPlain ? single.replaceAll('font-style: normal;', `font-style: normal; ${latinMetrics}`) : single;
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
    // The desk’s content policy allows no font from a data address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: resolve(root, 'src/renderer/index.html') },
  },
});

export default renderer;
