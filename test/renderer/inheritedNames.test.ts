// @vitest-environment happy-dom
/** Tests that a name which every object inherits, such as `constructor`, is a name like any other. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskView } from '../../src/contract/deskState.ts';
import { writeDifference } from '../../src/core/jsonDifference.ts';
import { formatChangedValue } from '../../src/core/settingValues.ts';
import { formatSourceName } from '../../src/overlay/formatSourceName.ts';
import { currentDesk } from '../../src/renderer/stores/desk.ts';
import { emptyMirror, receiveChange, receiveState, useMirror } from '../../src/renderer/stores/engineMirror.ts';
import { targetsFor } from '../../src/renderer/stores/targetChoice.ts';
import { useUiState } from '../../src/renderer/stores/uiState.ts';
import { sourceNameOf } from '../../src/ui/SourceIcon.tsx';
import { scenes } from './states/show.ts';

const names = ['constructor', '__proto__', 'toString'];
const { state, lists } = scenes.following;
const view: DeskView = { state, lists: { [lists.slug]: lists } };
const [main] = state.feeds;
if (main === undefined) throw new Error('no feed');

beforeEach(() => {
  useMirror.setState({ ...emptyMirror, link: { ...emptyMirror.link, state: 'open' } }, true);
  useUiState.setState({ slug: null });
});

describe.each(names)('a feed named %s', (slug) => {
  const added: DeskView = {
    state: { ...state, feeds: [...state.feeds, { ...main, slug }] },
    lists: { ...view.lists, [slug]: { ...lists, slug } },
  };

  it('appears on an open desk, which goes on following its feeds', () => {
    receiveState(state, [lists], 0);
    expect(receiveChange(structuredClone(writeDifference(view, added)) as never, 1, 0)).toBe(true);
    const feeds = added.state.feeds.map((feed) => ({ ...feed, gate: 'held' as const }));
    const held = { ...added, state: { ...added.state, feeds } };
    expect(receiveChange(structuredClone(writeDifference(added, held)) as never, 2, 0)).toBe(true);
    expect(currentDesk()?.feed.gate).toBe('held');
    useUiState.setState({ slug });
    expect(currentDesk()?.feed).toMatchObject({ slug, gate: 'held' });
    expect(currentDesk()?.airChange).toBeNull();
  });

  it('is shown by a desk that has just connected', () => {
    receiveState({ ...state, feeds: added.state.feeds }, Object.values(added.lists), 0);
    useUiState.setState({ slug });
    expect(currentDesk()?.rows.live.length).toBe(lists.live.length);
  });

  it('has no program that nobody chose', () => {
    expect(targetsFor({ slug, consumers: [] }, {})).toEqual(targetsFor({ slug: 'main', consumers: [] }, {}));
  });
});

it.each(names)('the source %s is shown by its name', (source) => {
  expect(sourceNameOf(source)).toBe(source);
  expect(formatSourceName(source).toLowerCase()).toBe(source.replace(/_/g, ' ').trim().toLowerCase());
});

it.each(names)('the unknown collection %s is shown by its id', (collectionId) => {
  expect(formatChangedValue('feeds.main', { collectionId }, {})).toBe(collectionId);
});
