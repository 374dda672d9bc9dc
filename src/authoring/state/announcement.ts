/** Chooses the announcer's sentence: first a problem, then the edit in progress, then the last change. */

import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { listNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import { formatClockTime, formatDayTime } from '../../core/time.ts';
import type { IconName } from '../../ui/Icon.tsx';
import type { Armed } from '../../ui/secondPress.ts';
import type { Lists } from '../api/client.ts';
import type { Collection, CollectionSummary } from '../api/shapes.ts';
import { type Draft, findChangedFields, labelField } from './draft.ts';
import type { Notice, PageState } from './pageState.ts';
import { findItem, formatPosition, isUnmoved, type PendingMove } from './position.ts';
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
  return { ...warning, strong: sentence, text: ' Any other key cancels.' };
}

/** The service’s data that the sentence depends on; empty or `null` until it has loaded. */
type ShownData = {
  readonly summaries: readonly CollectionSummary[] | null;
  readonly collection: Collection | null;
  readonly webhooks: readonly Webhook[];
  readonly deliveries: readonly Delivery[];
  readonly faults: Lists['faults'];
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
    const late = announceLateDelivery(state);
    if (late !== null) return late;
  }
  if (state.notice !== null) return announceNotice(state.notice, canUndo(state.ownVersions, state.collection));
  if (state.summaries?.length === 0)
    return { ...normal, icon: 'layers', text: 'No collections yet. There is nothing to read or send.' };
  const hasSaved = Object.keys(state.ownVersions).length > 0;
  const text = hasSaved ? 'The last change from this window is saved.' : 'No changes from this window yet.';
  return { ...normal, icon: 'radio', text };
}

/** Counts the faults that are on and not spent. */
export function countActiveFaults(faults: Lists['faults']): number {
  return faults === null ? 0 : faults.filter(({ isSpent }) => !isSpent).length;
}

/** Offers Undo only while it would take back a change of this window. */
function announceNotice(notice: Notice, hasOwnChange: boolean): Announcement {
  const action = notice.action === 'undo' && !hasOwnChange ? null : notice.action;
  return { ...notice, action, at: notice.at === null ? null : formatClockTime(notice.at) };
}

function announceConnectionProblem({ connection }: PageState): Announcement | null {
  switch (connection) {
    case 'starting':
      return { ...normal, icon: 'radio', text: 'Connecting…' };
    case 'refused':
      return {
        ...warning,
        strong: 'This page’s token is not accepted.',
        text: ' You can’t see or change anything. Open the address that the service printed at start, including its token.',
      };
    case 'lost':
      return {
        ...warning,
        strong: 'The service isn’t responding.',
        text: ' This page may be out of date. Nothing is saved until it reconnects; your edits stay here. Check that the service is running.',
      };
    case 'ready':
      return null;
    default:
      return connection satisfies never;
  }
}

function announceCollection(state: Shown): Announcement | null {
  const { collection, conflict, pendingMove, drafts, selectedId } = state;
  if (collection === null) return null;
  if (conflict !== null) {
    const at = formatClockTime(collection.lastChange.at);
    return {
      ...warning,
      strong: `Someone else saved ${isolateName(conflict.theirItem.fullName ?? '') || 'a post without a name'} at ${at} while you were editing.`,
      text: ' Your version is not saved yet; nothing is lost. Choose below, then save.',
    };
  }
  if (pendingMove !== null) {
    const count = pendingMove.itemIds.length;
    if (count > 1) return { ...normal, icon: 'grip', ...describeSeveralMove(pendingMove, count), action: 'cancelMove' };
    const strong = getAuthorName(findItem(collection, pendingMove.itemId)?.item ?? null);
    return { ...normal, icon: 'grip', strong, text: describeMove(pendingMove), action: 'cancelMove' };
  }
  const draft = selectedId === null ? undefined : drafts[selectedId];
  return draft === undefined || state.notice?.kind === 'warning' ? null : announceDraft(state, draft);
}

/** `to` is the position of the first; the others follow it. */
function describeSeveralMove(move: PendingMove, count: number): Pick<Announcement, 'strong' | 'text'> {
  const { from, to } = move;
  const strong = `${count} posts`;
  if (isUnmoved(move)) return { strong, text: ' are moving. Move them with the arrow keys, then press ↵.' };
  const path = ` are moving, to ${formatPosition(to)}. Drop them or press ↵`;
  if (to.list === 'staging')
    return { strong, text: from.list === 'live' ? `${path}; readers then no longer get them.` : `${path}.` };
  return { strong, text: `${path}; readers then get ${from.list === 'live' ? 'the new order' : 'them'}.` };
}

function describeMove(move: PendingMove): string {
  const { to } = move;
  const from = { list: move.from.list, index: move.from.indexes[0] ?? 0 };
  if (isUnmoved(move)) return ` is moving from ${formatPosition(from)}. Move it with the arrow keys, then press ↵.`;
  const path = ` is moving from ${formatPosition(from)}, to ${formatPosition(to)}. Drop it or press ↵`;
  if (from.list === to.list) return to.list === 'live' ? `${path}; readers then get the new order.` : `${path}.`;
  return to.list === 'live' ? `${path}; readers then get it.` : `${path}; readers then no longer get it.`;
}

function announceDraft({ collection, selectedId, now }: Shown, draft: Draft): Announcement | null {
  const changed = findChangedFields(draft);
  if (draft.base === null) {
    return {
      ...normal,
      icon: 'pencil',
      strong: 'New post.',
      text: ' Saving adds it to the end of staging. Readers get it when you promote it to live.',
    };
  }
  if (changed.length === 0 || collection === null) return null;
  const strong = `${getAuthorName(draft.base)} has unsaved changes:`;
  const fields = changed.map(labelField).join(', ');
  const saved = selectedId === null ? null : findItem(collection, selectedId);
  if (saved !== null && saved.item.lastModifiedDate !== draft.base.lastModifiedDate) {
    const text = ` ${fields}. Someone else has saved this post since. Save to compare the two versions.`;
    return { ...warning, strong, text };
  }
  const since = formatDayTime(draft.base.lastModifiedDate, now);
  const consequence = draft.list === 'live' ? 'Readers still get the version of' : 'The saved version is from';
  return { ...normal, icon: 'pencil', strong, text: ` ${fields}. ${consequence} ${since}.` };
}

function announceFaults({ faults }: Shown): Announcement {
  const count = countActiveFaults(faults);
  return {
    ...warning,
    icon: 'flask',
    strong: count === 1 ? '1 test fault is on.' : `${count} test faults are on.`,
    text: ' This service was started with --faults, so readers get wrong responses. Switch all faults off before a show.',
    action: 'switchFaultsOff',
  };
}

function announceLateDelivery({ webhooks, deliveries }: Shown): Announcement | null {
  const late = deliveries.find(({ state }) => state === 'retrying');
  const webhook = webhooks.find(({ id }) => id === late?.webhookId);
  if (late === undefined || webhook === undefined) return null;
  const since = formatClockTime(late.eventAt);
  const strong =
    late.lastStatus === null
      ? `${webhook.name} hasn’t responded since ${since}.`
      : `${webhook.name} has returned ${late.lastStatus} since ${since}.`;
  const others = describeUnaffected(webhooks, deliveries);
  return {
    ...warning,
    strong,
    text: ` Its deliveries wait in order${others}. ${describeReceiverCheck(webhook, late.lastStatus)}`,
    action: 'retryNow',
  };
}

/** Names the webhooks whose newest delivery was delivered; empty when there are none. */
function describeUnaffected(webhooks: readonly Webhook[], deliveries: readonly Delivery[]): string {
  const names = webhooks
    .filter(({ id }) => deliveries.find(({ webhookId }) => webhookId === id)?.state === 'delivered')
    .map(({ name }) => name);
  if (names.length === 0) return '';
  return `; ${listNames(names)} ${names.length === 1 ? 'is' : 'are'} not affected`;
}

/** By default, Greenroom’s path begins with `/webhooks/`. `status` is `null` without a response. */
function describeReceiverCheck({ url }: Webhook, status: number | null): string {
  if (!URL.canParse(url)) return 'Check that its receiver is running.';
  const { port, protocol, pathname } = new URL(url);
  const receiver = pathname.startsWith('/webhooks/') ? 'Greenroom' : 'its receiver';
  if (status !== null) return `Check ${receiver === 'Greenroom' ? 'Greenroom’s' : 'its receiver’s'} log there.`;
  const openPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return `Check that ${receiver} is running there and port ${openPort} is open.`;
}
