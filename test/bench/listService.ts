/** Serves one collection as the service does, for benchmarks whose lists are too long for a delivery. */
import { createServer } from 'node:http';

type Post = Readonly<Record<string, unknown>>;

export type ListService = {
  readonly baseUrl: string;
  /** Replaces the live list, and returns the bytes of the new response. */
  readonly publish: (posts: readonly Post[]) => Buffer;
  readonly close: () => void;
};

export async function startListService(): Promise<ListService> {
  let body = Buffer.alloc(0);
  let version = 0;
  const server = createServer((request, response) => {
    const etag = `"${version}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    response.writeHead(200, { etag, 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    publish: (posts) => {
      version += 1;
      body = Buffer.from(
        JSON.stringify({
          id: 'col_1',
          name: 'Viewer posts',
          contentType: 'SOCIAL_POST',
          stagingContentCount: 0,
          liveContentCount: posts.length,
          createdDate: '2026-11-20T00:00:00Z',
          lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 18, 0, version)).toISOString(),
          stagingContents: [],
          liveContents: posts,
        }),
      );
      return body;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
