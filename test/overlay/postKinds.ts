/** Posts of every kind that an overlay must show well, for its pictures and measurements. */
import type { FeedItem } from '../../src/core/feed/document.ts';
import { createItem, createPicture } from './fakeFeed.ts';

const face = '/media/face-200x200.svg';
const sentence =
  'At six this morning we were still pumping water off the apron, and nobody believed there would be a show. ';
const video: FeedItem['media'][number] = {
  ...createPicture('clip', 320, 240),
  mediaUrl: 'https://far.example/ferry.mp4',
  mediaType: 'video/mp4',
  url: '/media/ferry.mp4',
};

const kinds = {
  'one-line': { message: 'Magic.' },
  '600-characters': { message: sentence.repeat(6).slice(0, 600), profileImage: face },
  emoji: { message: 'Wet shoes 🌧️🎶 and the whole family 👩‍👩‍👧‍👦 from 🇫🇮 says 👍🏽' },
  arabic: { fullName: 'عمر الحداد', message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص' },
  hindi: { fullName: 'प्रिया रघुनाथन', message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।' },
  cjk: {
    fullName: '田中 健司',
    message: '港の花火、雨でも最高でした！来年も絶対に来ます。大家晚上好。안녕하세요 여러분',
  },
  thai: { fullName: 'สมชาย ใจดี', message: 'สวัสดีทุกคน คืนนี้ดนตรีไพเราะมาก แม้ฝนจะตกหนักก็ไม่มีใครกลับบ้าน' },
  portrait: { message: 'The lanterns from our window', profileImage: face, media: [createPicture('tall', 1080, 1350)] },
  landscape: { message: 'The stage from the ferry', profileImage: face, media: [createPicture('wide', 1920, 1080)] },
  video: { message: 'The choir in yellow boots', media: [video] },
  'late-media': { message: 'The picture comes later', profileImage: face, media: [createPicture('late', 1080, 1080)] },
} satisfies Readonly<Record<string, Partial<FeedItem>>>;

export type PostKind = keyof typeof kinds;

export const postKinds = Object.keys(kinds) as readonly PostKind[];

/** The id of the post is its kind. */
export const createPostOf = (kind: PostKind): FeedItem => createItem(kind, { handle: '@viewer', ...kinds[kind] });
