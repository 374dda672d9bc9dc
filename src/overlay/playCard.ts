/** The card template: connects the feed to the stage and provides play, stop, next and update to playout programs. */
import { createAfterPaint } from './afterPaint.ts';
import { CardElement } from './cardElement.ts';
import { browserDeps, createFeedConnection } from './feedConnection.ts';
import { createFeedSwitch } from './feedSwitch.ts';
import { detectHost, type HostWindow } from './host.ts';
import { createOverlayController } from './overlayController.ts';
import { readPageIdentity } from './pageIdentity.ts';
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
  const identity = readPageIdentity();
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
    (revision) => {
      const report = feeds.reporter();
      afterPaint(() => report(revision));
    },
  );

  const feeds = createFeedSwitch((feed, onState) => {
    const urlOf = (painted: number | null): string =>
      createSocketUrl(location.origin, feed, query, { ...identity, program, painted });
    return createFeedConnection(urlOf, query.name ?? host.name, onState, browserDeps);
  }, controller.update);

  if (host.isAutoConnect) feeds.change(query.feed);
  document.addEventListener('visibilitychange', feeds.reconnectNow);
  window.addEventListener('obsSourceVisibleChanged', feeds.reconnectNow);
  window.addEventListener('pagehide', feeds.stop);
  // The browser can keep a page that it has left, and show it again.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) feeds.restart();
  });

  if (query.isPreview) {
    // The desk pauses the videos of its preview.
    window.addEventListener('message', ({ data, source }) => {
      if (source === window.parent && typeof data?.isVideoPlaying === 'boolean')
        stage.setVideoPlaying(data.isVideoPlaying);
    });
  }

  Object.assign(window, {
    play: () => {
      if (!feeds.isConnected()) feeds.change(query.feed);
      controller.play();
    },
    stop: () => controller.stop(),
    /** Does nothing: the play head decides what comes next, so that every screen shows the same post. */
    next: () => undefined,
    update: (data: unknown) => {
      const feed = parseUpdateFeed(data);
      if (feed !== null) feeds.change(feed);
    },
  });
}
