// @vitest-environment happy-dom
/** Presses the arrow keys of the service’s page before a list has the focus. */
import { act, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
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

describe('a selected post that another editor deletes', () => {
  const without = (...gone: readonly string[]): Answer => {
    const ids = ['tom', 'aoife', 'zane'].filter((id) => !gone.includes(id));
    const rest = { stagingContents: ids.map((id) => ({ ...tom, id })), stagingContentCount: ids.length };
    return ok({ ...collectionOf(3, 'Harbour Night'), ...rest });
  };
  const focusRow = (id: string) => act(() => document.querySelector<HTMLElement>(`[data-id="${id}"] button`)?.focus());

  it('leaves nothing selected, so that no key acts on its neighbour, and the arrow keys select from its place', async () => {
    const service = await openWithThree();
    const { page, requests } = service;
    focusRow('aoife');
    service.answers['GET /collections/col_1'] = without('aoife');
    await service.emit('collection');
    expect(page.store.getState().selectedId).toBeNull();
    requests.length = 0;
    for (const key of ['ArrowRight', ' ', 'Enter', 'Delete']) await press(key);
    expect(requests).toEqual([]);
    expect(page.store.getState()).toMatchObject({ selectedId: null, pendingMove: null });
    expect(document.activeElement?.className).toBe('list-rows');
    await press('ArrowDown');
    expect(focusedPost()).toBe('zane');
  });

  it('leaves the others selected if several were', async () => {
    const service = await openWithThree();
    const { page } = service;
    page.severalPosts.selectAll('staging', 'aoife');
    service.answers['GET /collections/col_1'] = without('aoife');
    await service.emit('collection');
    expect([...(page.store.getState().several?.ids ?? [])]).toEqual(['tom', 'zane']);
    expect(page.store.getState().selectedId).toBe('tom');
  });

  it('as its key is pressed does not pass the focus on to a post that the next press would promote', async () => {
    const service = await openWithThree();
    focusRow('zane');
    const { body } = without('zane');
    const refusal = { status: 412, body: { error: { code: 'VERSION_CHANGED', details: body } } };
    service.answers['POST /collections/col_1/items/zane/promote'] = refusal;
    await press('ArrowRight');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(service.requests.at(-1)).toBe('POST /collections/col_1/items/zane/promote');
    expect(focusedPost()).toBeUndefined();
    expect(service.page.store.getState().selectedId).toBeNull();
  });
});

it('after a deletion in this window its neighbour is selected', async () => {
  const service = await openWithThree();
  const { page } = service;
  page.selectPost('aoife');
  const ids = ['tom', 'zane'];
  const body = { ...collectionOf(3, 'Harbour Night'), stagingContents: ids.map((id) => ({ ...tom, id })) };
  service.answers['DELETE /collections/col_1/items/aoife'] = ok({ ...body, stagingContentCount: 2 });
  await page.changes.deleteItem('aoife');
  expect(page.store.getState().selectedId).toBe('zane');
});
