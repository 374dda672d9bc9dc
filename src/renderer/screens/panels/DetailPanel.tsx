/** Details of one post. Opens over staging, so that live always stays visible. */

import { ArrowLeft, Check, ShieldAlert, SkipForward, Undo2, UserX } from 'lucide-react';
import type { AsRunRow } from '../../../contract/history.ts';
import { handleOf } from '../../../core/collection.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { shownNameOf } from '../../../core/shownName.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { SourceIcon, sourceNameOf } from '../../../ui/SourceIcon.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import type { RowView } from '../../model/rowModel.ts';
import { targetsFor, useTargetChoice } from '../../stores/targetChoice.ts';
import { openPanel } from '../../stores/uiState.ts';
import { useComputed, useDesk, useToday } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { KeyCap } from '../KeyCap.tsx';
import { TextChange } from '../TextChange.tsx';
import { useBadges } from '../useBadges.ts';
import { useFit } from '../useFit.ts';
import { BlockReason } from './BlockReason.tsx';
import { PostMedia } from './PostMedia.tsx';
import { PostPast } from './PostPast.tsx';
import { describeFits, describePosted, detailFactsOf } from './postFacts.ts';
import { useFollowedList } from './useFollowedList.ts';
import { usePanelFocus } from './usePanelFocus.ts';

export function DetailPanel({ row }: { readonly row: RowView }) {
  const { item } = row;
  const index = useDesk((desk) => desk.index);
  const today = useToday();
  const collectionNames = useDesk(({ state }) => state.collectionNames);
  const badges = useBadges(row, false);
  const onAirItem = index.onAirOnlyItems.get(item.id);
  const liveItem = index.liveItems.get(item.id);
  const isEditWaiting = onAirItem !== undefined && liveItem !== undefined && index.edited.has(item.id);
  const firstMedium = item.media[0];
  const asRunRow = useCurrentAsRunRow(item.id);
  const fit = useFit(item);
  const chosen = useTargetChoice(({ bySlug }) => bySlug);
  const targets = useComputed(({ feed }) => targetsFor(feed, chosen));
  const panel = usePanelFocus();
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`detail${firstMedium === undefined ? ' has-no-media' : ''}`}
      aria-label={say('Post details')}
    >
      <DetailHead row={row} />
      <PostMedia key={item.id} media={item.media} isBlocked={index.blocked.has(item.id)} />
      <div className="detail-body">
        <div className="detail-author">
          <Avatar url={item.avatarUrl} />
          <div>
            <h2 dir="auto">{shownNameOf(item)}</h2>
            <p>
              {handleOf(item.username) !== null && <span>{handleOf(item.username)}</span>}{' '}
              <SourceIcon source={item.source} /> {sourceNameOf(item.source)}
            </p>
          </div>
        </div>
        <p className="detail-text" dir="auto">
          {item.message}
        </p>
        {isEditWaiting && (
          <p className="detail-changed">
            <b>{say('Waiting:')}</b> <TextChange before={onAirItem} after={liveItem} />
          </p>
        )}
        {badges.length > 0 && (
          <p className="detail-badges">
            {badges.map((badge) => (
              <Badge key={badge.text} badge={badge} />
            ))}
          </p>
        )}
        <dl className="detail-facts">
          <Posted at={item.publishedAt} />
          {detailFactsOf(row, index, asRunRow, collectionNames, describeFits(item, fit, targets), today).map(
            ([name, lines]) => (
              <Fact key={name} name={name} lines={lines} isCode={lines[0] === item.id} />
            ),
          )}
        </dl>
        <BlockReason key={item.id} row={row} />
        <ActionButton action="guardAuthor" label={say('Guard this author')} confirmLabel={say('Press again to guard')}>
          <UserX />
        </ActionButton>
        <PostPast itemId={item.id} />
      </div>
      <div className="detail-actions">
        <ActionButton action="cue" label={say('Cue this post')}>
          <SkipForward />
        </ActionButton>
        <ActionButton action="markUsed" label={index.used.has(item.id) ? say('Mark unused') : say('Mark used')}>
          <Check />
        </ActionButton>
        {index.blocked.has(item.id) && (
          <ActionButton action="unblock" label={say('Unblock')} confirmLabel={say('Press again to unblock')}>
            <Undo2 />
          </ActionButton>
        )}
        {index.guarded.has(item.id) && !index.blocked.has(item.id) && (
          <ActionButton action="allow" label={say('Allow')} confirmLabel={say('Press again to allow')}>
            <ShieldAlert />
          </ActionButton>
        )}
        <CopyButton text={item.message} name={say('Copy the text of this post')} label={say('Copy text')} />
      </div>
    </section>
  );
}

/** The post's current as-run entry; `null` when it is not on air or not loaded yet. */
function useCurrentAsRunRow(itemId: string): AsRunRow | null {
  const feed = useDesk((desk) => desk.feed);
  const query = { feed: feed.slug, of: 'list', from: feed.onAirSince, to: null } as const;
  const { data } = useEngineQuery('asRun', query, null);
  return data?.rows.findLast((row) => row.itemId === itemId && row.off === null) ?? null;
}

function DetailHead({ row }: { readonly row: RowView }) {
  const list = useFollowedList(row);
  const rows = useDesk((desk) => desk.rows[list]);
  // A held feed also keeps a post on air that is in staging again.
  const isOnAir = useDesk(({ index, disconnectedAt }) => disconnectedAt === null && index.onAir.has(row.item.id));
  const position = rows.findIndex(({ key }) => key === row.key) + 1;
  const values = { position: formatNumber(position), count: formatNumber(rows.length) };
  const positionText =
    list === 'live' ? say('Live, {position} of {count}.', values) : say('Staging, {position} of {count}.', values);
  return (
    <div className="list-head">
      <button type="button" className="button is-quiet" onClick={() => openPanel(null)}>
        <ArrowLeft />
        {say('Staging')} <KeyCap action="close" />
      </button>
      <span className="list-note">
        {positionText}{' '}
        <span className="detail-browse">
          <kbd>↑</kbd> <kbd>↓</kbd> {say('browse')}
        </span>
      </span>
      {isOnAir && <Badge badge={{ kind: 'air', icon: null, text: say('ON AIR') }} />}
    </div>
  );
}

function Posted({ at }: { readonly at: string }) {
  const value = useComputed((_, nowMs) => describePosted(at, nowMs));
  return <Fact name={say('Posted')} lines={[value]} isCode={false} />;
}

type FactProps = { readonly name: string; readonly lines: readonly string[]; readonly isCode: boolean };

function Fact({ name, lines, isCode }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={isCode ? 'mono' : undefined}>
        {lines.map((line) => (
          <span key={line} className="fact-line">
            {line}
          </span>
        ))}
      </dd>
    </>
  );
}
