// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import {
  connectFitFrame,
  measureFits,
  receiveFits,
  requestFit,
  useFits,
  withdrawFit,
} from '../../../src/renderer/stores/fits.ts';
import { posts } from '../states/posts.ts';

type Request = { readonly measureFit: { readonly id: number; readonly items: readonly { readonly id: string }[] } };

const createPost = (id: string): DeskItem => ({ ...posts.tom, id });
let requests: Request[];
let disconnect: () => void;
const idsOf = (request: Request | undefined) => request?.measureFit.items.map(({ id }) => id);
const answerLast = (isWhole: boolean): void => {
  const { id = 0, items = [] } = requests.at(-1)?.measureFit ?? {};
  const fits = items.map((item) => ({ itemId: item.id, isWholeOnCard: isWhole, isWholeOnWall: true, missing: '' }));
  receiveFits({ fits: { id, fits } });
};

beforeEach(() => {
  requests = [];
  disconnect = connectFitFrame((message) => requests.push(message as Request));
  return () => disconnect();
});

test('sends posts only once a frame is ready, the newest first and a few at a time', () => {
  const items = Array.from({ length: 11 }, (_, index) => createPost(`p${index}`));
  for (const item of items) requestFit(item);
  expect(requests).toEqual([]);
  receiveFits({ fitReady: true });
  expect(idsOf(requests[0])).toEqual(['p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']);
  expect(requests).toHaveLength(1);
  answerLast(true);
  expect(idsOf(requests[1])).toEqual(['p0', 'p1', 'p2']);
  answerLast(true);
});

test('keeps a result until the post or the theme changes', () => {
  receiveFits({ fitReady: true });
  const item = createPost('long');
  requestFit(item);
  answerLast(false);
  expect(useFits.getState().fits.get(item)).toMatchObject({ itemId: 'long', isWholeOnCard: false });
  requestFit(item);
  expect(requests).toHaveLength(1);
  requestFit({ ...item });
  expect(requests).toHaveLength(2);
  receiveFits({ fitReady: true });
  expect(useFits.getState().fits.get(item)).toBeUndefined();
});

test('does not measure a post that is no longer needed, and ignores late and strange answers', () => {
  receiveFits({ fitReady: true });
  const [first, second] = [createPost('first'), createPost('second')];
  requestFit(first);
  requestFit(second);
  withdrawFit(second);
  receiveFits({ fits: { id: -1, fits: [] } });
  for (const other of [null, 7, {}, { fits: 1 }, { fits: { id: 'x', fits: [] } }]) receiveFits(other);
  expect(useFits.getState().fits.has(first)).toBe(false);
  answerLast(true);
  expect(useFits.getState().fits.has(first)).toBe(true);
  expect(requests).toHaveLength(1);
});

test('sends a post as the feed draws it', () => {
  receiveFits({ fitReady: true });
  requestFit({ ...createPost('odd'), message: 'a\u202eb', username: 'tom' });
  expect(requests[0]?.measureFit.items[0]).toMatchObject({ message: 'ab', handle: '@tom' });
  answerLast(true);
});

test('measures a whole list after the rows on screen, and ends when every post is measured', async () => {
  receiveFits({ fitReady: true });
  const [shown, other, later] = [createPost('shown'), createPost('other'), createPost('later')];
  requestFit(createPost('first'));
  requestFit(shown);
  const measured = measureFits([shown, other, later], 60_000);
  answerLast(true);
  expect(idsOf(requests[1])).toEqual(['other', 'later', 'shown']);
  answerLast(false);
  await measured;
  expect(useFits.getState().fits.get(later)).toMatchObject({ isWholeOnCard: false });
});

test('ends also when nothing measures, and then forgets the rest', async () => {
  receiveFits({ fitReady: true });
  requestFit(createPost('busy'));
  const item = createPost('late');
  await measureFits([item], 1);
  answerLast(true);
  expect(requests).toHaveLength(1);
  expect(useFits.getState().fits.has(item)).toBe(false);
});
