/** Settings, Feeds: creates a feed with a name, a collection and the gate it starts with. */
import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CollectionRow } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { CreatedFeed, type PressedFeed } from './CreatedFeed.tsx';
import { withFeed } from './feedList.ts';
import { SettingLine } from './SettingLine.tsx';
import { useSettingChange } from './useSettingChange.ts';

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export function NewFeed() {
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange(null);
  const [name, setName] = useState('');
  const [collection, setCollection] = useState<CollectionRow | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [starts, setStarts] = useState<'held' | 'following'>('held');
  /** As pressed; any other choice since forgets it. */
  const [pressed, setPressed] = useState<PressedFeed | null>(null);
  const slug = name.trim();
  const isTaken = useDesk(({ state }) => state.feeds.some((feed) => feed.slug === slug));
  const isUsable = namePattern.test(slug) && !isTaken;
  const disabledReason =
    slug === ''
      ? say('enter a name')
      : !isUsable
        ? say('use another name')
        : isDisconnected
          ? say('not connected')
          : null;
  const create = (): void => {
    setPressed({ slug, starts });
    void changer.change(withFeed({ slug, collectionId: collection?.id ?? null }));
  };
  const forget = (): void => {
    setPressed(null);
    changer.reset();
  };
  const label = (
    <>
      <Plus />
      {say('Create feed {feed}', { feed: slug })}
    </>
  );
  return (
    <section aria-label={say('New feed')}>
      <h2>{say('New feed')}</h2>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Name in the address'), below: null }}
        note={<NameState slug={slug} isUsable={isUsable} isTaken={isTaken} />}
      >
        <input
          className="is-medium"
          aria-label={say('Name in the address')}
          value={name}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            forget();
          }}
        />
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Collection') }}
        note={collection === null ? say('It can be chosen later') : describeLists(collection)}
        below={
          isChoosing && (
            <CollectionChoice
              onChoose={(row) => {
                setCollection(row);
                forget();
                setIsChoosing(false);
              }}
            />
          )
        }
      >
        <input
          className="is-medium"
          aria-label={say('Collection')}
          readOnly
          dir="auto"
          value={collection === null ? '' : removeDirections(collection.name)}
          placeholder={say('none yet')}
        />
        <Button disabledReason={null} aria-expanded={isChoosing} onPress={() => setIsChoosing(!isChoosing)}>
          <Layers />
          {say('Choose')}
        </Button>
      </SettingLine>
      <SettingLine
        {...{ setting: null, secret: null, label: say('Starts'), below: null }}
        note={
          starts === 'held'
            ? say('Held: nothing goes on air until you take or release')
            : say('Following: the live list goes on air immediately')
        }
      >
        <Segments
          className="segments"
          label={say('Starts')}
          choices={[
            ['held', say('Held')],
            ['following', say('Following')],
          ]}
          selected={starts}
          disabledReason={null}
          onSelect={(choice) => {
            setStarts(choice);
            forget();
          }}
        />
      </SettingLine>
      <div className="button-row is-below">
        {starts === 'held' ? (
          <Button className="button is-primary" disabledReason={disabledReason} onPress={create}>
            {label}
          </Button>
        ) : (
          <SecondPressButton
            armedLabel={say('Press again to create')}
            sentence={say('Press again within 2 seconds to create {feed}, whose live list goes on air.', {
              feed: slug,
            })}
            disabledReason={disabledReason}
            onPress={create}
          >
            {label}
          </SecondPressButton>
        )}
      </div>
      {pressed !== null && changer.state.kind === 'done' ? (
        <CreatedFeed {...pressed} saved={changer.state.saved} />
      ) : (
        <ChangeResult changer={changer} />
      )}
    </section>
  );
}

type NameStateProps = { readonly slug: string; readonly isUsable: boolean; readonly isTaken: boolean };

function NameState({ slug, isUsable, isTaken }: NameStateProps) {
  if (isUsable) return <Lamp kind="good" text={say('Available. It is permanent')} />;
  if (isTaken) return <Lamp kind="bad" text={say('A feed has this name')} />;
  const rule = say('Only a to z, 0 to 9 and hyphens; permanent');
  return slug === '' ? rule : <Lamp kind="bad" text={rule} />;
}

function describeLists({ liveCount, stagingCount }: CollectionRow): string {
  return say('{live} live, {staging} staging', { live: liveCount, staging: stagingCount });
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
        aria-label={say('Find a collection by name or id')}
        placeholder={say('Name or id')}
        value={search}
        spellCheck={false}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error !== null && <p className="setting-result is-fault">{error}</p>}
      {rows.slice(0, maxShown).map((row) => (
        <Button key={row.id} className="button is-quiet" disabledReason={null} onPress={() => onChoose(row)}>
          <bdi className="is-outside" title={row.name}>
            {row.name}
          </bdi>
          <span className="setting-note">{describeLists(row)}</span>
        </Button>
      ))}
      {error === null && rows.length === 0 && <p>{result.isPending ? say('Loading…') : say('No matches.')}</p>}
      {rows.length > maxShown && <p>{say('{count} more. Search to find them.', { count: rows.length - maxShown })}</p>}
    </div>
  );
}
