/** The collection that the feed shows. Using it saves the service, and replaces the demo by the own show. */
import { useState } from 'react';
import type { CollectionRow } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName, removeDirections } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useSetupState } from '../../stores/setupState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';
import { PageSearch } from '../PageSearch.tsx';
import { PageTurner } from '../PageTurner.tsx';
import { describeAirEffect } from '../settings/useSettingChange.ts';
import { useAddress } from './ServiceStep.tsx';
import { NextButton, StepPage } from './StepPage.tsx';
import { SwitchFailure } from './SwitchFailure.tsx';
import { type ServiceChoice, type ServicePreview, useServicePreview } from './useServicePreview.ts';
import { useShowSwitch } from './useShowSwitch.ts';

export function CollectionStep() {
  const address = useAddress();
  const apiKey = useSetupState((setup) => setup.apiKey.trim());
  const collection = useSetupState((setup) => setup.collection);
  const slug = useDesk(({ feed }) => feed.slug);
  const isDemo = useDesk(({ state }) => state.isDemo);
  const key = apiKey === '' ? null : apiKey;
  const choice =
    collection === null || address === ''
      ? null
      : { baseUrl: address, apiKey: key, collectionId: collection.id, feed: slug };
  // While the demo runs, the engine does not know what the own show will put on air.
  const preview = useServicePreview(isDemo ? null : choice);
  const lead = say('The feed {feed} shows the live posts of one collection. You can choose another at any time.', {
    feed: slug,
  });
  if (address === '')
    return (
      <StepPage
        step="collection"
        title={say('Choose a collection')}
        lead={lead}
        actions={<NextButton step="service" label={say('Enter the address')} disabledReason={null} />}
        note={say('Enter your service first.')}
      >
        {null}
      </StepPage>
    );
  return (
    <StepPage
      step="collection"
      title={say('Choose a collection')}
      lead={lead}
      actions={<UseButton slug={slug} choice={choice} preview={preview} />}
      note={isDemo ? say('The demo stays on air until then.') : describePreview(preview)}
    >
      <SwitchFailure />
      <CollectionList baseUrl={address} apiKey={key} />
    </StepPage>
  );
}

function describePreview({ changes, fault }: ServicePreview): string {
  if (fault !== null) return fault;
  if (changes === null) return say('Takes effect immediately.');
  return say('Effect on air: {effect}.', { effect: describeAirEffect(changes) });
}

type Service = { readonly baseUrl: string; readonly apiKey: string | null };

function CollectionList({ baseUrl, apiKey }: Service) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const result = useEngineQuery('serviceCollections', { baseUrl, apiKey, search, page }, null);
  const { rows = [], totalPages = 1 } = result.data ?? {};
  const error = describeError(result.error);
  return (
    <div className="setup-collections">
      <div className="filters">
        <PageSearch
          value={search}
          placeholder={say('Name or id')}
          label={say('Find a collection by name or id')}
          onChange={(text) => {
            setSearch(text);
            setPage(0);
          }}
        />
        <Button disabledReason={result.isFetching ? say('it is loading') : null} onPress={() => void result.refetch()}>
          {say('Load again')}
        </Button>
      </div>
      <p className={error === null ? 'page-note' : 'page-note is-fault'} role="status">
        {error ?? (result.isPending ? say('Loading…') : rows.length === 0 ? say('No matches.') : '')}
      </p>
      {error === null && rows.length > 0 && <CollectionTable rows={rows} />}
      <PageTurner page={page} totalPages={totalPages} onTurn={setPage} />
    </div>
  );
}

function CollectionTable({ rows }: { readonly rows: readonly CollectionRow[] }) {
  const selected = useSetupState((setup) => setup.collection);
  const choose = ({ id, name }: CollectionRow): void => useSetupState.setState({ collection: { id, name } });
  return (
    <table className="data-table setup-table">
      <thead>
        <tr>
          <th>{say('Name')}</th>
          <th className="is-number">{say('Staging')}</th>
          <th className="is-number">{say('Live')}</th>
          <th>{say('Last changed')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.id === selected?.id ? 'is-selected' : ''} onClick={() => choose(row)}>
            <th scope="row">
              <button
                type="button"
                className="plain-button"
                aria-pressed={row.id === selected?.id}
                onClick={() => choose(row)}
                dir="auto"
                title={removeDirections(row.name)}
              >
                {removeDirections(row.name)}
              </button>
            </th>
            <td className="is-number is-staging">{row.stagingCount}</td>
            <td className="is-number">{row.liveCount}</td>
            <td>
              <DayTime at={row.lastModifiedDate} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type UseButtonProps = {
  readonly slug: string;
  /** `null` until a collection is chosen. */
  readonly choice: ServiceChoice | null;
  readonly preview: ServicePreview;
};

function UseButton({ slug, choice, preview: { changes, fault } }: UseButtonProps) {
  const run = useShowSwitch();
  const { collection, switching } = useSetupState();
  const isDisconnected = useIsDisconnected();
  const isDemo = useDesk(({ state }) => state.isDemo);
  const hasPosts = useDesk(({ feed }) => feed.counts.onAir > 0);
  const disabledReason = isDisconnected
    ? say('not connected')
    : switching !== null
      ? say('it is starting')
      : choice === null
        ? say('choose a collection')
        : isDemo || changes !== null || fault !== null
          ? null
          : say('it is loading');
  const use = (): void => {
    if (choice === null) return;
    // Without a preview, every effect on air is refused.
    const seen = isDemo ? null : (changes ?? []).map(({ effect }) => effect);
    run({ name: 'useService', input: { ...choice, preview: false, seen } });
  };
  const label = switching === null ? say('Use for {feed}', { feed: slug }) : say('Switching…');
  const name = isolateName(collection?.name ?? '');
  const changesAir = changes?.some((change) => change.changesAir) === true;
  return hasPosts || changesAir ? (
    <SecondPressButton
      armedLabel={say('Press again to use')}
      sentence={
        isDemo
          ? say(
              'Press again within 2 seconds to replace the demo by your own show, with “{name}” for {feed}. Feeds that you left held or cleared stay so.',
              { name, feed: slug },
            )
          : say('Press again within 2 seconds to use “{name}” for {feed}. Effect on air: {effect}.', {
              ...{ name, feed: slug },
              effect: describeAirEffect(changes ?? []),
            })
      }
      disabledReason={disabledReason}
      onPress={use}
    >
      {label}
    </SecondPressButton>
  ) : (
    <Button className="button is-primary" disabledReason={disabledReason} onPress={use}>
      {label}
    </Button>
  );
}
