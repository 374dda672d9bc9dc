/** Builds the template kit as one module with its types, and the OGraf graphic as another, for Chrome 71 (CasparCG 2.3) and later. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    {
      name: 'types',
      generateBundle() {
        const types = readFileSync(resolve(root, 'src/kit/publicTypes.ts'), 'utf8');
        const source = `${types}
/** Connects the page to a feed. Throws if \`feed\` or \`base\` is not valid. */
export declare function connectFeed(options: FeedOptions): Feed;

/** The feed that the data of \`update()\` names; \`null\` if it names none. */
export declare function readFeedName(data: unknown): string | null;
`;
        this.emitFile({ type: 'asset', fileName: 'greenroom-feed.d.ts', source });
      },
    },
  ],
  build: {
    outDir: resolve(root, 'out/kit'),
    emptyOutDir: true,
    target: 'chrome71',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: {
        'greenroom-feed': resolve(root, 'src/kit/connectFeed.ts'),
        ograf: resolve(root, 'src/kit/ografGraphic.ts'),
      },
      formats: ['es'],
      fileName: (_, name) => `${name}.js`,
    },
  },
});
