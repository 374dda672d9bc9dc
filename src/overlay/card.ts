/** The card template: the current post. */
import { CardElement } from './cardElement.ts';
import { createOverlayController } from './overlayController.ts';
import { runOverlay } from './runOverlay.ts';

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
        card.setAttribute('data-preparing', '');
        await card.load(item, drawn, () => {
          card.fit(drawn);
          stage.updateVideos();
        });
        stage.addHidden(card);
        card.fit(drawn);
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
