/** The screen of collections: the column, staging and live side by side, and the post's form or the choice between two. */
import { Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { CollectionColumn } from '../collections/CollectionColumn.tsx';
import { FirstCollection } from '../collections/FirstCollection.tsx';
import { PostList } from '../lists/PostList.tsx';
import { ConflictView } from '../post/ConflictView.tsx';
import { PostEditor } from '../post/PostEditor.tsx';
import { Button, TwiceButton } from '../ui/Button.tsx';
import { EmptyFrame } from '../ui/marks.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

type CollectionsScreenProps = {
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly isMaking: boolean;
  readonly onMaking: (isMaking: boolean) => void;
};

export function CollectionsScreen(props: CollectionsScreenProps) {
  const isEmpty = usePageState((state) => state.summaries?.length === 0);
  const conflict = usePageState((state) => state.conflict);
  const kind = isEmpty ? 'authoring is-empty' : conflict === null ? 'authoring' : 'authoring is-conflict';
  return (
    <main className={kind}>
      <CollectionColumn {...props} />
      {isEmpty ? <FirstCollection /> : <Lists />}
    </main>
  );
}

function Lists() {
  const { writing, changes, store } = usePage();
  const collection = usePageState((state) => state.collection);
  const conflict = usePageState((state) => state.conflict);
  if (collection === null) return null;
  const { staging, live } = collection;
  const onArmed = (isArmed: boolean) => {
    const words = `Press again within 2 seconds to take all ${live.length} posts out of live. Readers get an empty list; the posts go back to staging.`;
    if (isArmed)
      store.setState({ said: { kind: 'warning', icon: 'warning', at: null, strong: '', words, action: null } });
    else if (store.getState().said?.words === words) store.setState({ said: null });
  };
  return (
    <>
      <PostList
        list="staging"
        items={staging}
        title={`STAGING ${staging.length}`}
        note=""
        head={
          <Button onPress={writing.begin}>
            <Plus aria-hidden="true" />
            New post <kbd>N</kbd>
          </Button>
        }
      />
      {conflict === null ? (
        <PostList
          list="live"
          items={live}
          title={`LIVE LIST ${live.length}`}
          note="readers get this"
          head={
            <TwiceButton onPress={() => void changes.clearLive()} isDisabled={live.length === 0} onArmed={onArmed}>
              <EmptyFrame />
              Clear live, twice
            </TwiceButton>
          }
        />
      ) : null}
      {conflict === null ? <PostEditor /> : <ConflictView conflict={conflict} />}
    </>
  );
}
