/** The screen: holds the pictures, fades between them, and fits 1920 x 1080 into whatever the page was given. */

const width = 1920;
const height = 1080;
/** The fade of stage.css and a frame to spare. Timers and not its end event: fades stand still on a hidden page. */
const fadeMs = 280;

export class StageElement extends HTMLElement {
  connectedCallback(): void {
    this.fit();
    window.addEventListener('resize', () => this.fit());
  }

  /** Lays out a picture unseen, so that it can be measured. */
  lay(picture: HTMLElement): void {
    picture.classList.remove('is-shown');
    this.appendChild(picture);
  }

  show(picture: HTMLElement): void {
    this.fadeOut();
    // Reading a size makes the browser take note of the unseen state, so that the fade has a beginning.
    void picture.offsetWidth;
    picture.classList.add('is-shown');
  }

  fadeOut(): void {
    for (const old of Array.from(this.querySelectorAll(':scope > .is-shown'))) {
      old.classList.remove('is-shown');
      setTimeout(() => old.remove(), fadeMs);
    }
  }

  /** Empties the screen from the next frame on; what is being laid out unseen stays. */
  cut(): void {
    for (const picture of Array.from(this.children)) {
      if (picture.hasAttribute('data-laid')) continue;
      picture.remove();
    }
  }

  private fit(): void {
    const scale = Math.min(window.innerWidth / width, window.innerHeight / height);
    this.style.transform = scale === 1 || scale === 0 ? '' : `scale(${scale})`;
  }
}
