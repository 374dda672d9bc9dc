// @vitest-environment happy-dom
/** Tests what the service's page requests again after an event, and what it shows when the service refuses or is gone. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseAnnouncement } from '../../src/authoring/state/announcement.ts';
import type { Delivery, Webhook } from '../../src/core/authoringDocument.ts';
import {
  changeTo,
  closePage,
  collectionOf,
  noConnection,
  ok,
  openPage,
  pause,
  promotion,
  settle,
} from './openPage.tsx';

afterEach(closePage);

/** The page reconnects every 2 s. */
const longTimeout = { timeout: 15_000 };

const openScreen = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const shownText = (): string => document.querySelector('.announcer-text')?.textContent ?? '';

describe('an event of the service', () => {
  it.each([
    ['collection', ['GET /collections', 'GET /collections/col_1']],
    ['delivery', ['GET /deliveries', 'GET /webhooks']],
    ['registry', ['GET ', 'GET /keys', 'GET /webhooks']],
    ['read', ['GET /keys']],
    ['unknown', []],
  ])('requests only what it touches: %s', async (event, expected) => {
    const service = await openPage();
    service.requests.length = 0;
    await service.emit(event);
    expect(service.requests.toSorted()).toEqual(expected);
  });

  it('requests the faults, if the service has switches for them', async () => {
    const service = await openPage(true);
    expect(screen.getByRole('button', { name: 'Faults' })).toBeDefined();
    service.requests.length = 0;
    await service.emit('read');
    expect(service.requests.toSorted()).toEqual(['GET /faults', 'GET /keys']);
  });

  it('is handled once with others that arrive together', async () => {
    const service = await openPage();
    service.requests.length = 0;
    await service.emit('collection', 'collection', 'collection');
    expect(service.requests).toHaveLength(2);
  });

  it('shows the change of another window', async () => {
    const service = await openPage();
    service.answers['GET /collections'] = ok({ collections: [collectionOf(2, 'Harbour Day')] });
    await service.emit('collection');
    expect(screen.getByText('Harbour Day')).toBeDefined();
  });

  it('never replaces a collection by an older version', async () => {
    const service = await openPage();
    const newer = collectionOf(3, 'Harbour Night');
    service.answers['GET /collections/col_1'] = ok({ ...newer, liveContents: [], liveContentCount: 0 });
    await service.emit('collection');
    expect(screen.getByText('LIVE LIST 0')).toBeDefined();
    service.answers['GET /collections/col_1'] = ok(collectionOf(2, 'Harbour Night'));
    await service.emit('collection');
    expect(screen.getByText('LIVE LIST 0')).toBeDefined();
  });
});

describe('the difference of a change', () => {
  it('shows a change of another window without a request', async () => {
    const service = await openPage();
    service.requests.length = 0;
    await service.emitChange(changeTo(2, promotion));
    expect(screen.getByText('LIVE LIST 2')).toBeDefined();
    expect(screen.getByText('STAGING 0')).toBeDefined();
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['follows a version that the page missed', changeTo(3, promotion)],
    ['is too large to send', changeTo(2, null)],
    ['names a post that the page does not have', changeTo(2, [{ list: 'live', at: 0, removed: 0, inserted: ['x'] }])],
  ])('requests the collection if it %s', async (_, change) => {
    const service = await openPage();
    service.requests.length = 0;
    await service.emitChange(change);
    expect(service.requests.toSorted()).toEqual(['GET /collections', 'GET /collections/col_1']);
    expect(screen.getByText('LIVE LIST 1')).toBeDefined();
  });

  it('requests the list of collections after a deletion, and not the collection, which is gone', async () => {
    const service = await openPage();
    service.answers['GET /collections'] = ok({ collections: [] });
    service.requests.length = 0;
    await service.emitChange({ ...changeTo(2, promotion), isDeleted: true });
    expect(service.requests).toContain('GET /collections');
    expect(service.requests).not.toContain('GET /collections/col_1');
    expect(screen.queryByText('LIVE LIST 1')).toBeNull();
  });

  it('shows a change of this window, and reads the collection only if the response lacks the difference', async () => {
    const service = await openPage();
    const demotion = [
      { list: 'staging', at: 0, removed: 0, inserted: ['tom'] },
      { list: 'live', at: 1, removed: 1, inserted: [] },
    ] as const;
    service.answers['POST /collections/col_1/items/tom/promote'] = ok(changeTo(2, promotion));
    service.requests.length = 0;
    fireEvent.click(screen.getByRole('button', { name: 'Promote to live: Author of tom' }));
    await settle();
    await service.emitChange(changeTo(2, promotion));
    expect(screen.getByText('LIVE LIST 2')).toBeDefined();
    expect(shownText()).toContain('Author of tom promoted to live, position 2.');
    expect(service.requests).toEqual(['POST /collections/col_1/items/tom/promote']);

    service.answers['POST /collections/col_1/items/tom/demote'] = ok(changeTo(3, null));
    service.answers['GET /collections/col_1'] = ok(collectionOf(3, 'Harbour Night'));
    service.requests.length = 0;
    fireEvent.click(screen.getByRole('button', { name: 'Demote to staging: Author of tom' }));
    await settle();
    await service.emitChange(changeTo(3, demotion));
    expect(screen.getByText('LIVE LIST 1')).toBeDefined();
    expect(service.requests).toEqual(['POST /collections/col_1/items/tom/demote', 'GET /collections/col_1']);
  });
});

describe('a change of this window', () => {
  it('is called saved when its sentence is gone', async () => {
    const service = await openPage();
    service.answers['POST /collections/col_1/items/tom/promote'] = ok(changeTo(2, promotion));
    fireEvent.click(screen.getByRole('button', { name: 'Promote to live: Author of tom' }));
    await settle();
    expect(shownText()).toContain('1 webhook to notify.');
    act(() => service.page.context.store.setState({ notice: null }));
    expect(shownText()).toContain('The last change from this window is saved.');
  });

  it('that was just undone is not called the change of someone else', async () => {
    const service = await openPage();
    const undone = { kind: 'changeUndone', itemId: null, at: '2026-11-20T20:42:29.000Z', undone: null };
    const own = { ...collectionOf(2, 'Harbour Night'), lastChange: undone, undoesVersion: null };
    service.answers['GET /collections/col_1'] = ok(own);
    await service.emit('collection');
    act(() => service.page.context.store.setState({ ownVersions: { col_1: [2] } }));
    await act(() => service.page.changes.undo());
    expect(shownText()).toContain('The last change from this window is already undone.');
    expect(shownText()).not.toContain('elsewhere');
  });
});

describe('a request that fails', () => {
  it('says that nothing was changed and why', async () => {
    const service = await openPage();
    const error = { code: 'KEY_IN_USE', message: 'The key is in use.' };
    service.answers['DELETE /keys/k1'] = { status: 409, body: { error } };
    await openScreen('API keys');
    fireEvent.click(screen.getByRole('button', { name: 'Revoke' }));
    pause();
    fireEvent.click(screen.getByRole('button', { name: 'Press again to revoke' }));
    await settle();
    expect(shownText()).toContain('Nothing was changed. The key is in use.');
    expect(service.requests).toContain('DELETE /keys/k1');
  });

  it('keeps what is on screen, and the page reconnects when the service is back', async () => {
    const service = await openPage();
    const answers = { ...service.answers };
    for (const request of Object.keys(answers)) service.answers[request] = noConnection;
    service.answers['GET /events'] = noConnection;
    await service.endStream();
    await waitFor(() => expect(shownText()).toContain('The service isn’t responding.'), longTimeout);
    expect(screen.getByText('LIVE LIST 1')).toBeDefined();
    delete service.answers['GET /events'];
    Object.assign(service.answers, answers);
    await waitFor(() => expect(shownText()).not.toContain('isn’t responding'), longTimeout);
  });

  it('is sent again when it got no response although the event stream stayed open', async () => {
    const service = await openPage();
    const answer = service.answers['GET /keys'] ?? noConnection;
    service.answers['GET /keys'] = noConnection;
    await service.emit('read');
    expect(shownText()).toContain('The service isn’t responding.');
    service.answers['GET /keys'] = answer;
    await waitFor(() => expect(shownText()).not.toContain('isn’t responding'), longTimeout);
  });

  it('warns that the page may be out of date after a fault of the service, and is sent again', async () => {
    const service = await openPage();
    service.answers['GET /collections'] = { status: 503, body: { error: { code: 'BUSY', message: 'Busy.' } } };
    await service.emit('collection');
    expect(shownText()).toContain('This page may be out of date. Busy.');
    service.answers['GET /collections'] = ok({ collections: [collectionOf(2, 'Harbour Day')] });
    await waitFor(() => expect(screen.getByText('Harbour Day')).toBeDefined(), longTimeout);
  });

  it('stops at a token that is not accepted, whatever is requested later', async () => {
    const service = await openPage();
    service.answers['GET /keys'] = { status: 401, body: {} };
    await service.emit('read');
    expect(shownText()).toContain('This page’s token is not accepted.');
    await service.emit('collection');
    expect(service.requests.at(-1)).toMatch('/collections');
    expect(shownText()).toContain('This page’s token is not accepted.');
  });
});

describe('unsaved changes', () => {
  it('keep the organisation, whose field can be reached and says why', async () => {
    const service = await openPage();
    service.answers['GET '] = ok({ organisations: [{ name: 'demo' }, { name: 'north' }], hasFaults: false });
    await service.emit('registry');
    act(() => service.page.editing.startNewPost());
    const field = screen.getByRole('combobox', { name: 'Organisation' });
    expect(field.matches('[aria-disabled="true"]:not(:disabled)')).toBe(true);
    fireEvent.change(field, { target: { value: 'north' } });
    await settle();
    expect(shownText()).toContain('Save or discard them, then choose another organisation.');
    expect(service.requests.filter((request) => request.includes('/north'))).toEqual([]);
    expect((field as HTMLSelectElement).value).toBe('demo');
  });
});

describe('an armed button', () => {
  it.each([
    ['Collections', 'Clear live', 'Press again within 2 seconds to clear the post from live.'],
    ['Collections', 'Delete', 'Press again within 2 seconds to delete Harbour Night with all its posts.'],
    ['API keys', 'Revoke', 'Press again within 2 seconds to revoke the API key wall.'],
    ['Webhooks', 'Delete', 'Press again within 2 seconds to delete the webhook Gallery 1.'],
  ])('on %s shows and announces what the second press will do: %s', async (screenName, button, sentence) => {
    const service = await openPage();
    await openScreen(screenName);
    fireEvent.click(screen.getAllByRole('button', { name: button })[0] ?? document.body);
    await settle();
    expect(shownText()).toContain(sentence);
    expect(screen.getByRole('alert').textContent).toContain('Any other key cancels.');
    fireEvent.keyDown(document.body, { key: 'x' });
    await settle();
    expect(shownText()).not.toContain(sentence);
    expect(service.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('a refusal', () => {
  const lateDelivery = {
    ...{ id: 'd', webhookId: 'w', eventAt: '2026-11-20T20:33:40.000Z', state: 'retrying', tries: 1 },
    ...{ lastStatus: 503, lastFault: null, queuePosition: 0, nextTryAt: null, isLost: false },
  };
  const webhook = { id: 'w', name: 'Gallery 2', url: 'http://127.0.0.1:1/', signing: 'body', isSetAtStartup: false };

  it('is shown before a late delivery', async () => {
    const service = await openPage();
    const shown = {
      ...service.page.store.getState(),
      ...({ screen: 'webhooks', connection: 'ready', summaries: [], collection: null, faults: null } as const),
      webhooks: [webhook as unknown as Webhook],
      deliveries: [lateDelivery as unknown as Delivery],
      now: Date.parse(lateDelivery.eventAt) + 86_400_000,
    };
    expect(chooseAnnouncement(shown).strong).toMatch(/^Gallery 2 has returned 503 since 20 Nov \d\d:\d\d\.$/);
    const notice = { kind: 'warning', icon: 'triangle', at: null, lead: '', strong: 'Nothing was changed.' } as const;
    const refused = { ...shown, notice: { ...notice, text: '', action: null } };
    expect(chooseAnnouncement(refused)).toMatchObject({ strong: 'Nothing was changed.', at: null });
    const atNoon = { ...refused, notice: { ...refused.notice, at: Date.parse('2026-11-20T12:00:00.000Z') } };
    expect(chooseAnnouncement(atNoon).at).toMatch(/^20 Nov \d\d:\d\d$/);
  });

  it('goes when its field is edited, and when its screen is left', async () => {
    const service = await openPage();
    const { store, showScreen } = service.page;
    const refuse = () =>
      act(() => {
        void service.page.serviceActions.createWebhook({ name: 'Gallery 2', url: 'gallery', signing: 'body' });
      });
    act(() => showScreen('webhooks'));
    refuse();
    expect(store.getState().notice?.text).toMatch(/^Not created/);
    fireEvent.change(screen.getByPlaceholderText('Gallery 1'), { target: { value: 'Gallery 2' } });
    expect(store.getState().notice).toBeNull();
    refuse();
    act(() => store.setState({ mediaProblem: 'a.txt was not added.' }));
    act(() => showScreen('collections'));
    expect(store.getState()).toMatchObject({ notice: null, mediaProblem: null });
  });
});

describe('the message about a refused file', () => {
  it('goes with the next file that is added or removed', async () => {
    const service = await openPage();
    const { store, editing } = service.page;
    const media = { mediaUrl: 'https://media.example/a.jpg', mediaType: 'image/jpeg' };
    for (const change of [() => editing.addMedia(media), () => editing.removeMedia(0)]) {
      act(() => store.setState({ mediaProblem: 'a.txt was not added.' }));
      act(change);
      expect(store.getState().mediaProblem).toBeNull();
    }
  });
});
