/** The show in the service page's mock-ups: organisation, collections, posts and API keys. These people do not exist. */

import type { CollectionSummary } from '../../../src/authoring/api/shapes.ts';
import type { ApiKey, AuthoredCollection, Webhook } from '../../../src/core/authoringDocument.ts';
import type { ContentItem, MediaItem } from '../../../src/core/serviceDocument.ts';

export const organisation = 'Harbour TV';
export const origin = 'http://127.0.0.1:7410';

/** A time on the mock-ups' day, 20 November 2026. The test's browser is in UTC. */
export const mockUpTime = (clock: string) => `2026-11-20T${clock}Z`;
/** The time at which the mock-ups show the page. */
export const now = mockUpTime('20:42:49');

/** Sizes of stored media in bytes; the width and height of a picture are in its name. */
export const mediaBytes: Readonly<Record<string, number>> = {
  'rooftop-1920x1280.jpg': 684_000,
  'lanterns-1080x1080.jpg': 412_000,
  'choir-1080x1080.jpg': 390_000,
};
export const externalPictureUrl = 'https://media.harbour.example/lighthouse-1600x1066.jpg';

export const createStoredMedia = (name: string): MediaItem => ({
  mediaUrl: `${origin}/media/${name}`,
  mediaType: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
});

function createPost(id: string, face: number, fields: Partial<ContentItem>): ContentItem {
  return {
    id,
    fullName: null,
    username: null,
    source: 'INSTAGRAM',
    message: '',
    profileImageUrl: face === 0 ? null : `${origin}/media/face-${String(face).padStart(2, '0')}.webp`,
    media: [],
    publishedAt: mockUpTime('20:33:40'),
    lastModifiedDate: mockUpTime('20:33:40'),
    ...fields,
  };
}

export const luca = createPost('luca', 8, {
  fullName: 'Luca Moretti',
  username: 'luca.moretti',
  message: 'From the roof of the net loft: thirty seconds before the cannons 🎆',
  media: [createStoredMedia('rooftop-1920x1280.jpg')],
  publishedAt: mockUpTime('20:42:29'),
});
export const kenji = createPost('kenji', 6, {
  fullName: '田中 健司',
  username: 'kenji_tnk',
  message: '港の花火、雨でも最高でした！来年も絶対に来ます。',
  media: [createStoredMedia('fireworks-1080x1080.jpg')],
});
export const priya = createPost('priya', 3, {
  fullName: 'Priya Raghunathan',
  source: 'FACEBOOK',
  message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।',
  media: [createStoredMedia('lanterns-1080x1080.jpg')],
  lastModifiedDate: mockUpTime('20:38:11'),
});
export const tomsThanks = ' Thank you, all of you, for not going home when the sky opened.';
const writeTomsMessage = (hour: string) =>
  `I have worked on these docks for thirty-one years and I have never heard them like this. At six this morning we were still pumping water off the apron, nobody believed there would be a show at ${hour}. Then the crane crew came in on their day off. Tonight my daughter danced on this quay in the rain.`;
/** Tom's post before and after another window edits it. */
export const tomBefore = createPost('tom', 4, {
  fullName: 'Tom Okafor',
  username: 'tomokafor',
  source: 'FACEBOOK',
  message: writeTomsMessage('7 pm'),
});
const tomAfter: ContentItem = {
  ...tomBefore,
  message: writeTomsMessage('8 pm'),
  lastModifiedDate: mockUpTime('20:42:31'),
};

export const staging: readonly ContentItem[] = [
  luca,
  createPost('zanele', 9, {
    fullName: 'Zanele Dube',
    source: 'FACEBOOK',
    message: 'One take, no cut: the choir in yellow boots walking onto the stage.',
    media: [createStoredMedia('choir-in-yellow-boots.mp4')],
  }),
  createPost('petra', 10, {
    fullName: 'Petra Nováková',
    source: 'FACEBOOK',
    message: 'Somebody next to us says there is an evacuation at pier 4. Does anyone know if that is true?',
  }),
  createPost('joonas', 11, {
    fullName: 'Joonas Virtanen',
    message: 'POV: you are the only one who brought an umbrella ☔',
    media: [createStoredMedia('umbrella-dance.mp4')],
  }),
  createPost('unnamed', 0, {
    source: 'WHATSAPP',
    message: 'First time my grandmother hears this band live. She is 91 and she knows every word ❤️',
  }),
  createPost('ingrid', 12, {
    fullName: 'Ingrid Aas',
    source: 'PEBBLE',
    message: 'North bridge is moving again. Take the tram if you still want to make the second half 🚋',
    media: [createStoredMedia('tram-1280x853.jpg')],
  }),
  createPost('chidi', 13, {
    fullName: 'Chidi & Ada',
    message: 'SHE SAID YES. In the rain. During the encore 💍',
    media: [createStoredMedia('couple-1080x1080.jpg')],
  }),
  createPost('rosa', 14, {
    fullName: 'Rosa Iglesias',
    source: 'FACEBOOK',
    message: 'Saludos desde Vigo: aquí también llueve, y aquí también estamos bailando.',
  }),
];

export const createLiveList = (tom: ContentItem): readonly ContentItem[] => [
  createPost('mira', 1, {
    fullName: 'Mira Solberg',
    message: 'The whole quay is singing along. Goosebumps and wet shoes 🌧️🎶',
    media: [createStoredMedia('quay-concert.mp4')],
  }),
  createPost('omar', 2, {
    fullName: 'عمر الحداد',
    message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص 💃',
    media: [createStoredMedia('umbrellas-1080x1350.jpg')],
  }),
  priya,
  tom,
  kenji,
  createPost('hunter', 5, {
    fullName: 'Ticket Hunter 24',
    source: 'CLIPSTER',
    message: 'LAST 40 wristbands, half price, cash only. Message me now before they are gone!!!',
    media: [createStoredMedia('tickets-640x640.jpg')],
  }),
  createPost('aoife', 7, { fullName: 'Aoife Brennan', source: 'WHATSAPP', message: 'Magic.' }),
];

type Lists = Pick<AuthoredCollection, 'version' | 'lastChange'> & {
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

export function createViewerCollection({
  version,
  lastChange,
  staging: stagingItems,
  live: liveItems,
}: Lists): AuthoredCollection {
  const copy = (items: readonly ContentItem[]) => items.map((item) => ({ ...item, media: [...item.media] }));
  return {
    id: 'col_viewer',
    name: 'Harbour Night: viewer posts',
    contentType: 'SOCIAL_POST',
    createdDate: mockUpTime('17:00:00'),
    lastModifiedDate: lastChange.at,
    stagingContentCount: stagingItems.length,
    liveContentCount: liveItems.length,
    stagingContents: copy(stagingItems),
    liveContents: copy(liveItems),
    meta: {
      totalItems: stagingItems.length + liveItems.length,
      page: 0,
      pageSize: stagingItems.length + liveItems.length,
    },
    version,
    lastChange,
    undoes: lastChange.kind,
    undoesVersion: version,
  };
}

const promotion = { kind: 'itemPromoted', itemId: kenji.id, at: mockUpTime('20:42:06'), undone: null } as const;
export const version341 = createViewerCollection({
  version: 341,
  lastChange: promotion,
  staging,
  live: createLiveList(tomAfter),
});
/** Version 341 in the conflict mock-up: Tom's post before another window saves version 342. */
export const conflictVersion341 = createViewerCollection({
  version: 341,
  lastChange: promotion,
  staging,
  live: createLiveList(tomBefore),
});
export const version342 = createViewerCollection({
  version: 342,
  lastChange: { kind: 'itemEdited', itemId: tomBefore.id, at: mockUpTime('20:42:31'), undone: null },
  staging,
  live: createLiveList(tomAfter),
});
/** The version before the promotion that the mock-up's announcer reports. */
export const version340 = createViewerCollection({
  version: 340,
  lastChange: { kind: 'itemEdited', itemId: luca.id, at: mockUpTime('20:40:50'), undone: null },
  staging: staging.toSpliced(4, 0, kenji),
  live: createLiveList(tomAfter).filter(({ id }) => id !== kenji.id),
});

function createSummary(
  id: string,
  name: string,
  stagingCount: number,
  liveCount: number,
  lastModifiedDate: string,
): CollectionSummary {
  const contentType = 'SOCIAL_POST';
  return { id, name, contentType, stagingContentCount: stagingCount, liveContentCount: liveCount, lastModifiedDate };
}

export const summaries: readonly CollectionSummary[] = [
  createSummary('col_viewer', 'Harbour Night: viewer posts', 8, 7, mockUpTime('20:42:06')),
  createSummary('col_crew', 'Harbour Night: crew picks', 3, 9, mockUpTime('20:41:30')),
  createSummary('col_quiz', 'Harbour Night: half-time quiz', 12, 0, mockUpTime('20:15:02')),
  createSummary('col_studio', 'Studio B: ask the harbour master', 21, 12, mockUpTime('20:42:44')),
  createSummary('col_foyer', 'Foyer wall', 0, 0, mockUpTime('18:02:11')),
  createSummary('col_rescue', 'Sea rescue appeal', 5, 6, '2026-11-18T21:10:00Z'),
];

function createKey(name: string, endsWith: string, createdAt: string, lastUsedAt: string | null): ApiKey {
  return { id: `key_${name}`, name, endsWith, createdAt, lastUsedAt, isSetAtStartup: false };
}

export const keys: readonly ApiKey[] = [
  createKey('gallery-1', '3f9a', '2026-11-18T17:40:00Z', mockUpTime('20:42:47')),
  createKey('template', 'b012', '2026-11-19T09:12:00Z', mockUpTime('20:42:47')),
];
export const newKey = createKey('template-2', 'e7c4', mockUpTime('20:42:31'), null);
export const newKeyValue = 'gk_harbour_8Tq2rLx5Vn0mZp7e7c4';
/** The default API key, set when the service is started without `--api-key`. */
export const defaultKey: ApiKey = {
  id: 'key_given',
  name: 'startup key',
  endsWith: '',
  createdAt: null,
  lastUsedAt: null,
  isSetAtStartup: true,
};

function createWebhook(name: string, url: string, waiting: number): Webhook {
  return { id: name, name, url, signing: 'body', createdAt: mockUpTime('17:00:00'), isSetAtStartup: false, waiting };
}

export const gallery1 = createWebhook('Gallery 1', 'http://10.20.4.17:7412/webhooks/k3v9-2mqx-t7ra', 0);
export const gallery2 = createWebhook('Gallery 2', 'http://10.20.4.18:7412/webhooks/b81c-90kd-w2ez', 0);
export const oldWall = createWebhook('Old wall', 'http://10.20.4.90:8080/hook', 0);
