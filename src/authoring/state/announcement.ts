/** Chooses the announcer's sentence: first a problem, then the edit in progress, then the last change. */

import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { sayStrong } from '../../core/language/sayStrong.ts';
import { isolateName } from '../../core/outsideName.ts';
import { ownValue } from '../../core/ownValue.ts';
import { givenNameOf } from '../../core/shownName.ts';
import { formatDayTime } from '../../core/time.ts';
import type { IconName } from '../../ui/Icon.tsx';
import type { Armed } from '../../ui/secondPress.ts';
import type { Lists } from '../api/client.ts';
import type { Collection, CollectionSummary } from '../api/shapes.ts';
import { type Draft, findChangedFields, labelField } from './draft.ts';
import { describeLateDelivery } from './lateDelivery.ts';
import { describeMove, describeSeveralMove } from './moveText.ts';
import type { Notice, PageState } from './pageState.ts';
import { findItem } from './position.ts';
import { canUndo } from './serviceData.ts';
import { getAuthorName } from './text.ts';

export type Announcement = {
  readonly kind: Notice['kind'];
  readonly icon: IconName;
  /** Clock time shown first; `null` when the sentence has none or contains its own. */
  readonly at: string | null;
  readonly lead: string;
  readonly strong: string;
  readonly text: string;
  readonly action: Notice['action'] | 'cancelMove' | 'retryNow' | 'switchFaultsOff';
};

const normal = { kind: 'normal', at: null, lead: '', strong: '', action: null } as const;
const warning = { kind: 'warning', icon: 'triangle', at: null, lead: '', action: null } as const;

export function announceArmed({ sentence }: Armed): Announcement {
  return { ...warning, strong: sentence, text: ` ${say('Any other key cancels.')}` };
}

/** The service’s data that the sentence depends on; empty or `null` until it has loaded. */
type ShownData = {
  readonly summaries: readonly CollectionSummary[] | null;
  readonly collection: Collection | null;
  readonly webhooks: readonly Webhook[];
  readonly deliveries: readonly Delivery[];
  readonly faults: Lists['faults'] | null;
};
type Shown = PageState & ShownData;

export function chooseAnnouncement(state: Shown): Announcement {
  const connectionProblem = announceConnectionProblem(state);
  if (connectionProblem !== null) return connectionProblem;
  if (state.screen === 'faults' && countActiveFaults(state.faults) > 0) return announceFaults(state);
  if (state.screen === 'collections') {
    const current = announceCollection(state);
    if (current !== null) return current;
  }
  // A refusal is worse than a late delivery, which the strip and its webhook show too.
  if (state.screen === 'webhooks' && state.notice?.kind !== 'warning') {
    const late = describeLateDelivery(state.webhooks, state.deliveries, state.now);
    if (late !== null) return { ...warning, ...late, action: 'retryNow' };
  }
  if (state.notice !== null)
    return announceNotice(state.notice, canUndo(state.ownVersions, state.collection), state.now);
  if (state.summaries?.length === 0)
    return { ...normal, icon: 'layers', text: say('No collections yet. There is nothing to read or send.') };
  const hasSaved = Object.keys(state.ownVersions).length > 0;
  const text = hasSaved ? say('The last change from this window is saved.') : say('No changes from this window yet.');
  return { ...normal, icon: 'radio', text };
}

/** Counts the faults that are on and not spent. */
export function countActiveFaults(faults: Lists['faults'] | null): number {
  return faults === null ? 0 : faults.filter(({ isSpent }) => !isSpent).length;
}

/** Offers Undo only while it would take back a change of this window. */
function announceNotice(notice: Notice, hasOwnChange: boolean, now: number): Announcement {
  const action = notice.action === 'undo' && !hasOwnChange ? null : notice.action;
  return { ...notice, action, at: notice.at === null ? null : formatDayTime(notice.at, now) };
}

function announceConnectionProblem({ connection }: PageState): Announcement | null {
  switch (connection) {
    case 'starting':
      return { ...normal, icon: 'radio', text: say('Connecting…') };
    case 'refused':
      return {
        ...warning,
        ...sayStrong(
          '<b>This page’s token is not accepted.</b> You can’t see or change anything. Open the address that the service printed at start, including its token.',
        ),
      };
    case 'lost':
      return {
        ...warning,
        ...sayStrong(
          '<b>The service isn’t responding.</b> This page may be out of date. Nothing is saved until it reconnects; your edits stay here. Check that the service is running.',
        ),
      };
    case 'ready':
      return null;
    default:
      return connection satisfies never;
  }
}

function announceCollection(state: Shown): Announcement | null {
  const { collection, conflict, pendingMove, drafts, selectedId, now } = state;
  if (collection === null) return null;
  if (conflict !== null) {
    const sentence = sayStrong(
      '<b>Someone else saved {name} at {time} while you were editing.</b> Your version is not saved yet; nothing is lost. Choose below, then save.',
      {
        name: isolateName(givenNameOf(conflict.theirItem) ?? '') || say('a post without a name'),
        time: formatDayTime(collection.lastChange.at, now),
      },
    );
    return { ...warning, ...sentence };
  }
  if (pendingMove !== null) {
    const name = getAuthorName(findItem(collection, pendingMove.itemId)?.item ?? null);
    const sentence =
      pendingMove.itemIds.length > 1 ? describeSeveralMove(pendingMove) : describeMove(pendingMove, name);
    return { ...normal, icon: 'grip', ...sentence, action: 'cancelMove' };
  }
  const draft = selectedId === null ? undefined : ownValue(drafts, selectedId);
  return draft === undefined || state.notice?.kind === 'warning' ? null : announceDraft(state, draft);
}

function announceDraft({ collection, selectedId, now }: Shown, draft: Draft): Announcement | null {
  const changed = findChangedFields(draft);
  if (draft.base === null) {
    return {
      ...normal,
      icon: 'pencil',
      ...sayStrong(
        '<b>New post.</b> Saving adds it to the end of staging. Readers get it when you promote it to live.',
      ),
    };
  }
  if (changed.length === 0 || collection === null) return null;
  const name = getAuthorName(draft.base);
  const fields = changed.map(labelField).join(', ');
  const saved = selectedId === null ? null : findItem(collection, selectedId);
  if (saved !== null && saved.item.lastModifiedDate !== draft.base.lastModifiedDate) {
    const sentence = sayStrong(
      '<b>{name} has unsaved changes:</b> {fields}. Someone else has saved this post since. Save to compare the two versions.',
      { name, fields },
    );
    return { ...warning, ...sentence };
  }
  const time = formatDayTime(draft.base.lastModifiedDate, now);
  const sentence =
    draft.list === 'live'
      ? sayStrong('<b>{name} has unsaved changes:</b> {fields}. Readers still get the version of {time}.', {
          name,
          fields,
          time,
        })
      : sayStrong('<b>{name} has unsaved changes:</b> {fields}. The saved version is from {time}.', {
          name,
          fields,
          time,
        });
  return { ...normal, icon: 'pencil', ...sentence };
}

function announceFaults({ faults }: Shown): Announcement {
  const count = countActiveFaults(faults);
  return {
    ...warning,
    icon: 'flask',
    ...sayStrong(
      '<b>{count, plural, one {# test fault is on.} other {# test faults are on.}}</b> This service was started with --faults, so readers get wrong responses. Switch all faults off before a show.',
      { count },
    ),
    action: 'switchFaultsOff',
  };
}
