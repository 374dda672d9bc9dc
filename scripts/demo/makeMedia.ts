/** Draws the demo’s media and the app icon into resources: `node scripts/demo/makeMedia.ts`. Needs chromium, ffmpeg and cwebp. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../findBrowser.ts';
import { appIcon } from './appIcon.ts';
import { side } from './drawing.ts';
import { face } from './faces.ts';
import { faceCount, faceSize, type MediaFile, mediaList } from './mediaList.ts';
import { scenes } from './scenes.ts';

const resources = resolve(import.meta.dirname, '../../resources');
const mediaFolder = join(resources, 'demo/media');
const workFolder = await mkdtemp(join(tmpdir(), 'greenroom-media-'));
const browser = await chromium.launch(launchOptions());

try {
  const page = await browser.newPage();
  await mkdir(mediaFolder, { recursive: true });
  for (const file of mediaList) await makeFile(page, file);
  for (let number = 1; number <= faceCount; number++) {
    const png = join(workFolder, 'face.png');
    await renderPng(page, face(number), faceSize, faceSize, png, true);
    run('cwebp', ['-quiet', '-q', '80', png, '-o', join(mediaFolder, `face-${String(number).padStart(2, '0')}.webp`)]);
  }
  await writeFile(join(resources, 'icon.svg'), `${appIcon}\n`);
  await renderPng(page, appIcon, 512, 512, join(resources, 'icon.png'), true);
} finally {
  await browser.close();
  await rm(workFolder, { recursive: true, force: true });
}
await printSizes();

async function makeFile(page: Page, file: MediaFile): Promise<void> {
  const target = join(mediaFolder, file.name);
  const renderSvg = (loopPosition: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" preserveAspectRatio="xMidYMid slice">${scenes[file.scene]({ loopPosition })}</svg>`;
  const png = join(workFolder, 'still.png');
  switch (file.kind) {
    case 'jpeg':
      await renderPng(page, renderSvg(file.loopPosition), file.width, file.height, png, false);
      run('ffmpeg', ['-y', '-i', png, '-q:v', '4', '-pix_fmt', 'yuvj420p', '-map_metadata', '-1', target]);
      return;
    case 'png':
      await renderPng(page, renderSvg(file.loopPosition), file.width, file.height, png, false);
      run('ffmpeg', ['-y', '-i', png, '-pix_fmt', 'rgb24', '-compression_level', '100', '-pred', 'mixed', target]);
      return;
    case 'webp':
      await renderPng(page, renderSvg(file.loopPosition), file.width, file.height, png, false);
      run('cwebp', ['-quiet', '-q', String(file.quality), '-m', '6', png, '-o', target]);
      return;
    case 'gif':
    case 'mp4': {
      const frames = file.seconds * file.framesPerSecond;
      for (let i = 0; i < frames; i++) {
        const frame = join(workFolder, `frame-${String(i).padStart(4, '0')}.png`);
        await renderPng(page, renderSvg(i / frames), file.width, file.height, frame, false);
      }
      const input = ['-y', '-framerate', String(file.framesPerSecond), '-i', join(workFolder, 'frame-%04d.png')];
      if (file.kind === 'gif') {
        const palette = 'split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
        run('ffmpeg', [...input, '-filter_complex', palette, '-loop', '0', target]);
      } else {
        const codec = [
          '-c:v',
          'libx264',
          '-profile:v',
          'baseline',
          '-pix_fmt',
          'yuv420p',
          '-crf',
          '30',
          '-preset',
          'veryslow',
        ];
        run('ffmpeg', [...input, ...codec, '-bitexact', '-threads', '1', '-an', '-movflags', '+faststart', target]);
      }
      for (const name of await readdir(workFolder)) await rm(join(workFolder, name));
      return;
    }
    default:
      file satisfies never;
  }
}

/** Renders one SVG at its size to a PNG file. */
async function renderPng(
  page: Page,
  svg: string,
  width: number,
  height: number,
  path: string,
  isTransparent: boolean,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path, omitBackground: isTransparent });
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, program === 'ffmpeg' ? ['-hide_banner', '-loglevel', 'error', ...args] : args, {
    stdio: 'inherit',
  });
}

async function printSizes(): Promise<void> {
  let total = 0;
  for (const name of (await readdir(mediaFolder)).sort()) {
    const { size } = await stat(join(mediaFolder, name));
    total += size;
    console.log(`${String(Math.ceil(size / 1024)).padStart(6)} KB  ${name}`);
  }
  console.log(`${Math.ceil(total / 1024)} KB in total`);
}
