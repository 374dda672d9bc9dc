/** The card template: puts feed, director and stage together and gives playout programs their four calls. */
import { createAfterPaint } from './afterPaint.ts';
import { CardElement } from './cardElement.ts';
import { createDirector } from './director.ts';
import { browserPorts, createFeedConnection, type FeedConnection } from './feedConnection.ts';
import { detectHost, type HostSigns } from './host.ts';
import { readQuery, socketAddress } from './readQuery.ts';
import { readUpdate } from './readUpdate.ts';
import { StageElement } from './stageElement.ts';

customElements.define('greenroom-stage', StageElement);
customElements.define('greenroom-card', CardElement);

const screen = document.querySelector('greenroom-stage');
if (screen instanceof StageElement) playOn(screen);

function playOn(stage: StageElement): void {
  const query = readQuery(location.search);
  const host = detectHost(window as unknown as HostSigns, query.host);
  const afterPaint = createAfterPaint();
  let line: FeedConnection | null = null;

  const director = createDirector<CardElement>(
    host.playsByItself,
    {
      prepare: async (item) => {
        const card = new CardElement();
        card.setAttribute('data-laid', '');
        await card.load(item);
        stage.lay(card);
        card.fit();
        card.removeAttribute('data-laid');
        return card;
      },
      show: (card) => stage.show(card),
      discard: (card) => card.remove(),
      cut: () => stage.cut(),
      fadeOut: () => stage.fadeOut(),
    },
    (revision) => afterPaint(() => line?.painted(revision)),
  );

  const read = (feed: string): void => {
    line?.stop();
    const address = socketAddress(location.origin, feed, query);
    line = createFeedConnection(address, query.name ?? host.name, director.hear, browserPorts);
    line.start();
  };

  if (host.readsByItself) read(query.feed);
  document.addEventListener('visibilitychange', () => line?.wake());
  window.addEventListener('obsSourceVisibleChanged', () => line?.wake());

  Object.assign(window, {
    play: () => {
      if (line === null) read(query.feed);
      director.play();
    },
    stop: () => director.stop(),
    /** The play head decides what comes next, so that every screen shows the same; the call is taken and changes nothing. */
    next: () => undefined,
    update: (data: unknown) => {
      const feed = readUpdate(data);
      if (feed !== null) read(feed);
    },
  });
}
