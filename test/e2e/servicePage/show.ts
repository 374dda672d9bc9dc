/** The show of the service page's mocks: organisation, collections, posts and API keys. These people do not exist. */
import type { z } from 'zod';
import type { authoredCollection } from '../../../src/service/authoring/bodies.ts';
import type { ApiKey, CollectionSummary, Webhook } from '../../../src/service/authoring/page/api/shapes.ts';
import type { ContentItem, MediaItem } from '../../../src/service/document.ts';

export type AuthoredCollection = z.infer<typeof authoredCollection>;

export const organisation = 'Harbour TV';
export const origin = 'http://127.0.0.1:7410';

/** A time of the mocks' day, 20 November 2026. The test's browser is in UTC. */
export const at = (clock: string) => `2026-11-20T${clock}Z`;
/** The time at which the mocks show the page. */
export const now = at('20:42:49');

/** Sizes of stored media in bytes; the width and height of a picture are in its name. */
export const mediaBytes: Readonly<Record<string, number>> = {
  'rooftop-1920x1280.jpg': 684_000,
  'lanterns-1080x1080.jpg': 412_000,
  'choir-1080x1080.jpg': 390_000,
};
export const otherSitesPicture = 'https://media.harbour.example/lighthouse-1600x1066.jpg';

export const stored = (name: string): MediaItem => ({
  mediaUrl: `${origin}/media/${name}`,
  mediaType: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
});

function post(id: string, face: number, fields: Partial<ContentItem>): ContentItem {
  return {
    id,
    fullName: null,
    username: null,
    source: 'INSTAGRAM',
    message: '',
    profileImageUrl: face === 0 ? null : `${origin}/media/face-${String(face).padStart(2, '0')}.webp`,
    media: [],
    publishedAt: at('20:33:40'),
    lastModifiedDate: at('20:33:40'),
    ...fields,
  };
}

export const luca = post('luca', 8, {
  fullName: 'Luca Moretti',
  username: 'luca.moretti',
  message: 'From the roof of the net loft: thirty seconds before the cannons 🎆',
  media: [stored('rooftop-1920x1280.jpg')],
  publishedAt: at('20:42:29'),
});
export const kenji = post('kenji', 6, {
  fullName: '田中 健司',
  username: 'kenji_tnk',
  message: '港の花火、雨でも最高でした！来年も絶対に来ます。',
  media: [stored('fireworks-1080x1080.jpg')],
});
export const priya = post('priya', 3, {
  fullName: 'Priya Raghunathan',
  source: 'FACEBOOK',
  message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।',
  media: [stored('lanterns-1080x1080.jpg')],
  lastModifiedDate: at('20:38:11'),
});
export const tomsThanks = ' Thank you, all of you, for not going home when the sky opened.';
const tomAt = (hour: string) =>
  `I have worked on these docks for thirty-one years and I have never heard them like this. At six this morning we were still pumping water off the apron, nobody believed there would be a show at ${hour}. Then the crane crew came in on their day off. Tonight my daughter danced on this quay in the rain.`;
/** Tom's post before and after another window edits it. */
export const tomBefore = post('tom', 4, {
  fullName: 'Tom Okafor',
  username: 'tomokafor',
  source: 'FACEBOOK',
  message: tomAt('7 pm'),
});
const tomAfter: ContentItem = { ...tomBefore, message: tomAt('8 pm'), lastModifiedDate: at('20:42:31') };

export const staging: readonly ContentItem[] = [
  luca,
  post('zanele', 9, {
    fullName: 'Zanele Dube',
    source: 'FACEBOOK',
    message: 'One take, no cut: the choir in yellow boots walking onto the stage.',
    media: [stored('choir-in-yellow-boots.mp4')],
  }),
  post('petra', 10, {
    fullName: 'Petra Nováková',
    source: 'FACEBOOK',
    message: 'Somebody next to us says there is an evacuation at pier 4. Does anyone know if that is true?',
  }),
  post('joonas', 11, {
    fullName: 'Joonas Virtanen',
    message: 'POV: you are the only one who brought an umbrella ☔',
    media: [stored('umbrella-dance.mp4')],
  }),
  post('unnamed', 0, {
    source: 'WHATSAPP',
    message: 'First time my grandmother hears this band live. She is 91 and she knows every word ❤️',
  }),
  post('ingrid', 12, {
    fullName: 'Ingrid Aas',
    source: 'PEBBLE',
    message: 'North bridge is moving again. Take the tram if you still want to make the second half 🚋',
    media: [stored('tram-1280x853.jpg')],
  }),
  post('chidi', 13, {
    fullName: 'Chidi & Ada',
    message: 'SHE SAID YES. In the rain. During the encore 💍',
    media: [stored('couple-1080x1080.jpg')],
  }),
  post('rosa', 14, {
    fullName: 'Rosa Iglesias',
    source: 'FACEBOOK',
    message: 'Saludos desde Vigo: aquí también llueve, y aquí también estamos bailando.',
  }),
];

export const live = (tom: ContentItem): readonly ContentItem[] => [
  post('mira', 1, {
    fullName: 'Mira Solberg',
    message: 'The whole quay is singing along. Goosebumps and wet shoes 🌧️🎶',
    media: [stored('quay-concert.mp4')],
  }),
  post('omar', 2, {
    fullName: 'عمر الحداد',
    message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص 💃',
    media: [stored('umbrellas-1080x1350.jpg')],
  }),
  priya,
  tom,
  kenji,
  post('hunter', 5, {
    fullName: 'Ticket Hunter 24',
    source: 'CLIPSTER',
    message: 'LAST 40 wristbands, half price, cash only. Message me now before they are gone!!!',
    media: [stored('tickets-640x640.jpg')],
  }),
  post('aoife', 7, { fullName: 'Aoife Brennan', source: 'WHATSAPP', message: 'Magic.' }),
];

type Lists = Pick<AuthoredCollection, 'version' | 'lastChange'> & {
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

export function viewerPosts({ version, lastChange, staging: staged, live: offered }: Lists): AuthoredCollection {
  const copy = (items: readonly ContentItem[]) => items.map((item) => ({ ...item, media: [...item.media] }));
  return {
    id: 'col_viewer',
    name: 'Harbour Night: viewer posts',
    contentType: 'SOCIAL_POST',
    createdDate: at('17:00:00'),
    lastModifiedDate: lastChange.at,
    stagingContentCount: staged.length,
    liveContentCount: offered.length,
    stagingContents: copy(staged),
    liveContents: copy(offered),
    meta: { totalItems: staged.length + offered.length, page: 0, pageSize: staged.length + offered.length },
    version,
    lastChange,
    undoes: null,
  };
}

const promotion = { kind: 'itemPromoted', itemId: kenji.id, at: at('20:42:06') } as const;
export const version341 = viewerPosts({ version: 341, lastChange: promotion, staging, live: live(tomAfter) });
/** Version 341 in the mock of the conflict: Tom's post as it was before another window saved version 342. */
export const version341OfConflict = viewerPosts({
  version: 341,
  lastChange: promotion,
  staging,
  live: live(tomBefore),
});
export const version342 = viewerPosts({
  version: 342,
  lastChange: { kind: 'itemEdited', itemId: tomBefore.id, at: at('20:42:31') },
  staging,
  live: live(tomAfter),
});
/** Before the promotion of the mock's announcer. */
export const version340 = viewerPosts({
  version: 340,
  lastChange: { kind: 'itemEdited', itemId: luca.id, at: at('20:40:50') },
  staging: staging.toSpliced(4, 0, kenji),
  live: live(tomAfter).filter(({ id }) => id !== kenji.id),
});

function summary(
  id: string,
  name: string,
  staged: number,
  offered: number,
  lastModifiedDate: string,
): CollectionSummary {
  const contentType = 'SOCIAL_POST';
  return { id, name, contentType, stagingContentCount: staged, liveContentCount: offered, lastModifiedDate };
}

export const summaries: readonly CollectionSummary[] = [
  summary('col_viewer', 'Harbour Night: viewer posts', 8, 7, at('20:42:06')),
  summary('col_crew', 'Harbour Night: crew picks', 3, 9, at('20:41:30')),
  summary('col_quiz', 'Harbour Night: half-time quiz', 12, 0, at('20:15:02')),
  summary('col_studio', 'Studio B: ask the harbour master', 21, 12, at('20:42:44')),
  summary('col_foyer', 'Foyer wall', 0, 0, at('18:02:11')),
  summary('col_rescue', 'Sea rescue appeal', 5, 6, '2026-11-18T21:10:00Z'),
];

function key(name: string, endsWith: string, createdAt: string, lastUsedAt: string | null): ApiKey {
  return { id: `key_${name}`, name, endsWith, createdAt, lastUsedAt, isGiven: false };
}

export const keys: readonly ApiKey[] = [
  key('gallery-1', '3f9a', '2026-11-18T17:40:00Z', at('20:42:47')),
  key('template', 'b012', '2026-11-19T09:12:00Z', at('20:42:47')),
];
export const newKey = key('template-2', 'e7c4', at('20:42:31'), null);
export const newKeyValue = 'gk_harbour_8Tq2rLx5Vn0mZp7e7c4';
/** The key `demo` of a service started without settings. */
export const startKey: ApiKey = {
  id: 'key_given',
  name: 'set at start',
  endsWith: '',
  createdAt: null,
  lastUsedAt: null,
  isGiven: true,
};

function webhook(name: string, url: string, waiting: number): Webhook {
  return { id: name, name, url, signing: 'body', createdAt: at('17:00:00'), isGiven: false, waiting };
}

export const gallery1 = webhook('Gallery 1', 'http://10.20.4.17:7412/webhooks/k3v9-2mqx-t7ra', 0);
export const gallery2 = webhook('Gallery 2', 'http://10.20.4.18:7412/webhooks/b81c-90kd-w2ez', 0);
export const oldWall = webhook('Old wall', 'http://10.20.4.90:8080/hook', 0);
