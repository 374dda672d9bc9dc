// @vitest-environment happy-dom
/** Presses the arrow keys of the service’s page before a list has the focus. */
import { fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from './openPage.tsx';
import { closePage, collectionOf, ok, openPage, settle } from './openPage.tsx';

afterEach(closePage);

const collection = collectionOf(2, 'Harbour Night');
const [tom] = collection.stagingContents;
const answer: Answer = ok({
  ...collection,
  stagingContents: ['tom', 'aoife', 'zane'].map((id) => ({ ...tom, id })),
  stagingContentCount: 3,
});

async function openWithThree() {
  const service = await openPage();
  service.answers['GET /collections/col_1'] = answer;
  await service.emit('collection');
  return service;
}

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  await settle();
}

const focusedPost = (): string | undefined => document.activeElement?.closest<HTMLElement>('.row')?.dataset['id'];

it('the arrow keys select posts while nothing has the focus, from the selected post', async () => {
  const { page } = await openWithThree();
  page.selectPost('tom');
  expect(document.activeElement).toBe(document.body);
  await press('ArrowDown');
  expect(page.store.getState().selectedId).toBe('aoife');
  expect(focusedPost()).toBe('aoife');
  await press('End');
  expect(focusedPost()).toBe('zane');
});

it('Shift and an arrow key select several posts while nothing has the focus', async () => {
  const { page } = await openWithThree();
  page.selectPost('tom');
  await press('ArrowDown', { shiftKey: true });
  expect([...(page.store.getState().several?.ids ?? [])]).toEqual(['tom', 'aoife']);
});

it('no key promotes a post while nothing has the focus', async () => {
  const { page, requests } = await openWithThree();
  page.selectPost('tom');
  requests.length = 0;
  await press('ArrowRight');
  expect(requests).toEqual([]);
  expect(page.store.getState().selectedId).toBe('tom');
});
