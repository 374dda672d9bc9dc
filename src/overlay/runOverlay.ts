/** Runs a template: connects it to its feed, gives it the station’s appearance, and lets playout programs play it. */
import { connectFeed } from '../kit/connectFeed.ts';
import type { Feed } from '../kit/publicTypes.ts';
import { readFeedName } from '../kit/readFeedName.ts';
import { type Appearance, defaultAppearance, withQuery } from './appearance.ts';
import { createDebugBadge } from './debugBadge.ts';
import { followTheme } from './followTheme.ts';
import { detectHost, type HostWindow } from './host.ts';
import type { OverlayTemplate, TemplateDeps } from './overlayTemplate.ts';
import { parseQuery } from './parseQuery.ts';
import { StageElement } from './stageElement.ts';

/** How often the theme is read. A preview shows changes while they are made. */
const themeMs = 10_000;
const previewThemeMs = 1000;

/** `list`: whether the template needs all posts in the desk’s preview, too. */
export function runOverlay(list: 'all' | 'current', createTemplate: (deps: TemplateDeps) => OverlayTemplate): void {
  customElements.define('greenroom-stage', StageElement);
  const stage = document.querySelector('greenroom-stage');
  if (stage instanceof StageElement) start(stage, list, createTemplate);
}

function start(
  stage: StageElement,
  list: 'all' | 'current',
  createTemplate: (deps: TemplateDeps) => OverlayTemplate,
): void {
  const query = parseQuery(location.search);
  const host = detectHost(window as unknown as HostWindow, query.host);
  // A browser’s name is in its user agent.
  const program = host.name === 'Browser' ? null : host.name;
  const badge = query.isDebug ? createDebugBadge(host.name) : null;

  let appearance: Appearance = withQuery(defaultAppearance, location.search);
  stage.applyAppearance(appearance);
  let feed: Feed | null = null;
  const template = createTemplate({
    stage,
    appearance: () => appearance,
    isPlaying: host.isAutoPlay,
    onShown: (revision) => {
      badge?.noteShown(revision);
      feed?.painted(revision);
      // The file for SPX and the OGraf graphic reveal their frame only now, never the browser's error page.
      if (window.parent !== window && !query.isPreview) window.parent.postMessage({ greenroom: 'shown' }, '*');
    },
  });
  followTheme(query.isPreview ? previewThemeMs : themeMs, (theme) => {
    appearance = withQuery(theme, location.search);
    stage.applyAppearance(appearance);
    template.redraw();
  });

  let feedName = query.feed;
  const connect = (): void => {
    feed =
      feed ||
      connectFeed({
        feed: feedName,
        base: location.origin,
        name: query.name || host.name,
        isPreview: query.isPreview,
        list: query.isPreview ? list : 'all',
        acknowledge: 'manual',
        onState: (state) => {
          badge?.noteState(state);
          template.update(state);
        },
        onConnection: (isConnected) => badge?.noteConnection(isConnected),
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
      template.play();
    },
    stop: () => template.stop(),
    /** Does nothing: the play head decides what comes next, so that every screen shows the same post. */
    next: () => undefined,
    update: (data: unknown) => {
      feedName = readFeedName(data) || feedName;
      feed?.changeFeed(feedName);
    },
  });
}
