/** The template kit: follows a feed for a page, reconnects forever, and confirms what the page has painted. */
import { createAfterPaint } from './afterPaint.ts';
import { browserDeps, createFeedConnection } from './feedConnection.ts';
import { createFeedSwitch } from './feedSwitch.ts';
import { readPageIdentity } from './pageIdentity.ts';
import type { Feed, FeedOptions, FeedState } from './publicTypes.ts';
import { createSocketAddress, type PaintedRevision } from './socketAddress.ts';

export type { Feed, FeedMedia, FeedOptions, FeedPost, FeedState } from './publicTypes.ts';
// biome-ignore lint/performance/noBarrelFile: templates import the whole kit from one module.
export { readFeedName } from './readFeedName.ts';

/** Connects the page to a feed. Throws if `feed` or `base` is not valid. */
export function connectFeed(options: FeedOptions): Feed {
  const { feed, base = defaultBase(), name = '', onState, onNow, onConnection, acknowledge } = options;
  checkFeed(feed);
  const identity = readPageIdentity();
  const afterPaint = createAfterPaint();
  let connections = 0;
  let state: FeedState | null = null;
  /** The post that `onNow` has finished drawing. */
  let drawnId: string | null = null;
  /** The result of the newest call of `onNow`. A state without a new post waits for it too. */
  let drawing: unknown;
  /** Whether the newest call failed, so that the page may show an older text. The next state draws it again. */
  let hasFailed = false;

  /** Calls `onNow`, and remembers what the page shows once that is drawn. */
  const drawNow = (next: FeedState): void => {
    const id = next.now?.id ?? null;
    const drawn = callOnNow(next);
    drawing = drawn;
    hasFailed = false;
    const finish = (): void => {
      if (drawing === drawn) drawnId = id;
    };
    const fail = (error: unknown): void => {
      if (drawing === drawn) hasFailed = true;
      // Otherwise the confirmation reports it.
      if (acknowledge === 'manual') console.error(error);
    };
    if (drawn instanceof Promise) void drawn.then(finish, fail);
    else finish();
  };
  /** A page that throws has not drawn the post, just as one whose promise is rejected. */
  const callOnNow = (next: FeedState): unknown => {
    try {
      return onNow?.(next.now, next);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const show = (next: FeedState): void => {
    const isNewNow = hasFailed || state === null || JSON.stringify(state.now) !== JSON.stringify(next.now);
    // Its post must leave the screen now, not when the next one’s picture has loaded.
    const hasLeft = drawnId !== null && next.now !== null && !next.list.some(({ id }) => id === drawnId);
    state = next;
    // The feed in control now, not a later one, hears of this paint.
    const report = feeds.reporter();
    if (hasLeft) drawNow({ ...next, now: null });
    if (isNewNow || hasLeft) drawNow(next);
    const shown = [drawing, onState?.(next)];
    if (acknowledge === 'manual') return;
    const confirm = (): void => {
      // A newer state confirms itself.
      if (state === next) afterPaint(() => report(next.revision));
    };
    if (shown.every((result) => result === undefined)) confirm();
    else void Promise.all(shown).then(confirm, (error: unknown) => console.error(error));
  };
  const feeds = createFeedSwitch((slug, onDocument) => {
    const addressOf = (painted: PaintedRevision | null): string => {
      connections += 1;
      return createSocketAddress(base, slug, options, { ...identity, connection: connections, painted });
    };
    return createFeedConnection(addressOf, name, { onState: onDocument, onConnection }, browserDeps);
  }, show);

  const reconnect = (): void => feeds.reconnectNow();
  const leave = (): void => feeds.stop();
  // The browser can keep a page that it has left, and show it again.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) feeds.restart();
  };
  document.addEventListener('visibilitychange', reconnect);
  window.addEventListener('obsSourceVisibleChanged', reconnect);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  feeds.change(feed);

  return {
    state: () => state,
    changeFeed: (slug) => {
      checkFeed(slug);
      feeds.change(slug);
    },
    painted: (revision) => {
      const report = feeds.reporter();
      afterPaint(() => report(revision));
    },
    close: () => {
      document.removeEventListener('visibilitychange', reconnect);
      window.removeEventListener('obsSourceVisibleChanged', reconnect);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      feeds.stop();
    },
  };
}

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** A template without types can pass anything. */
function checkFeed(feed: unknown): void {
  if (typeof feed !== 'string' || !slug.test(feed))
    throw new Error(`"${feed}" is not the name of a feed. Use one such as "main".`);
}

/** The server of this module; for a copy in a file, this machine. */
function defaultBase(): string {
  const { protocol, origin } = new URL(import.meta.url);
  return protocol === 'http:' || protocol === 'https:' ? origin : 'http://127.0.0.1:7411';
}
