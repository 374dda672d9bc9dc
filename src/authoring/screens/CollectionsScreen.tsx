/** The collections screen: collections, staging, live, and the post’s form or the conflict view. */

import { Plus } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { say } from '../../core/language/say.ts';
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
        title={say('STAGING {count}', { count: staging.length })}
        note=""
        matches={matchIds}
        duplicates={duplicates}
        actions={
          <>
            <FindPost matches={matches} />
            <Button onPress={editing.startNewPost}>
              <Plus />
              {say('New post')} <kbd>N</kbd>
            </Button>
          </>
        }
      />
      {conflict === null ? (
        <PostList
          list="live"
          items={live}
          title={say('LIVE LIST {count}', { count: live.length })}
          note={say('readers get this')}
          matches={matchIds}
          duplicates={duplicates}
          actions={
            <SecondPressButton
              armedLabel={say('Press again to clear')}
              sentence={say(
                'Press again within 2 seconds to clear {count, plural, one {the post} other {all # posts}} from live. Readers then get an empty list; the posts move to the end of staging.',
                { count: live.length },
              )}
              onPress={() => void changes.clearLive()}
              disabledReason={live.length === 0 ? say('live is empty') : null}
            >
              <FrameEmpty />
              {say('Clear live')}
            </SecondPressButton>
          }
        />
      ) : null}
      {conflict === null ? <PostEditor /> : <ConflictView conflict={conflict} />}
    </>
  );
}
