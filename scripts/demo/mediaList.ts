/** Lists the demo’s media files with scene, kind and size in pixels. */
import type { SceneName } from './scenes.ts';

type Picture = { readonly scene: SceneName; readonly width: number; readonly height: number };
/** A still shows one moment of its scene’s loop; a video or GIF shows all of it. */
export type MediaFile = Picture & { readonly name: string } & (
    | { readonly kind: 'jpeg' | 'png' | 'webp'; readonly loopPosition: number; readonly quality: number }
    | { readonly kind: 'gif' | 'mp4'; readonly seconds: number; readonly framesPerSecond: number }
  );

const still = { loopPosition: 0.1, quality: 82 } as const;

export const mediaList: readonly MediaFile[] = [
  {
    name: 'quay-concert.mp4',
    kind: 'mp4',
    scene: 'concert',
    width: 1280,
    height: 720,
    seconds: 8,
    framesPerSecond: 15,
  },
  {
    name: 'umbrella-dance.mp4',
    kind: 'mp4',
    scene: 'umbrellas',
    width: 540,
    height: 960,
    seconds: 6,
    framesPerSecond: 15,
  },
  {
    name: 'choir-in-yellow-boots.mp4',
    kind: 'mp4',
    scene: 'choir',
    width: 720,
    height: 720,
    seconds: 12,
    framesPerSecond: 15,
  },
  { name: 'fireworks.gif', kind: 'gif', scene: 'fireworks', width: 480, height: 480, seconds: 2, framesPerSecond: 10 },
  { name: 'umbrellas.jpg', kind: 'jpeg', scene: 'umbrellas', width: 1080, height: 1350, ...still },
  { name: 'lanterns.jpg', kind: 'jpeg', scene: 'lanterns', width: 1080, height: 1080, ...still },
  { name: 'lighthouse.png', kind: 'png', scene: 'lighthouse', width: 1600, height: 1066, ...still },
  { name: 'rooftop.webp', kind: 'webp', scene: 'rooftop', width: 1920, height: 1280, ...still },
  { name: 'tram.jpg', kind: 'jpeg', scene: 'tram', width: 1280, height: 853, ...still },
  { name: 'proposal.webp', kind: 'webp', scene: 'couple', width: 1080, height: 1080, ...still },
  { name: 'tickets.png', kind: 'png', scene: 'tickets', width: 640, height: 640, ...still },
  { name: 'crane-crew.jpg', kind: 'jpeg', scene: 'crane', width: 1600, height: 900, ...still },
  { name: 'yellow-boots.webp', kind: 'webp', scene: 'boots', width: 1080, height: 1350, ...still },
  { name: 'ferry.mp4', kind: 'mp4', scene: 'ferry', width: 960, height: 540, seconds: 4, framesPerSecond: 15 },
  { name: 'ferry.jpg', kind: 'jpeg', scene: 'ferry', width: 1600, height: 1066, ...still },
  { name: 'harbour-master.png', kind: 'png', scene: 'harbourMaster', width: 1080, height: 1080, ...still },
];

/** Number of faces, in files named `face-NN.webp`. */
export const faceCount = 24;
/** Side of an avatar in pixels. */
export const faceSize = 160;
