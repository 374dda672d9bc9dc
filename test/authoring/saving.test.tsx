// @vitest-environment happy-dom
/** Tests saves that are pressed, and text that is typed, while an earlier save runs. */
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newPostKey } from '../../src/authoring/state/draft.ts';
import { changeTo, closePage, collectionOf, type FakeService, ok, openPage, settle } from './openPage.tsx';

afterEach(closePage);

const patch = (id: string): string => `PATCH /collections/col_1/items/${id}`;
const tomEdited = 'A new text of tom';

/** The service as it is after tom was edited, and, in the third version, mira. */
function answerEdits(service: FakeService, second: { readonly message: string } | null = null): void {
  const collection = (version: number, mira: object) => {
    const all = collectionOf(version, 'Harbour Night');
    return {
      ...all,
      stagingContents: all.stagingContents.map((post) => ({ ...post, message: tomEdited })),
      liveContents: all.liveContents.map((post) => ({ ...post, ...mira })),
    };
  };
  service.answers['GET /collections/col_1'] = ok(collection(2, {}));
  service.answers[patch('tom')] = ok(changeTo(2, null));
  if (second !== null) service.answers[patch('mira')] = ok(collection(3, second));
}

/** Answers an edit of tom as if somebody else had changed every post in staging. */
function answerConflict(service: FakeService): void {
  const theirs = collectionOf(2, 'Harbour Night');
  const stagingContents = theirs.stagingContents.map((each) => ({ ...each, message: 'Theirs' }));
  const details = { ...theirs, stagingContents };
  service.answers[patch('tom')] = { status: 412, body: { error: { code: 'VERSION_CHANGED', details } } };
}

/** Holds each response to this request until the returned function is called. */
function holdSave(heldMethod = 'PATCH', path = '/items/tom'): () => Promise<void> {
  const respond = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const isHeld = init.method === heldMethod && address.includes(path);
    const response = respond(address, init);
    if (isHeld) await promise;
    return response;
  });
  return async () => {
    resolve();
    await settle();
  };
}

const edit = (service: FakeService, id: string, message: string) =>
  act(() => {
    service.page.store.setState({ selectedId: id, conflict: null });
    service.page.editing.updateFields({ message });
  });
const save = (service: FakeService) => act(() => void service.page.editing.save());
const edits = (service: FakeService) => service.requests.filter((request) => request.startsWith('PATCH'));

describe('a save that is pressed while another runs', () => {
  it('follows it, and its post is saved too', async () => {
    const service = await openPage();
    answerEdits(service, { message: 'A new text of mira' });
    const release = holdSave();
    edit(service, 'tom', tomEdited);
    save(service);
    await settle();
    edit(service, 'mira', 'A new text of mira');
    save(service);
    await settle();
    expect(edits(service)).toEqual([patch('tom')]);
    await release();
    expect(edits(service)).toEqual([patch('tom'), patch('mira')]);
    expect(service.page.store.getState().drafts).toEqual({});
  });

  it('sends nothing if it is of the same post, which has no other change', async () => {
    const service = await openPage();
    answerEdits(service);
    const release = holdSave();
    edit(service, 'tom', tomEdited);
    save(service);
    save(service);
    await release();
    expect(edits(service)).toEqual([patch('tom')]);
    expect(service.page.store.getState().notice?.kind).toBe('normal');
  });

  it('does not resolve a conflict that the one before found', async () => {
    const service = await openPage();
    answerConflict(service);
    const release = holdSave();
    edit(service, 'tom', tomEdited);
    save(service);
    save(service);
    await release();
    expect(edits(service)).toEqual([patch('tom')]);
    expect(service.page.store.getState().conflict?.theirItem).toMatchObject({ id: 'tom', message: 'Theirs' });
  });

  it('says that the post was changed elsewhere, instead of opening its two versions over another post', async () => {
    const service = await openPage();
    answerConflict(service);
    const release = holdSave();
    edit(service, 'tom', tomEdited);
    save(service);
    await settle();
    edit(service, 'mira', 'A new text of mira');
    await release();
    const { conflict, notice, drafts } = service.page.store.getState();
    expect(conflict).toBeNull();
    expect(notice?.text).toMatch(/^Not saved\. Someone else changed .*Author of tom/);
    expect(Object.keys(drafts).sort()).toEqual(['mira', 'tom']);
  });
});

it('says so if another collection was opened before it could be saved', async () => {
  const service = await openPage();
  const other = { ...collectionOf(1, 'Harbour Day'), id: 'col_2' };
  service.answers['GET /collections'] = ok({ collections: [collectionOf(1, 'Harbour Night'), other] });
  service.answers['GET /collections/col_2'] = ok(other);
  await service.emit('collection');
  answerEdits(service);
  const release = holdSave();
  edit(service, 'tom', tomEdited);
  save(service);
  await settle();
  edit(service, 'mira', 'A new text of mira');
  save(service);
  act(() => service.page.store.setState({ collectionId: 'col_2' }));
  await release();
  expect(edits(service)).toEqual([patch('tom')]);
  expect(service.page.store.getState().notice?.text).toMatch(/^Not saved\. Another collection was opened/);
  expect(Object.keys(service.page.store.getState().drafts)).toContain('mira');
});

describe('text that is typed while a save runs', () => {
  it('stays as an unsaved change of the saved post', async () => {
    const service = await openPage();
    answerEdits(service);
    const release = holdSave();
    edit(service, 'tom', tomEdited);
    save(service);
    await settle();
    edit(service, 'tom', `${tomEdited}, and more`);
    await release();
    const { drafts } = service.page.store.getState();
    expect(drafts['tom']?.fields.message).toBe(`${tomEdited}, and more`);
    expect(drafts['tom']?.base?.message).toBe(tomEdited);
    expect(drafts[newPostKey]).toBeUndefined();
  });
});

it('a new post that is started while the one before is being saved stays a new post', async () => {
  const service = await openPage();
  const add = 'POST /collections/col_1/items';
  const added = { ...changeTo(2, null), lastChange: { kind: 'itemAdded', itemId: 'aoife', at: '', undone: null } };
  const later = collectionOf(2, 'Harbour Night');
  const [tom] = later.stagingContents;
  service.answers[add] = ok(added);
  service.answers['GET /collections/col_1'] = ok({
    ...later,
    stagingContents: [tom, { ...tom, id: 'aoife', message: 'Magic.' }],
  });
  const release = holdSave('POST', '/items');
  const { editing, store } = service.page;
  act(() => editing.startNewPost());
  act(() => editing.updateFields({ fullName: 'Aoife', message: 'Magic.' }));
  save(service);
  await settle();
  act(() => editing.discard());
  act(() => editing.startNewPost());
  await release();
  expect(service.requests).toContain(add);
  const { drafts, selectedId } = store.getState();
  expect(Object.keys(drafts)).toEqual([newPostKey]);
  expect(selectedId).toBe(newPostKey);
});
