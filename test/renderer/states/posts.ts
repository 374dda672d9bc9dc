/** Invented posts of the demo show, for screenshots and tests of the desk's states. */
import type { DeskItem, DeskMedia } from '../../../src/contract/deskItem.ts';

/** The fixed time of every state, in epoch milliseconds. */
export const now = new Date(2026, 10, 20, 20, 42, 49).getTime();

/** ISO 8601 time, this many seconds before `now`. */
export function ago(seconds: number): string {
  return new Date(now - seconds * 1000).toISOString();
}

/** ISO 8601 time of a clock time on that evening. */
export function at(clock: string): string {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return new Date(2026, 10, 20, hours, minutes, seconds).toISOString();
}

function toSvgDataUrl(width: number, height: number, body: string): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`)}`;
}

/** Draws an evening sky with lights, in place of a picture. */
function drawEveningSky(width: number, height: number, hue: number): string {
  const lights = Array.from({ length: 7 }, (_, index) => {
    const x = ((index * 137 + hue * 3) % 100) / 100;
    const y = 0.15 + ((index * 61 + hue) % 45) / 100;
    return `<circle cx="${x * width}" cy="${y * height}" r="${Math.min(width, height) / (14 + index)}" fill="hsl(${(hue + index * 24) % 360} 85% 68%)"/>`;
  }).join('');
  const sky = `<rect width="${width}" height="${height}" fill="hsl(${hue} 45% 18%)"/><rect y="${height * 0.68}" width="${width}" height="${height}" fill="hsl(${hue} 40% 9%)"/>`;
  return toSvgDataUrl(width, height, sky + lights);
}

function drawFace(hue: number): string {
  return toSvgDataUrl(
    64,
    64,
    `<rect width="64" height="64" fill="hsl(${hue} 35% 38%)"/><circle cx="32" cy="27" r="13" fill="hsl(${(hue + 25) % 60} 45% 62%)"/><path d="M8 64c2-18 12-24 24-24s22 6 24 24z" fill="hsl(${(hue + 180) % 360} 30% 26%)"/>`,
  );
}

function picture(width: number, height: number, hue: number): DeskMedia {
  return {
    mediaType: 'image/jpeg',
    url: drawEveningSky(width, height, hue),
    posterUrl: null,
    thumbnailUrl: null,
    width,
    height,
    durationMs: null,
    codec: null,
    sizes: [320, 640, 1080].filter((size) => size < width),
    host: 'pics.harbour.example',
    bytes: 412_000,
    progress: 1,
    isBroken: false,
  };
}

function video(
  width: number,
  height: number,
  hue: number,
  seconds: number,
  progress: number,
  codec: string | null = null,
): DeskMedia {
  const still = drawEveningSky(width, height, hue);
  return {
    mediaType: 'video/mp4',
    url: progress < 1 ? null : './states/still.mp4',
    posterUrl: still,
    thumbnailUrl: still,
    width,
    height,
    durationMs: seconds * 1000,
    codec,
    sizes: [],
    host: 'video.harbour.example',
    bytes: progress < 1 ? null : 3_200_000,
    progress,
    isBroken: false,
  };
}

type Draft = {
  readonly id: string;
  readonly name: string | null;
  readonly handle: string | null;
  readonly source: string;
  readonly secondsAgo: number;
  readonly hue: number | null;
  readonly text: string;
  readonly media?: readonly DeskMedia[];
};

function post({ id, name, handle, source, secondsAgo, hue, text, media }: Draft): DeskItem {
  return {
    id,
    fullName: name,
    username: handle,
    source,
    message: text,
    avatarUrl: hue === null ? null : drawFace(hue),
    media: media ?? [],
    publishedAt: ago(secondsAgo),
    lastModifiedDate: ago(secondsAgo),
    mark: null,
  };
}

const min = 60;

const tomBefore =
  'I have worked on these docks for thirty-one years and I have never heard them like this. At six this morning we were still pumping water off the apron, nobody believed there would be a show at 7 pm. Then the crane crew came in on their day off, the fish market lent us every tarpaulin they own, and a choir of sixty school children turned up in yellow boots and simply started singing. My father loaded timber on this quay. Tonight my daughter danced on it in the rain, and strangers held an umbrella over her so that she would not have to stop. Thank you, all of you, for not going home when the sky opened.';

export const posts = {
  mira: post({
    id: 'mira',
    name: 'Mira Solberg',
    handle: 'mirasolberg',
    source: 'INSTAGRAM',
    secondsAgo: 14 * min,
    hue: 190,
    text: 'The whole quay is singing along. Goosebumps and wet shoes 🌧️🎶',
    media: [video(1920, 1080, 230, 24, 1, 'avc1')],
  }),
  omar: post({
    id: 'omar',
    name: 'عمر الحداد',
    handle: 'omar.alhaddad',
    source: 'INSTAGRAM',
    secondsAgo: 11 * min,
    hue: 130,
    text: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص 💃',
    media: [picture(1080, 1350, 30)],
  }),
  priya: post({
    id: 'priya',
    name: 'Priya Raghunathan',
    handle: null,
    source: 'FACEBOOK',
    secondsAgo: 9 * min,
    hue: 0,
    text: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।',
    media: [picture(1080, 1080, 300), picture(1600, 1066, 20)],
  }),
  tom: post({
    id: 'tom',
    name: 'Tom Okafor',
    handle: 'tomokafor',
    source: 'FACEBOOK',
    secondsAgo: 22 * min,
    hue: 240,
    text: tomBefore.replace('7 pm', '8 pm'),
  }),
  tomOld: post({
    id: 'tom',
    name: 'Tom Okafor',
    handle: 'tomokafor',
    source: 'FACEBOOK',
    secondsAgo: 22 * min,
    hue: 240,
    text: tomBefore,
  }),
  dealz: post({
    id: 'dealz',
    name: 'Ticket Hunter 24',
    handle: 'tickets.now',
    source: 'CLIPSTER',
    secondsAgo: 6 * min,
    hue: 280,
    text: 'LAST 40 wristbands, half price, cash only. Message me now before they are gone!!!',
    media: [picture(640, 640, 50)],
  }),
  kenji: post({
    id: 'kenji',
    name: '田中 健司',
    handle: 'kenji_tnk',
    source: 'INSTAGRAM',
    secondsAgo: 5 * min,
    hue: 170,
    text: '港の花火、雨でも最高でした！来年も絶対に来ます。',
    media: [picture(1080, 1080, 225)],
  }),
  aoife: post({
    id: 'aoife',
    name: 'Aoife Brennan',
    handle: null,
    source: 'WHATSAPP',
    secondsAgo: 3 * min,
    hue: 25,
    text: 'Magic.',
  }),
  luca: post({
    id: 'luca',
    name: 'Luca Moretti',
    handle: 'luca.moretti',
    source: 'INSTAGRAM',
    secondsAgo: 20,
    hue: 200,
    text: 'From the roof of the net loft: thirty seconds before the cannons 🎆',
    media: [picture(1920, 1280, 15)],
  }),
  zanele: post({
    id: 'zanele',
    name: 'Zanele Dube',
    handle: 'zanele.films',
    source: 'FACEBOOK',
    secondsAgo: 4 * min,
    hue: 340,
    text: 'One take, no cut: the choir in yellow boots walking onto the stage.',
    media: [video(1080, 1080, 60, 41, 0.62)],
  }),
  petra: post({
    id: 'petra',
    name: 'Petra Nováková',
    handle: 'petra.n',
    source: 'FACEBOOK',
    secondsAgo: 7 * min,
    hue: 110,
    text: 'Somebody next to us says there is an evacuation at pier 4. Does anyone know if that is true?',
  }),
  joonas: post({
    id: 'joonas',
    name: 'Joonas Virtanen',
    handle: 'joonasv',
    source: 'INSTAGRAM',
    secondsAgo: 8 * min,
    hue: 310,
    text: 'POV: you are the only one who brought an umbrella ☔',
    media: [video(1080, 1920, 45, 12, 1)],
  }),
  unnamed: post({
    id: 'unnamed',
    name: null,
    handle: null,
    source: 'WHATSAPP',
    secondsAgo: 10 * min,
    hue: null,
    text: 'First time my grandmother hears this band live. She is 91 and she knows every word ❤️',
  }),
  ingrid: post({
    id: 'ingrid',
    name: 'Ingrid Aas',
    handle: 'ingridaas',
    source: 'PEBBLE',
    secondsAgo: 12 * min,
    hue: 220,
    text: 'North bridge is moving again. Take the tram if you still want to make the second half 🚋',
    media: [picture(1280, 853, 355)],
  }),
  chidi: post({
    id: 'chidi',
    name: 'Chidi & Ada',
    handle: 'chidi.and.ada',
    source: 'INSTAGRAM',
    secondsAgo: 2 * min,
    hue: 15,
    text: 'SHE SAID YES. In the rain. During the encore 💍',
    media: [picture(1080, 1080, 260)],
  }),
  rosa: post({
    id: 'rosa',
    name: 'Rosa Iglesias',
    handle: 'rosa.iglesias',
    source: 'FACEBOOK',
    secondsAgo: 16 * min,
    hue: 160,
    text: 'Saludos desde Vigo: aquí también llueve, y aquí también estamos bailando.',
  }),
} as const satisfies Readonly<Record<string, DeskItem>>;

/** The same post with marks. */
export function marked(item: DeskItem, mark: Partial<NonNullable<DeskItem['mark']>>): DeskItem {
  return { ...item, mark: { arrivedAt: null, editedAt: null, wentLiveAt: null, leftIndex: null, ...mark } };
}

/** Facts of the restart notice. */
export const restoredFacts = {
  feed: 'main',
  revision: 128,
  gate: 'held',
  check: 'the waiting list, then take or release',
};
