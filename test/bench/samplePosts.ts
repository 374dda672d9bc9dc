/** Creates sample posts of typical size for benchmarks, in the service’s format. */

/** Creates one post, about 480 bytes as JSON. */
export function samplePost(number: number): Readonly<Record<string, unknown>> {
  return {
    id: `post-${number}`,
    fullName: `Viewer Number ${number}`,
    username: `viewer_${number}`,
    source: ['INSTAGRAM', 'FACEBOOK', 'WHATSAPP'][number % 3],
    message: `Message ${number}: the whole quay is singing along, goosebumps and wet shoes 🎶 and nobody wants to go home yet.`,
    profileImageUrl: null,
    media: number % 4 === 0 ? [{ mediaUrl: `https://media.example/${number}.jpg`, mediaType: 'image/jpeg' }] : [],
    publishedAt: '2026-11-20T17:55:00Z',
    lastModifiedDate: '2026-11-20T17:55:00Z',
  };
}

/** Creates a collection with `count` live posts; `version` changes its date and its first post’s text. */
export function sampleCollection(count: number, version: number): Readonly<Record<string, unknown>> {
  const live = Array.from({ length: count }, (_, index) => samplePost(index));
  live[0] = { ...samplePost(0), message: `Version ${version} of the first message` };
  return {
    id: 'col_1',
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    stagingContentCount: 0,
    liveContentCount: count,
    createdDate: '2026-11-20T00:00:00Z',
    lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 18, 0, 0, version)).toISOString(),
    stagingContents: [],
    liveContents: live,
  };
}
