/** An overlay as an EBU OGraf v1 graphic: an element with the overlay of the feed in a frame. */

type Parameters = { readonly renderType?: string; readonly data?: unknown; readonly skipAnimation?: boolean };
type Result = { readonly statusCode: number; readonly statusMessage?: string; readonly currentStep?: number };

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** How often an overlay that does not answer is tried again. */
const retryMs = 1000;

/** A constant of its own, because the build takes `new URL('…', import.meta.url)` for a file to bundle. */
const here = import.meta.url;

/** The template is named by this module's address: `card.ograf.mjs`. */
const template = (/\/([a-z]+)\.ograf\.mjs/.exec(here) || [])[1] || 'card';

// biome-ignore lint/style/noDefaultExport: OGraf renderers import the default export.
export default class OgrafGraphic extends HTMLElement {
  private feed = 'main';
  private frame: HTMLIFrameElement | null = null;
  /** Counts the loads, so that an outdated one changes nothing. */
  private loads = 0;

  /** Resolves when the overlay can be shown, or with an error while the feed does not answer; `playAction` then waits for it. */
  async load({ renderType, data }: Parameters): Promise<Result> {
    if (renderType === 'non-realtime') return { statusCode: 501, statusMessage: 'Only real-time rendering.' };
    this.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%';
    this.readData(data);
    return { statusCode: 200 };
  }

  async dispose(): Promise<Result> {
    this.clear();
    return { statusCode: 200 };
  }

  /** There is one step: the play head of the feed decides which post is shown. */
  async playAction(): Promise<Result> {
    await this.show();
    return { statusCode: 200, currentStep: 0 };
  }

  async stopAction(): Promise<Result> {
    this.clear();
    return { statusCode: 200 };
  }

  async updateAction({ data }: Parameters): Promise<Result> {
    const before = this.feed;
    this.readData(data);
    if (this.frame !== null && this.feed !== before) await this.show();
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
    this.frame = null;
    while (this.firstChild !== null) this.firstChild.remove();
  }

  /** Keeps what is shown until the overlay has loaded, so that no error page is ever on air. */
  private async show(): Promise<void> {
    this.loads += 1;
    const load = this.loads;
    const address = new URL(`/overlay/${template}`, here);
    address.searchParams.set('feed', this.feed);
    address.searchParams.set('name', 'OGraf');
    address.searchParams.set('host', 'ograf-frame');
    while (!(await isServed(address.href))) {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      if (load !== this.loads) return;
    }
    if (load !== this.loads) return;
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;border:0;opacity:0';
    frame.src = address.href;
    this.appendChild(frame);
    await new Promise<void>((resolve) => {
      frame.onload = () => resolve();
    });
    if (load !== this.loads) {
      frame.remove();
      return;
    }
    if (this.frame !== null) this.frame.remove();
    this.frame = frame;
    frame.style.opacity = '1';
  }
}

async function isServed(address: string): Promise<boolean> {
  return fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
