import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeskItem, DeskMedia } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { drawPosters } from '../../../src/renderer/engine/drawPosters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const video = (name: string | null, posterUrl: string | null): DeskMedia => ({
  ...{ mediaType: 'video/mp4', url: name === null ? null : `/media/${name}.mp4`, posterUrl, thumbnailUrl: null },
  ...{ width: 64, height: 48, durationMs: 500, codec: null, bytes: null, progress: 1, isBroken: false },
  ...{ sizes: [], host: 'pics.example' },
});
const postWith = (...media: readonly DeskMedia[]): DeskItem => ({
  ...{ id: 'p', fullName: null, username: null, source: 'X', message: '', avatarUrl: null, media },
  ...{ publishedAt: '', lastModifiedDate: '', mark: null },
});
const listsOf = (live: readonly DeskItem[], staging: readonly DeskItem[]): FeedLists => ({
  ...{ slug: 'main', staging, live, onAir: [], onAirOnly: [], keptOff: [], otherInLive: [], onAirSince: '' },
});

function start(initial: FeedLists, draw: (url: string) => Promise<string | null>) {
  let lists = initial;
  let notify = (): void => undefined;
  const sent: unknown[] = [];
  const command = async (call: unknown): Promise<void> => void sent.push(call);
  const subscribe = (onChange: () => void): void => {
    notify = onChange;
  };
  drawPosters({ command }, { lists: () => [lists], subscribe, draw });
  const settle = () => vi.advanceTimersByTimeAsync(2000);
  const change = (next: FeedLists): Promise<unknown> => {
    lists = next;
    notify();
    return settle();
  };
  return { sent, settle, change };
}

const sentFor = (name: string) => ({ name: 'setPoster', input: { name: `${name}.mp4`, picture: 'AAAA' } });

it('draws each stored video without a poster once, live before staging', async () => {
  const drawn: string[] = [];
  const lists = listsOf([postWith(video('b', null), video('has', '/media/p.jpg'))], [postWith(video('c', null))]);
  const { sent, settle, change } = start(lists, async (url) => {
    drawn.push(url);
    return 'data:image/jpeg;base64,AAAA';
  });
  await settle();
  expect(drawn).toEqual(['/media/b.mp4', '/media/c.mp4']);
  expect(sent).toEqual([sentFor('b'), sentFor('c')]);
  await change(listsOf([postWith(video('b', null), video('d', null), video(null, null))], []));
  expect(drawn.slice(2)).toEqual(['/media/d.mp4']);
});

it('sends nothing for a video that the browser can’t show, and goes on with the next', async () => {
  const lists = listsOf([postWith(video('odd', null), video('good', null))], []);
  const { sent, settle } = start(lists, async (url) => (url.includes('odd') ? null : 'data:image/jpeg;base64,AAAA'));
  await settle();
  expect(sent).toEqual([sentFor('good')]);
});

it('sends nothing for a video that left or got a poster from another desk while it was drawn', async () => {
  let finish = (_: string): void => undefined;
  const drawing = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const { sent, settle, change } = start(listsOf([postWith(video('a', null))], []), () => drawing);
  await settle();
  await change(listsOf([postWith(video('a', '/media/p.jpg'))], []));
  finish('data:image/jpeg;base64,AAAA');
  await settle();
  expect(sent).toEqual([]);
});
