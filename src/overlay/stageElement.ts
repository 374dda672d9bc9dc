/** Holds the pictures of a template, fades between them, and scales 1920 x 1080 to the page. */
import type { Appearance } from './appearance.ts';

const width = 1920;
const height = 1080;
/** The 240 ms fade of stage.css plus two frames. A timer, because transitionend never fires on a hidden page. */
const fadeMs = 280;
/** A covered picture fades after the new one is opaque. */
const coveredMs = 240 + fadeMs;

export class StageElement extends HTMLElement {
  private isVideoPlaying = true;

  connectedCallback(): void {
    this.scaleToWindow();
    window.addEventListener('resize', () => this.scaleToWindow());
    this.addEventListener('medium-shown', () => this.updateVideos());
  }

  applyAppearance({ accent, plate, ink, font, safe, scale, position, hidden }: Appearance): void {
    const set = (name: string, value: string | null): void => {
      if (value === null) this.style.removeProperty(name);
      else this.style.setProperty(name, value);
    };
    set('--accent', accent);
    set('--plate', plate);
    set('--ink', ink);
    set('--safe-x', `${(width * safe) / 100}px`);
    set('--safe-y', `${(height * safe) / 100}px`);
    set('--scale', String(scale));
    set('--station-font', font === null ? null : `"${font}"`);
    this.setAttribute('data-position', position);
    this.setAttribute('data-hidden', hidden.join(' '));
  }

  /** Adds a picture invisibly, so that it can be measured. */
  addHidden(picture: HTMLElement): void {
    picture.classList.remove('is-shown');
    this.appendChild(picture);
  }

  setVideoPlaying(isPlaying: boolean): void {
    this.isVideoPlaying = isPlaying;
    this.updateVideos();
  }

  /** False for a video that has no picture yet, or can’t be played. */
  isShowingVideo(id: string): boolean {
    return Array.from(this.querySelectorAll('.is-shown video')).some((video) => {
      const isReady = video instanceof HTMLVideoElement && video.error === null && video.readyState >= 2;
      const post = video.closest('[data-post]');
      return isReady && post !== null && post.getAttribute('data-post') === id;
    });
  }

  updateVideos(): void {
    for (const video of Array.from(this.querySelectorAll('video'))) {
      if (this.isVideoPlaying) void video.play().catch(() => undefined);
      else video.pause();
    }
  }

  show(picture: HTMLElement): void {
    // The old picture stays opaque below the new one until that is opaque: two half-transparent ones would let the background through.
    this.hideShown('is-covered', coveredMs);
    // Reading a size forces layout, so that the fade starts from the hidden state.
    void picture.offsetWidth;
    picture.classList.add('is-shown');
  }

  fadeOut(): void {
    for (const covered of Array.from(this.querySelectorAll(':scope > .is-covered'))) covered.remove();
    this.hideShown('is-leaving', fadeMs);
  }

  /** Removes every other post, now, also while it fades out, but not from a picture that is being prepared. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const post of Array.from(this.querySelectorAll('[data-post]'))) {
      const isKept = ids.has(String(post.getAttribute('data-post'))) || post.closest('[data-preparing]') !== null;
      if (!isKept) post.remove();
    }
  }

  private hideShown(className: string, removedAfterMs: number): void {
    for (const old of Array.from(this.querySelectorAll(':scope > .is-shown'))) {
      old.classList.remove('is-shown');
      old.classList.add(className);
      setTimeout(() => old.remove(), removedAfterMs);
    }
  }

  private scaleToWindow(): void {
    const scale = Math.min(window.innerWidth / width, window.innerHeight / height);
    this.style.transform = scale === 1 || scale === 0 ? '' : `scale(${scale})`;
  }
}
