/** The card template: the current post. */
import { CardElement } from './cardElement.ts';
import { createOverlayController } from './overlayController.ts';
import { runOverlay } from './runOverlay.ts';

/** Pixels. */
const frameWidth = 1920;
const frameHeight = 1080;
const maxCardWidth = 1200;

customElements.define('greenroom-card', CardElement);

runOverlay('current', ({ stage, appearance, isPlaying, onShown }) =>
  createOverlayController<CardElement>(
    isPlaying,
    ({ now }) => (now === null ? [] : [now]),
    {
      prepare: async ([item]) => {
        const card = new CardElement();
        if (item === undefined) return card;
        const drawn = appearance();
        const share = (1 - (2 * drawn.safe) / 100) / drawn.scale;
        const maxHeight = frameHeight * share;
        card.style.maxWidth = `${Math.min(maxCardWidth, frameWidth * share)}px`;
        card.setAttribute('data-preparing', '');
        await card.load(item, drawn, () => {
          card.fit(maxHeight);
          stage.updateVideos();
        });
        stage.addHidden(card);
        card.fit(maxHeight);
        stage.updateVideos();
        card.removeAttribute('data-preparing');
        return card;
      },
      show: (card) => stage.show(card),
      discard: (card) => card.remove(),
      keepOnly: (ids) => stage.keepOnly(ids),
      isShowingVideo: (id) => stage.isShowingVideo(id),
      fadeOut: () => stage.fadeOut(),
    },
    onShown,
  ),
);
