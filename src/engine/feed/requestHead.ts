/** Reads the request headers that the feed needs in one pass, because renderers poll many times a second. */

export type RequestHead = {
  readonly host: string | undefined;
  readonly hasMultipleHosts: boolean;
  readonly origin: string | undefined;
  readonly userAgent: string;
  readonly ifNoneMatch: string | undefined;
  readonly authorization: string | undefined;
};

/** `raw` alternates names and values, as in Node's `rawHeaders`. The first of repeated headers wins. */
export function readRequestHead(raw: readonly string[]): RequestHead {
  let host: string | undefined;
  let hosts = 0;
  let origin: string | undefined;
  let userAgent: string | undefined;
  let ifNoneMatch: string | undefined;
  let authorization: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    // The length rules out most names without lowercasing them.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break;
        hosts += 1;
        host ??= raw[index + 1];
        break;
      case 6:
        if (name.toLowerCase() === 'origin') origin ??= raw[index + 1];
        break;
      case 10:
        if (name.toLowerCase() === 'user-agent') userAgent ??= raw[index + 1];
        break;
      case 13: {
        const lowerName = name.toLowerCase();
        if (lowerName === 'if-none-match') ifNoneMatch = joinHeaders(ifNoneMatch, raw[index + 1]);
        else if (lowerName === 'authorization') authorization ??= raw[index + 1];
        break;
      }
      default:
    }
  }
  return { host, hasMultipleHosts: hosts > 1, origin, userAgent: userAgent ?? '', ifNoneMatch, authorization };
}

/** If-None-Match may be split over several headers. */
function joinHeaders(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined ? value : `${before}, ${value ?? ''}`;
}
