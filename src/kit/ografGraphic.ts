/** An overlay as an EBU OGraf v1 graphic: an element with the overlay of the feed in a frame. */

type Parameters = {
  readonly renderType?: string;
  readonly data?: unknown;
  readonly goto?: unknown;
  readonly delta?: unknown;
};
type Result = { readonly statusCode: number; readonly statusMessage?: string; readonly currentStep?: number };

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** How often an overlay that does not answer is tried again. */
const retryMs = 1000;
/** An overlay that has not drawn by then did not load: it is loaded again. */
const silentFrameMs = 10_000;
/** The overlay's fade, and a little more. */
const fadeMs = 300;

/** The feed server writes the address of the overlay here, so that the module also works as a copy on another server. */
const overlay = '%OVERLAY%';

// biome-ignore lint/style/noDefaultExport: OGraf renderers import the default export.
export default class OgrafGraphic extends HTMLElement {
  private feed = '';
  private frame: HTMLIFrameElement | null = null;
  private isPlaying = false;
  /** Counts the loads, so that an outdated one changes nothing. */
  private loads = 0;
  /** Gives up the frame that loads. */
  private cancelFrame = (): void => undefined;

  async load({ renderType, data }: Parameters): Promise<Result> {
    if (renderType === 'non-realtime') return { statusCode: 501, statusMessage: 'Only real-time rendering.' };
    this.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%';
    this.feed = new URL(overlay).searchParams.get('feed') || 'main';
    this.readData(data);
    return { statusCode: 200 };
  }

  async dispose(): Promise<Result> {
    this.clear();
    return { statusCode: 200 };
  }

  /** There is one step, 0: the play head of the feed decides which post is shown. Waits for an overlay that does not answer. */
  async playAction({ goto, delta }: Parameters = {}): Promise<Result> {
    const target = Number(goto ?? (this.isPlaying ? 0 : -1) + Number(delta ?? 1));
    if (!Number.isInteger(target)) return { statusCode: 400, statusMessage: 'The step must be a whole number.' };
    if (target !== 0) this.clear();
    else if (!this.isPlaying) {
      this.isPlaying = true;
      await this.show();
    }
    return { statusCode: 200, ...(this.isPlaying && { currentStep: 0 }) };
  }

  async stopAction(): Promise<Result> {
    this.clear();
    return { statusCode: 200 };
  }

  async updateAction({ data }: Parameters = {}): Promise<Result> {
    const before = this.feed;
    this.readData(data);
    if (this.isPlaying && this.feed !== before) await this.show();
    return { statusCode: 200 };
  }

  async customAction(): Promise<Result> {
    return { statusCode: 404, statusMessage: 'There are no custom actions.' };
  }

  private readData(data: unknown): void {
    const feed = typeof data === 'object' && data !== null ? (data as { readonly feed?: unknown }).feed : null;
    if (typeof feed === 'string' && slug.test(feed)) this.feed = feed;
  }

  private clear(): void {
    this.loads += 1;
    this.cancelFrame();
    this.isPlaying = false;
    this.frame = null;
    while (this.firstChild !== null) this.firstChild.remove();
  }

  /** Keeps what is shown until the overlay draws, so that no error page is ever on air. */
  private async show(): Promise<void> {
    this.loads += 1;
    this.cancelFrame();
    const load = this.loads;
    const address = new URL(overlay);
    address.searchParams.set('feed', this.feed);
    while (load === this.loads) {
      const isAnswering = await isServed(address.href);
      if (load !== this.loads) return;
      const frame = isAnswering ? await this.loadFrame(address.href) : null;
      if (load !== this.loads) return;
      if (frame !== null) return this.reveal(frame);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** Resolves when the overlay in it draws; with `null`, and without the frame, if it does not or is cancelled. */
  private loadFrame(address: string): Promise<HTMLIFrameElement | null> {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;border:0;opacity:0';
    frame.src = address;
    this.appendChild(frame);
    return new Promise((resolve) => {
      const finish = (isShown: boolean): void => {
        clearTimeout(timer);
        window.removeEventListener('message', readMessage);
        this.cancelFrame = () => undefined;
        if (!isShown) frame.remove();
        resolve(isShown ? frame : null);
      };
      const readMessage = ({ source, data }: MessageEvent): void => {
        if (source === frame.contentWindow && data?.greenroom === 'shown') finish(true);
      };
      const timer = setTimeout(() => finish(false), silentFrameMs);
      window.addEventListener('message', readMessage);
      this.cancelFrame = () => finish(false);
    });
  }

  private reveal(frame: HTMLIFrameElement): void {
    const old = this.frame;
    this.frame = frame;
    frame.style.opacity = '1';
    // The new overlay fades in over the old one.
    if (old !== null) setTimeout(() => old.remove(), fadeMs);
  }
}

async function isServed(address: string): Promise<boolean> {
  return fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
