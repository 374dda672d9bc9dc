/** The page: top line, strip, announcer, current screen, and the collections screen’s shortcuts. */
import { useEffect, useRef, useState } from 'react';
import { ownValue } from '../core/ownValue.ts';
import { ExplainDisabledContext } from '../ui/Button.tsx';
import { shortcutKeyOf } from '../ui/shortcutKey.ts';
import { keepPointedRowStill } from '../ui/stillRow.ts';
import { Announcer } from './frame/Announcer.tsx';
import { Strip } from './frame/Strip.tsx';
import { TopLine } from './frame/TopLine.tsx';
import { findPostId } from './lists/FindPost.tsx';
import { selectDuplicate } from './lists/selectDuplicate.ts';
import { selectFromPage } from './lists/selectInList.ts';
import { CollectionsScreen } from './screens/CollectionsScreen.tsx';
import { FaultsScreen } from './screens/FaultsScreen.tsx';
import { KeyboardScreen } from './screens/KeyboardScreen.tsx';
import { KeysScreen } from './screens/KeysScreen.tsx';
import { WebhooksScreen } from './screens/WebhooksScreen.tsx';
import type { Page } from './state/page.ts';
import { usePage, usePageState } from './ui/usePage.ts';

export function App() {
  const page = usePage();
  const screen = usePageState((state) => state.screen);
  const searchField = useRef<HTMLInputElement | null>(null);
  const [isCreating, setCreating] = useState(false);
  useEffect(() => keepPointedRowStill(document.body, '.is-moving'), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event, page, searchField.current, () => setCreating(true));
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      const { drafts, uploads } = page.store.getState();
      if (Object.keys(drafts).length > 0 || uploads.length > 0) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [page]);
  return (
    <ExplainDisabledContext value={page.explainDisabled}>
      <div className="desk is-service">
        <TopLine />
        <Strip />
        <Announcer />
        {screen === 'collections' && (
          <CollectionsScreen searchField={searchField} isCreating={isCreating} onCreatingChange={setCreating} />
        )}
        {screen === 'webhooks' && <WebhooksScreen />}
        {screen === 'keys' && <KeysScreen />}
        {screen === 'faults' && <FaultsScreen />}
        {screen === 'keyboard' && <KeyboardScreen />}
      </div>
    </ExplainDisabledContext>
  );
}

/** Handles shortcuts. Letter keys do nothing in text fields, and holding a key down acts once. */
function handleKey(
  event: KeyboardEvent,
  page: Page,
  searchField: HTMLInputElement | null,
  openNewCollection: () => void,
): void {
  const { store, editing, changes, moving, severalPosts } = page;
  const { screen, pendingMove, conflict, drafts, selectedId, several, oneTimeSecret } = store.getState();
  const isInTextField =
    event.target instanceof HTMLElement && event.target.matches('input:not([type="radio"]), textarea, select');
  const hasCommandKey = event.ctrlKey || event.metaKey;
  const key = shortcutKeyOf(event);
  if (key === null || event.defaultPrevented || event.repeat) return;
  const isOnList = event.target instanceof HTMLElement && event.target.matches('.list-rows');
  const isOnPage = (event.target === document.body || isOnList) && screen === 'collections' && pendingMove === null;
  if (isOnPage && !event.altKey && !hasCommandKey && selectFromPage(page, event)) {
    event.preventDefault();
    return;
  }
  const action = chooseAction();
  if (action === null) return;
  event.preventDefault();
  action();

  function chooseAction(): (() => void) | null {
    // A key that is shown once is gone when its screen is left, which one press must not do.
    if (key === '?' && !isInTextField && !hasCommandKey && oneTimeSecret === null)
      return () => page.showScreen(screen === 'keyboard' ? 'collections' : 'keyboard');
    if (key === 'Escape' && screen === 'keyboard') return () => page.showScreen('collections');
    if (screen !== 'collections') return null;
    if (hasCommandKey && key === 'Enter') return () => void editing.save();
    if (key === 'Escape') {
      if (pendingMove !== null) return moving.cancel;
      if (conflict !== null) return editing.closeConflict;
      if (several !== null) return severalPosts.end;
      return selectedId !== null && ownValue(drafts, selectedId) !== undefined ? editing.discard : null;
    }
    if (isInTextField || event.altKey) return null;
    if (hasCommandKey) return key?.toLowerCase() === 'z' && !event.shiftKey ? () => void changes.undo() : null;
    switch (key) {
      case 'n':
        return editing.startNewPost;
      case 'N':
        return openNewCollection;
      case '/':
        return () => searchField?.focus();
      case 'f':
        return () => document.getElementById(findPostId)?.focus();
      case 'd':
        return () => selectDuplicate(page);
      default:
        return null;
    }
  }
}
