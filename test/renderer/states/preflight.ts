/** The preflight of the desk's states, as in the mock-up. */
import type { Preflight, PreflightCheck } from '../../../src/contract/preflight.ts';
import { at } from './posts.ts';

const good = (id: string, title: string, message: string, feed: string | null): PreflightCheck => {
  return { id, title, verdict: 'good', message, all: [], nextStep: null, feed };
};
const warn = (id: string, title: string, message: string, nextStep: string): PreflightCheck => {
  return { id, title, verdict: 'warning', message, all: [], nextStep, feed: 'main' };
};

export const preflight: Preflight = {
  at: at('20:14:06'),
  by: 'Marit Lund',
  target: 'casparcg',
  verdict: 'warning',
  checks: [
    good('service', 'Service', 'Responded in 84 ms, 6 collections', null),
    good('key', 'API key', 'Accepted', null),
    good('clock', 'Clock', 'Within 0.2 s of the service', null),
    good('cache', 'Cache on the way', 'None. Two checks got two responses', null),
    good('webhook', 'Webhook reachable', 'Not needed: update mode is poll', null),
    good('ports', 'Ports', 'Greenroom has 7411 (feed) and 7413 (desk)', null),
    good('disk', 'Disk', '212 GB free, media uses 0.4 of 2 GB', null),
    good('backup', 'Backup', 'The settings were backed up 20 Nov 19:02', null),
    good('update', 'Update', 'None waiting. This is 0.1.0', null),
    good('collection', 'Collection', 'Harbour Night: viewer posts, 8 staging, 7 live', 'main'),
    good('onAir', 'On air', 'Following: 6 on air, 1 blocked or guarded', 'main'),
    good('pictures', 'Pictures, 9', 'All stored, all readable', 'main'),
    warn(
      ...(['videos', 'Videos, 3', 'Zanele Dube: still being prepared, 62 %'] as const),
      'Wait until it is stored, then test again. Until then, the post is shown without it.',
    ),
    warn(
      ...(['playback', 'Video plays', 'Mira Solberg: H.264, which CasparCG can’t play'] as const),
      'Its poster is shown there. Replace it at the service with a VP9 video in MP4, or leave the post off air.',
    ),
    good('text', 'Text fits', '15 posts in card, ticker, wall. Longest 600 characters', 'main'),
    good('fonts', 'Fonts', 'No character is missing', 'main'),
    good('crop', 'Picture shapes', 'None is cropped on the wall', 'main'),
    good('consumers', 'Consumers', '4, none behind. On screen in 41 ms', 'main'),
    good('takedowns', 'Takedowns', '1 blocked, all off screen. Blank in 63 ms', 'main'),
  ],
};
