/** Draws an early frame of a video as a JPEG, with the browser’s own decoder. */

const timeoutMs = 20_000;
const maxWidth = 1080;
/** Characters of a `data:` address that the engine accepts, with room for its beginning. */
const maxLength = 239_000;
/** Seconds. Many videos begin in black, so a dark frame is passed over for a later one. */
const times: readonly number[] = [0, 0.5, 1, 2, 4];
/** Mean of the red, green and blue values, 0 to 255. */
const darkLevel = 14;

/** Resolves with a `data:` address, or `null` if the browser can’t decode the video in time. */
export async function drawVideoFrame(url: string): Promise<string | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const isLoaded = await waitFor(video, 'loadeddata', () => {
    video.src = url;
  });
  const isDrawn = isLoaded && video.videoWidth > 0 && (await seekPastBlack(video));
  const picture = isDrawn ? encodeFrame(video) : null;
  // Ends the download.
  video.removeAttribute('src');
  video.load();
  return picture;
}

/** Leaves the video at its first frame that is not dark, or at the last one tried. */
async function seekPastBlack(video: HTMLVideoElement): Promise<boolean> {
  for (const time of times) {
    if (time >= video.duration) break;
    const hasFrame =
      time === 0 ||
      (await waitFor(video, 'seeked', () => {
        video.currentTime = time;
      }));
    if (!hasFrame) return false;
    if (!isDark(video)) break;
  }
  return true;
}

/** Resolves with whether the event came in time, and before an error. */
function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', start: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const finish = (hasCome: boolean) => {
      clearTimeout(timer);
      resolve(hasCome);
    };
    video.addEventListener(event, () => finish(true), { once: true });
    video.addEventListener('error', () => finish(false), { once: true });
    start();
  });
}

function isDark(video: HTMLVideoElement): boolean {
  const side = 32;
  const context = drawFrame(video, side, side).getContext('2d');
  const pixels = context?.getImageData(0, 0, side, side).data ?? new Uint8ClampedArray();
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4)
    sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
  return sum < darkLevel * 3 * side * side;
}

function drawFrame(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  return canvas;
}

/** Lowers the quality, then the size, until the picture is small enough. */
function encodeFrame(video: HTMLVideoElement): string | null {
  for (const limit of [maxWidth, maxWidth / 2]) {
    const width = Math.min(limit, video.videoWidth);
    const height = Math.max(1, Math.round((video.videoHeight * width) / video.videoWidth));
    const canvas = drawFrame(video, width, height);
    for (const quality of [0.85, 0.7, 0.5]) {
      const picture = canvas.toDataURL('image/jpeg', quality);
      if (picture.startsWith('data:image/jpeg') && picture.length <= maxLength) return picture;
    }
  }
  return null;
}
