/** The card template: connects the feed to the stage and provides play, stop, next and update to playout programs. */
import { createAfterPaint } from './afterPaint.ts';
import { CardElement } from './cardElement.ts';
import { browserDeps, createFeedConnection, type FeedConnection } from './feedConnection.ts';
import { detectHost, type HostWindow } from './host.ts';
import { createOverlayController } from './overlayController.ts';
import { createSocketUrl, parseQuery } from './parseQuery.ts';
import { parseUpdateFeed } from './parseUpdateFeed.ts';
import { StageElement } from './stageElement.ts';

customElements.define('greenroom-stage', StageElement);
customElements.define('greenroom-card', CardElement);

const stageElement = document.querySelector('greenroom-stage');
if (stageElement instanceof StageElement) start(stageElement);

function start(stage: StageElement): void {
  const query = parseQuery(location.search);
  const host = detectHost(window as unknown as HostWindow, query.host);
  const afterPaint = createAfterPaint();
  let connection: FeedConnection | null = null;

  const controller = createOverlayController<CardElement>(
    host.isAutoPlay,
    {
      prepare: async (item) => {
        const card = new CardElement();
        card.setAttribute('data-preparing', '');
        await card.load(item);
        stage.addHidden(card);
        card.fit();
        stage.updateVideos();
        card.removeAttribute('data-preparing');
        return card;
      },
      show: (card) => stage.show(card),
      discard: (card) => card.remove(),
      cut: () => stage.cut(),
      fadeOut: () => stage.fadeOut(),
    },
    // Nobody waits for the desk's picture.
    (revision) => {
      if (!query.isPreview) afterPaint(() => connection?.reportPainted(revision));
    },
  );

  const connect = (feed: string): void => {
    connection?.stop();
    const url = createSocketUrl(location.origin, feed, query);
    connection = createFeedConnection(url, query.name ?? host.name, controller.update, browserDeps);
    connection.start();
  };

  if (host.isAutoConnect) connect(query.feed);
  document.addEventListener('visibilitychange', () => connection?.reconnectNow());
  window.addEventListener('obsSourceVisibleChanged', () => connection?.reconnectNow());

  if (query.isPreview) {
    // The desk pauses the videos of its preview.
    window.addEventListener('message', ({ data, source }) => {
      if (source === window.parent && typeof data?.isVideoPlaying === 'boolean')
        stage.setVideoPlaying(data.isVideoPlaying);
    });
  }

  Object.assign(window, {
    play: () => {
      if (connection === null) connect(query.feed);
      controller.play();
    },
    stop: () => controller.stop(),
    /** Does nothing: the play head decides what comes next, so that every screen shows the same post. */
    next: () => undefined,
    update: (data: unknown) => {
      const feed = parseUpdateFeed(data);
      if (feed !== null) connect(feed);
    },
  });
}
