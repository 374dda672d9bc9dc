/** Keeps the stored files that held feeds show while their addresses have others, and those of blocked posts. */
import {
  addressOfHeldKey,
  feedOfHeldKey,
  findBlockedHeldKeys,
  findNewHeldKeys,
  isHeldKey,
  isKeptNeeded,
  isReleased,
  isWithheld,
} from '../../core/heldMedia.ts';
import type { ShowState } from '../../core/show.ts';
import type { Store } from '../store.ts';
import { originalOf } from './derivedFile.ts';
import { factsOf } from './factsOf.ts';
import type { Entry } from './fileIndex.ts';
import { ownKey } from './fileKey.ts';
import type { Files } from './files.ts';
import type { Reports } from './reports.ts';
import { findNewlyBlockedMedia } from './wantedMedia.ts';

export type HeldFiles = {
  /** Their keys; another set after each change. */
  readonly keys: () => ReadonlySet<string>;
  /** Call before the file is replaced by that for `version` of a post. */
  readonly hold: (kept: Entry, version: string) => void;
  /**
   * In the same event-loop turn, keeps the files of posts that were blocked, which are no longer served, and forgets files that their feeds no
   * longer need, such as after a release: they stay for readers that have their names, without those of blocked posts, which are deleted.
   */
  readonly update: (state: ShowState, previous: ShowState) => void;
  /** Whether the file may be served: not while only blocked posts have it. */
  readonly mayServe: (name: string) => boolean;
  /** Call when a file can’t be read: its feeds show the newest one of its address. */
  readonly forget: (key: string) => void;
  /** Reports the files again, for example with a new poster. */
  readonly report: (keys: readonly string[]) => void;
};

export type HeldFilesDeps = {
  readonly files: Files;
  readonly store: Pick<Store, 'apply' | 'state'>;
  readonly reports: Pick<Reports, 'reportKept' | 'reportKeptLost'>;
  readonly saveSoon: () => void;
};

export function createHeldFiles({ files, store, reports, saveSoon }: HeldFilesDeps): HeldFiles {
  let keys: ReadonlySet<string> = new Set(
    files.keys().flatMap(({ url, isOwn }) => (isOwn && isHeldKey(url) ? [url] : [])),
  );
  /** Keys of lost files whose feeds would still show them. */
  let lost: readonly string[] = [];

  const report = (changed: readonly string[]): void => {
    for (const key of changed) {
      const entry = files.byKey(ownKey(key));
      if (entry !== null) reports.reportKept(key, factsOf(entry, files));
    }
  };
  const forget = (key: string, why: 'released' | 'blocked' | 'lost'): void => {
    const url = addressOfHeldKey(key);
    const kept = files.byKey(ownKey(key));
    keys = new Set([...keys].filter((other) => other !== key));
    reports.reportKept(key, null);
    // The feed may be held again before the batch of reports.
    void store.apply({ type: 'mediaChanged', media: [], kept: [[key, null]] });
    if (why === 'released' && kept !== null) void files.keepAsReplaced(url, kept);
    void files.forgetKeys([ownKey(key)]);
    if (why === 'blocked') void files.forgetReplaced([url]);
    if (why !== 'lost' || !isKeptNeeded(store.state(), key)) return;
    lost = [...lost, key];
    reports.reportKeptLost(feedOfHeldKey(key), true);
    saveSoon();
  };
  const forgetUnkept = (state: ShowState, previous: ShowState): void => {
    for (const key of keys) if (isReleased(state, key)) forget(key, isWithheld(previous, key) ? 'blocked' : 'released');
  };
  const keepAll = (kept: Entry, added: readonly string[]): void => {
    for (const key of added) files.keepAs(ownKey(key), kept);
    if (added.length > 0) keys = new Set([...keys, ...added]);
    report(added);
  };
  const keepBlocked = (state: ShowState, previous: ShowState): void => {
    for (const url of findNewlyBlockedMedia(state, previous)) {
      const kept = files.byUrl(url);
      if (kept !== null) keepAll(kept, findBlockedHeldKeys(state, url, kept.checkedFor));
    }
  };
  const mayServe = (name: string): boolean =>
    files.keysOf(name).some((key) => {
      const original = originalOf(key);
      if (original !== null) return mayServe(original);
      return !key.isOwn || !isHeldKey(key.url) || !isWithheld(store.state(), key.url);
    });

  const endLosses = (state: ShowState): void => {
    const ended = lost.filter((key) => !isKeptNeeded(state, key));
    lost = lost.filter((key) => !ended.includes(key));
    const feeds = new Set(lost.map(feedOfHeldKey));
    for (const feed of new Set(ended.map(feedOfHeldKey))) if (!feeds.has(feed)) reports.reportKeptLost(feed, false);
  };

  /** One after the other, because each is read whole. Otherwise, only a request for it would show that it is damaged. */
  const forgetDamaged = async (): Promise<void> => {
    for (const key of keys) {
      const kept = files.byKey(ownKey(key));
      const isDamaged = kept !== null && !(await files.isIntact(kept.name));
      if (isDamaged && keys.has(key)) forget(key, 'lost');
    }
  };

  forgetUnkept(store.state(), store.state());
  report([...keys]);
  void forgetDamaged();
  return {
    keys: () => keys,
    hold: (kept, version) => {
      keepAll(kept, findNewHeldKeys(store.state(), kept.url, version));
    },
    update: (state, previous) => {
      keepBlocked(state, previous);
      if ((keys.size === 0 && lost.length === 0) || hasSameHeldLists(state, previous)) return;
      forgetUnkept(state, previous);
      endLosses(state);
    },
    mayServe,
    forget: (key) => {
      if (keys.has(key)) forget(key, 'lost');
    },
    report: (changed) => report(changed.filter((key) => keys.has(key))),
  };
}

function hasSameHeldLists({ feeds }: ShowState, previous: ShowState): boolean {
  return (
    feeds.length === previous.feeds.length &&
    feeds.every((feed, index) => {
      const before = previous.feeds[index];
      return feed.gate === before?.gate && feed.base === before.base && feed.blocks === before.blocks;
    })
  );
}
