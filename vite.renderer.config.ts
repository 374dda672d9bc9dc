/** Builds the desk and the presenter’s page. electron-vite imports this configuration to build it together with main and preload. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

const latinMetrics = 'ascent-override: 106%; descent-override: 44%; line-gap-override: 0%;';

/** Keeps one file per font, WOFF2 or WOFF, and hides text until it loads, so that no fallback font flashes. */
export const oneFontFile: Plugin = {
  name: 'one-font-file',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@fontsource') || !id.endsWith('.css')) return null;
    // Emoji keep WOFF: their WOFF2 files draw empty glyphs in some builds of Chromium.
    const unwantedSource = id.includes('noto-color-emoji')
      ? /url\([^)]*\.woff2\)\s*format\('woff2'\),\s*/g
      : /,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g;
    const single = code.replace(unwantedSource, '').replaceAll('font-display: swap', 'font-display: block');
    // Matches the design's position of Latin text; other scripts keep their own metrics.
    const isLatin = /fontsource\/ibm-plex-sans\/[46]00\.css/.test(id);
    const adjusted = isLatin ? single.replaceAll('font-style: normal;', `font-style: normal; ${latinMetrics}`) : single;
    return { code: adjusted, map: null };
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
    // The desk's content security policy allows no fonts from data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: ['index', 'present'].map((name) => resolve(root, `src/renderer/${name}.html`)),
    },
  },
});

export default renderer;
