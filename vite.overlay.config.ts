/** Builds the overlays for Chrome 71 (CasparCG 2.3) and later, without polyfills or inlined assets. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Adds the characters of a font that is imported for one script alone: its style sheet does not name them, and the page that measures posts must know. */
function addUnicodeRange(face: string): string {
  const [, name = '', script = ''] = /([\w-]+)-([a-z]+)-\d+-normal/.exec(face) ?? [];
  if (face.includes('unicode-range') || name === '') return face;
  const ranges = JSON.parse(readFileSync(resolve(root, `node_modules/@fontsource/${name}/unicode.json`), 'utf8'));
  return face.replace(/;?\}$/, `;unicode-range:${ranges[script]}}`);
}

export default defineConfig({
  root: resolve(root, 'src/overlay'),
  base: './',
  publicDir: false,
  plugins: [
    {
      name: 'one-font-format',
      // Keeps WOFF2 for each font, except WOFF for emoji, whose WOFF2 files draw empty glyphs.
      generateBundle: (_, bundle) => {
        for (const [name, file] of Object.entries(bundle)) {
          const isEmoji = name.includes('noto-color-emoji');
          if (name.endsWith(isEmoji ? '.woff2' : '.woff')) delete bundle[name];
          if (file.type !== 'asset' || !name.endsWith('.css')) continue;
          file.source = String(file.source)
            .replace(/url\([^)]*noto-color-emoji[^)]*\.woff2\)\s*format\(["']?woff2["']?\),\s*/g, '')
            .replace(/,\s*url\([^)]*\.woff\)\s*format\(["']?woff["']?\)/g, '')
            .replace(/@font-face\s*\{[^}]*\}/g, addUnicodeRange);
        }
      },
    },
  ],
  build: {
    outDir: resolve(root, 'out/overlay'),
    emptyOutDir: true,
    target: 'chrome71',
    cssTarget: 'chrome71',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['card', 'ticker', 'wall', 'fit'].map((name) => resolve(root, `src/overlay/${name}.html`)),
    },
  },
});
