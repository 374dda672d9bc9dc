/** A panel object for the tests of the module. */
import type { Panel } from '../../src/contract/panel.ts';

export const basePanel: Panel = {
  gate: 'following',
  pendingCount: 0,
  freshness: 'fresh',
  onAirCount: 3,
  queueLength: 1,
  index: 1,
  currentAuthor: 'Omar Haddad',
  revision: 128,
  problemsOnAir: 0,
  itemId: 'p2',
  feed: 'main',
  pinned: false,
  rotateSeconds: null,
  used: false,
  collectionId: 'col_1',
  collectionName: 'Viewer posts',
  canBack: false,
  restored: false,
  served: true,
};
