/** The past of one post of the demo show, as the history and the as-run log of `past.ts` have it. */
import type { PostPast } from '../../../src/contract/postPast.ts';
import { at, posts } from './posts.ts';

const byMarit = { cause: 'operator', by: 'Marit Lund', verb: 'back', about: null } as const;
const byInes = { cause: 'operator', by: 'Ines Halvorsen', verb: 'clear', about: null } as const;
const byService = { cause: 'service', by: null, verb: null, about: null } as const;

export const pastOfTom: PostPast = {
  since: at('20:00:00'),
  times: [
    { on: at('20:24:03'), off: null, seconds: 1126 },
    { on: at('20:11:02'), off: at('20:23:41'), seconds: 759 },
  ],
  earlierTimes: 0,
  changes: [
    {
      ...{ ...byService, revision: 127, at: at('20:40:51'), kind: 'edited', fields: ['message'] },
      text: { before: posts.tomOld.message, after: posts.tom.message },
    },
    { ...byMarit, revision: 120, at: at('20:24:03'), kind: 'on', fields: [], text: null },
    { ...byInes, revision: 119, at: at('20:23:41'), kind: 'off', fields: [], text: null },
    { ...byService, revision: 118, at: at('20:11:02'), kind: 'on', fields: [], text: null },
  ],
  earlierChanges: 0,
  missingRevisions: 0,
  unreadable: [],
};
