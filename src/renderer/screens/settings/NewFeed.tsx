/** Settings, Feeds: creates a feed with a name, a collection and the gate it starts with. */
import { Layers, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { CollectionRow } from '../../../contract/queries.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { SettingLine } from './SettingLine.tsx';
import { useSettingChange } from './useSettingChange.ts';

type SavedFeed = { readonly slug: string; readonly collectionId: string | null };

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export function NewFeed({ saved }: { readonly saved: readonly SavedFeed[] }) {
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange();
  const [name, setName] = useState('');
  const [collection, setCollection] = useState<CollectionRow | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [starts, setStarts] = useState<'held' | 'following'>('held');
  const releaseOnceOpen = useReleaseOnceOpen();
  const nameId = useId();
  const collectionId = useId();
  const slug = name.trim();
  const isTaken = saved.some((feed) => feed.slug === slug);
  const isUsable = namePattern.test(slug) && !isTaken;
  const disabledReason =
    slug === '' ? 'enter a name' : !isUsable ? 'use another name' : isDisconnected ? 'not connected' : null;
  const create = async (): Promise<void> => {
    if (starts === 'following') releaseOnceOpen(slug);
    await changer.change({ feeds: [...saved, { slug, collectionId: collection?.id ?? null }] });
  };
  const label = (
    <>
      <Plus />
      Create feed {slug}
    </>
  );
  return (
    <section aria-label="New feed">
      <h2>New feed</h2>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Name in the address', labelId: nameId, below: null }}
        note={<NameState slug={slug} isUsable={isUsable} isTaken={isTaken} />}
      >
        <input
          className="is-medium"
          aria-labelledby={nameId}
          value={name}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            changer.reset();
          }}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Collection', labelId: collectionId }}
        note={collection === null ? 'It can be chosen later' : describeLists(collection)}
        below={
          isChoosing && (
            <CollectionChoice
              onChoose={(row) => {
                setCollection(row);
                setIsChoosing(false);
              }}
            />
          )
        }
      >
        <input
          className="is-medium"
          aria-labelledby={collectionId}
          readOnly
          dir="auto"
          value={collection === null ? '' : removeDirections(collection.name)}
          placeholder="none yet"
        />
        <Button disabledReason={null} aria-expanded={isChoosing} onPress={() => setIsChoosing(!isChoosing)}>
          <Layers />
          Choose
        </Button>
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: 'Starts', labelId: null, below: null }}
        note={
          starts === 'held'
            ? 'Held: nothing goes on air until you release'
            : 'Following: the live list goes on air immediately'
        }
      >
        <Segments
          className="segments"
          label="Starts"
          choices={[
            ['held', 'Held'],
            ['following', 'Following'],
          ]}
          selected={starts}
          disabledReason={null}
          onSelect={setStarts}
        />
      </SettingLine>
      <div className="button-row is-below">
        {starts === 'held' ? (
          <Button className="button is-primary" disabledReason={disabledReason} onPress={() => void create()}>
            {label}
          </Button>
        ) : (
          <SecondPressButton
            armedLabel="Press again to create"
            sentence={`Press again within 2 seconds to create ${slug}, whose live list goes on air.`}
            disabledReason={disabledReason}
            onPress={() => void create()}
          >
            {label}
          </SecondPressButton>
        )}
      </div>
      <ChangeResult changer={changer} />
    </section>
  );
}

/** A new feed starts held; returns a function that releases it as soon as it exists. */
function useReleaseOnceOpen(): (slug: string) => void {
  const send = useCommand();
  const [slug, setSlug] = useState<string | null>(null);
  const liveVersion = useDesk(
    ({ state }) => state.feeds.find((feed) => feed.slug === slug)?.pending.liveVersion ?? null,
  );
  const release = useEffectEvent((feed: string, version: number) => {
    send({ title: 'Release', keyLabel: null, command: { name: 'release', input: { feed, liveVersion: version } } });
    setSlug(null);
  });
  useEffect(() => {
    if (slug !== null && liveVersion !== null) release(slug, liveVersion);
  }, [slug, liveVersion]);
  return setSlug;
}

type NameStateProps = { readonly slug: string; readonly isUsable: boolean; readonly isTaken: boolean };

function NameState({ slug, isUsable, isTaken }: NameStateProps) {
  if (isUsable) return <Lamp kind="good" text="Available. It is permanent" />;
  if (isTaken) return <Lamp kind="bad" text="A feed has this name" />;
  const rule = 'Only a to z, 0 to 9 and hyphens; permanent';
  return slug === '' ? rule : <Lamp kind="bad" text={rule} />;
}

function describeLists({ liveCount, stagingCount }: CollectionRow): string {
  return `${liveCount} live, ${stagingCount} staging`;
}

/** A longer list would hide the fields below; a search finds the others. */
const maxShown = 8;

function CollectionChoice({ onChoose }: { readonly onChoose: (row: CollectionRow) => void }) {
  const [search, setSearch] = useState('');
  const result = useEngineQuery('collections', { search, page: 0 }, null);
  const rows = result.data?.rows ?? [];
  const error = describeError(result.error);
  return (
    <div className="collection-choice">
      <input
        aria-label="Find a collection by name or id"
        placeholder="Name or id"
        value={search}
        spellCheck={false}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error !== null && <p className="setting-result is-fault">{error}</p>}
      {rows.slice(0, maxShown).map((row) => (
        <Button key={row.id} className="button is-quiet" disabledReason={null} onPress={() => onChoose(row)}>
          <bdi>{row.name}</bdi>
          <span className="setting-note">{describeLists(row)}</span>
        </Button>
      ))}
      {error === null && rows.length === 0 && <p>{result.isPending ? 'Loading…' : 'No matches.'}</p>}
      {rows.length > maxShown && <p>{rows.length - maxShown} more. Search to find them.</p>}
    </div>
  );
}
