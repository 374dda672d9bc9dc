/** The collections screen: collections, staging, live, and the post’s form or the conflict view. */
import { Plus } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { FrameEmpty } from '../../ui/Icon.tsx';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { CollectionColumn } from '../collections/CollectionColumn.tsx';
import { FirstCollection } from '../collections/FirstCollection.tsx';
import { FindPost } from '../lists/FindPost.tsx';
import { PostList } from '../lists/PostList.tsx';
import { ConflictView } from '../post/ConflictView.tsx';
import { PostEditor } from '../post/PostEditor.tsx';
import { findMatches } from '../state/search.ts';
import { Button } from '../ui/Button.tsx';
import { useDuplicates } from '../ui/useDuplicates.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useCollection, useList } from '../ui/useService.ts';

type CollectionsScreenProps = {
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isCreating: boolean;
  readonly onCreatingChange: (isCreating: boolean) => void;
};

export function CollectionsScreen(props: CollectionsScreenProps) {
  const isEmpty = useList('collections')?.length === 0;
  const conflict = usePageState((state) => state.conflict);
  const className = isEmpty ? 'authoring is-empty' : conflict === null ? 'authoring' : 'authoring is-conflict';
  return (
    <main className={className}>
      <CollectionColumn {...props} />
      {isEmpty ? <FirstCollection /> : <Lists />}
    </main>
  );
}

function Lists() {
  const { editing, changes } = usePage();
  const collection = useCollection();
  const conflict = usePageState((state) => state.conflict);
  const search = usePageState((state) => state.search);
  const matches = useMemo(() => (collection === null ? [] : findMatches(collection, search)), [collection, search]);
  const matchIds = useMemo(() => new Set(matches), [matches]);
  const duplicates = useDuplicates();
  if (collection === null) return null;
  const { staging, live } = collection;
  return (
    <>
      <PostList
        list="staging"
        items={staging}
        title={`STAGING ${staging.length}`}
        note=""
        matches={matchIds}
        duplicates={duplicates}
        actions={
          <>
            <FindPost matches={matches} />
            <Button onPress={editing.startNewPost}>
              <Plus />
              New post <kbd>N</kbd>
            </Button>
          </>
        }
      />
      {conflict === null ? (
        <PostList
          list="live"
          items={live}
          title={`LIVE LIST ${live.length}`}
          note="readers get this"
          matches={matchIds}
          duplicates={duplicates}
          actions={
            <SecondPressButton
              armedLabel="Press again to clear"
              sentence={`Press again within 2 seconds to clear ${live.length === 1 ? 'the post' : `all ${live.length} posts`} from live. Readers then get an empty list; the posts move to the end of staging.`}
              onPress={() => void changes.clearLive()}
              disabledReason={live.length === 0 ? 'live is empty' : null}
            >
              <FrameEmpty />
              Clear live
            </SecondPressButton>
          }
        />
      ) : null}
      {conflict === null ? <PostEditor /> : <ConflictView conflict={conflict} />}
    </>
  );
}
