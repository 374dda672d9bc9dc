/** The whole page: top line, strip, announcer, and the screen that is chosen; and the keys that work everywhere. */
import { useEffect, useRef, useState } from 'react';
import { Announcer } from './frame/Announcer.tsx';
import { Strip } from './frame/Strip.tsx';
import { TopLine } from './frame/TopLine.tsx';
import { CollectionsScreen } from './screens/CollectionsScreen.tsx';
import { FaultsScreen } from './screens/FaultsScreen.tsx';
import { KeysScreen } from './screens/KeysScreen.tsx';
import { WebhooksScreen } from './screens/WebhooksScreen.tsx';
import type { Page } from './state/page.ts';
import { usePage, usePageState } from './ui/usePage.ts';

export function App() {
  const page = usePage();
  const screen = usePageState((state) => state.screen);
  const findField = useRef<HTMLInputElement | null>(null);
  const [isMaking, setMaking] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => pressKey(event, page, findField.current, () => setMaking(true));
    const onLeave = (event: BeforeUnloadEvent) => {
      const { drafts, coming } = page.store.getState();
      if (Object.keys(drafts).length > 0 || coming.length > 0) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [page]);
  return (
    <div className="page">
      <TopLine />
      <Strip />
      <Announcer />
      <Chosen screen={screen} findField={findField} isMaking={isMaking} onMaking={setMaking} />
    </div>
  );
}

type ChosenProps = Parameters<typeof CollectionsScreen>[0] & {
  readonly screen: ReturnType<Page['store']['getState']>['screen'];
};

function Chosen({ screen, ...rest }: ChosenProps) {
  switch (screen) {
    case 'collections':
      return <CollectionsScreen {...rest} />;
    case 'webhooks':
      return <WebhooksScreen />;
    case 'keys':
      return <KeysScreen />;
    case 'faults':
      return <FaultsScreen />;
    default:
      return screen satisfies never;
  }
}

/** Keys of the whole page. Letters rest while a text field has the focus; a key held down acts once. */
function pressKey(
  event: KeyboardEvent,
  page: Page,
  findField: HTMLInputElement | null,
  makeCollection: () => void,
): void {
  const { store, writing, changes, carrying } = page;
  const { screen, hand, conflict, drafts, selectedId } = store.getState();
  const isInField =
    event.target instanceof HTMLElement && event.target.matches('input:not([type="radio"]), textarea, select');
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.repeat || screen !== 'collections') return;
  const act = keyAction();
  if (act === null) return;
  event.preventDefault();
  act();

  function keyAction(): (() => void) | null {
    if (isCommand && event.key === 'Enter') return () => void writing.save();
    if (event.key === 'Escape') {
      if (hand !== null) return carrying.putBack;
      if (conflict !== null) return writing.leaveConflict;
      return selectedId !== null && drafts[selectedId] !== undefined ? writing.discard : null;
    }
    if (isInField || event.altKey) return null;
    if (isCommand) return event.key.toLowerCase() === 'z' && !event.shiftKey ? () => void changes.undo() : null;
    switch (event.key) {
      case 'n':
        return writing.begin;
      case 'N':
        return makeCollection;
      case '/':
        return () => findField?.focus();
      default:
        return null;
    }
  }
}
