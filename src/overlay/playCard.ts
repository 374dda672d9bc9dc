/** The card template: connects the feed to the stage and provides play, stop, next and update to playout programs. */
import { connectFeed } from '../kit/connectFeed.ts';
import type { Feed } from '../kit/publicTypes.ts';
import { CardElement } from './cardElement.ts';
import { detectHost, type HostWindow } from './host.ts';
import { createOverlayController } from './overlayController.ts';
import { parseQuery } from './parseQuery.ts';
import { parseUpdateFeed } from './parseUpdateFeed.ts';
import { StageElement } from './stageElement.ts';

customElements.define('greenroom-stage', StageElement);
customElements.define('greenroom-card', CardElement);

const stageElement = document.querySelector('greenroom-stage');
if (stageElement instanceof StageElement) start(stageElement);

function start(stage: StageElement): void {
  const query = parseQuery(location.search);
  const host = detectHost(window as unknown as HostWindow, query.host);
  // A browser’s name is in its user agent.
  const program = host.name === 'Browser' ? null : host.name;

  const controller = createOverlayController<CardElement>(
    host.isAutoPlay,
    {
      prepare: async (item) => {
        const card = new CardElement();
        card.setAttribute('data-preparing', '');
        await card.load(item, () => {
          card.fit();
          stage.updateVideos();
        });
        stage.addHidden(card);
        card.fit();
        stage.updateVideos();
        card.removeAttribute('data-preparing');
        return card;
      },
      show: (card) => stage.show(card),
      discard: (card) => card.remove(),
      cut: () => stage.cut(),
      cutPrevious: () => stage.cutPrevious(),
      fadeOut: () => stage.fadeOut(),
    },
    (revision) => feed?.painted(revision),
  );

  let feed: Feed | null = null;
  let feedName = query.feed;
  const connect = (): void => {
    feed ??= connectFeed({
      feed: feedName,
      base: location.origin,
      name: query.name ?? host.name,
      isPreview: query.isPreview,
      acknowledge: 'manual',
      onState: controller.update,
      ...(query.token !== null && { token: query.token }),
      ...(program !== null && { program }),
    });
  };
  if (host.isAutoConnect) connect();

  if (query.isPreview) {
    // The desk pauses the videos of its preview.
    window.addEventListener('message', ({ data, source }) => {
      if (source === window.parent && typeof data?.isVideoPlaying === 'boolean')
        stage.setVideoPlaying(data.isVideoPlaying);
    });
  }

  Object.assign(window, {
    play: () => {
      connect();
      controller.play();
    },
    stop: () => controller.stop(),
    /** Does nothing: the play head decides what comes next, so that every screen shows the same post. */
    next: () => undefined,
    update: (data: unknown) => {
      feedName = parseUpdateFeed(data) ?? feedName;
      feed?.changeFeed(feedName);
    },
  });
}
