/** Fixtures of the presenter’s page. */
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { PresenterPost, PresenterView } from '../../../src/contract/presenter.ts';
import { posts as p } from './posts.ts';

function toPresenterPost({ mark: _, lastModifiedDate: __, media, ...post }: DeskItem): PresenterPost {
  return { ...post, pictureUrl: media[0]?.thumbnailUrl ?? media[0]?.url ?? null };
}

const chidi: PresenterPost = {
  ...toPresenterPost(p.omar),
  ...{ id: 'chidi', fullName: 'Chidi & Ada', username: 'chidi.and.ada', source: 'INSTAGRAM' },
  message: 'She said yes. In the rain. During the encore 💍 The man with the trombone knew before I did!',
};
const now: PresenterView = {
  ...{ feed: 'main', served: true, index: 1, onAirCount: 6, used: false, language: 'en' },
  current: chidi,
  next: toPresenterPost(p.priya),
};
const nothing: PresenterView = { ...now, index: null, onAirCount: 0, current: null, next: null };

export const presenterViews = {
  now,
  used: { ...now, used: true },
  nothing,
  unknown: { ...nothing, served: false },
  rightToLeft: { ...now, current: toPresenterPost(p.omar) },
  long: {
    ...now,
    index: 5,
    current: { ...toPresenterPost(p.tom), message: `${p.tom.message} `.repeat(3).trim() },
    next: null,
  },
} as const satisfies Readonly<Record<string, PresenterView>>;
