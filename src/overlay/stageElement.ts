/** Holds the cards, fades between them, and scales 1920 x 1080 to the page. */

const width = 1920;
const height = 1080;
/** The 240 ms fade of stage.css plus two frames. A timer, because transitionend never fires on a hidden page. */
const fadeMs = 280;
/** A covered card fades after the new one is opaque. */
const coveredMs = 240 + fadeMs;

export class StageElement extends HTMLElement {
  private isVideoPlaying = true;

  connectedCallback(): void {
    this.scaleToWindow();
    window.addEventListener('resize', () => this.scaleToWindow());
  }

  /** Adds a card invisibly, so that it can be measured. */
  addHidden(card: HTMLElement): void {
    card.classList.remove('is-shown');
    this.appendChild(card);
  }

  setVideoPlaying(isPlaying: boolean): void {
    this.isVideoPlaying = isPlaying;
    this.updateVideos();
  }

  updateVideos(): void {
    for (const video of Array.from(this.querySelectorAll('video'))) {
      if (this.isVideoPlaying) void video.play().catch(() => undefined);
      else video.pause();
    }
  }

  show(card: HTMLElement): void {
    // The old card stays opaque below the new one until that is opaque: two half-transparent cards would let the background through.
    this.hideShown('is-covered', coveredMs);
    // Reading a size forces layout, so that the fade starts from the hidden state.
    void card.offsetWidth;
    card.classList.add('is-shown');
  }

  fadeOut(): void {
    this.cutPrevious();
    this.hideShown('is-leaving', fadeMs);
  }

  /** Removes cards that are fading out, now. */
  cutPrevious(): void {
    for (const card of Array.from(this.querySelectorAll(':scope > .is-covered, :scope > .is-leaving'))) card.remove();
  }

  private hideShown(className: string, removedAfterMs: number): void {
    for (const old of Array.from(this.querySelectorAll(':scope > .is-shown'))) {
      old.classList.remove('is-shown');
      old.classList.add(className);
      setTimeout(() => old.remove(), removedAfterMs);
    }
  }

  /** Empties the screen in the next frame. Cards still being prepared stay. */
  cut(): void {
    for (const card of Array.from(this.children)) {
      if (card.hasAttribute('data-preparing')) continue;
      card.remove();
    }
  }

  private scaleToWindow(): void {
    const scale = Math.min(window.innerWidth / width, window.innerHeight / height);
    this.style.transform = scale === 1 || scale === 0 ? '' : `scale(${scale})`;
  }
}
