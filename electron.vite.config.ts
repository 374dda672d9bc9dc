/** Builds the main process, the headless programs, the preload script and the desk into out/. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { renderer } from './vite.renderer.config.ts';

const root = import.meta.dirname;

/** Decoders and encoders of pictures, in WebAssembly. */
const codecs = [
  'jpeg/codec/dec/mozjpeg_dec.wasm',
  'jpeg/codec/enc/mozjpeg_enc.wasm',
  'png/codec/pkg/squoosh_png_bg.wasm',
  'webp/codec/dec/webp_dec.wasm',
];

const copyCodecs = {
  name: 'copy-codecs',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => unknown }): void {
    for (const codec of codecs) {
      const source = readFileSync(resolve(root, 'node_modules/@jsquash', codec));
      this.emitFile({ type: 'asset', fileName: `chunks/codecs/${basename(codec)}`, source });
    }
  },
};

export default defineConfig({
  main: {
    plugins: [copyCodecs],
    build: {
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: resolve(root, 'src/main/index.ts'),
          headless: resolve(root, 'src/headless/index.ts'),
          service: resolve(root, 'src/headless/service.ts'),
          // Next to the engine’s chunk, which starts it.
          'chunks/scaleWorker': resolve(root, 'src/engine/media/scaleWorker.ts'),
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
