/** Draws a poster for each stored video that has none, one at a time, and sends it to the engine, which can’t decode videos. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { FeedLists } from '../../contract/deskState.ts';
import { isVideo } from '../../ui/MediaTile.tsx';
import type { DeskClient } from './client.ts';

type Sources = {
  readonly lists: () => readonly FeedLists[];
  readonly subscribe: (onChange: () => void) => void;
  /** Resolves with a picture as a `data:` address; `null` if this browser can’t show the video. */
  readonly draw: (url: string) => Promise<string | null>;
};

/** Leaves a page time to appear, and joins changes that follow each other. */
const delayMs = 1000;

/** Runs as long as the page. A video that can’t be drawn is not tried again until the page is opened again. */
export function drawPosters(client: Pick<DeskClient, 'command'>, { lists, subscribe, draw }: Sources): void {
  const tried = new Set<string>();
  let isWaiting = false;

  const drawOne = async (url: string): Promise<void> => {
    const picture = await draw(url);
    const base64 = picture?.split(',')[1] ?? '';
    if (base64 === '' || findVideo(lists(), (other) => other === url) === null) return;
    const name = url.slice(url.lastIndexOf('/') + 1);
    await client.command({ name: 'setPoster', input: { name, picture: base64 } });
  };
  const drawAll = async (): Promise<void> => {
    const findUntried = (): string | null => findVideo(lists(), (url) => !tried.has(url));
    for (let url = findUntried(); url !== null; url = findUntried()) {
      tried.add(url);
      // Without a connection, or with a token that may not, there is no poster.
      await drawOne(url).catch(() => undefined);
    }
  };
  const drawSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      void drawAll().finally(() => {
        isWaiting = false;
      });
    }, delayMs);
  };
  subscribe(drawSoon);
  drawSoon();
}

/** The first sought stored video without a poster; on-air and live posts first. */
function findVideo(lists: readonly FeedLists[], isSought: (url: string) => boolean): string | null {
  const findIn = (items: readonly DeskItem[]): string | null => {
    for (const { media } of items)
      for (const medium of media)
        if (medium.url !== null && medium.posterUrl === null && isVideo(medium) && isSought(medium.url))
          return medium.url;
    return null;
  };
  for (const part of ['onAirOnly', 'live', 'staging'] as const)
    for (const list of lists) {
      const url = findIn(list[part]);
      if (url !== null) return url;
    }
  return null;
}
