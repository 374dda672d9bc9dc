/** The few request headers that every read needs, found in one pass: a feed is read far more often than anything changes. */

export type Head = {
  readonly host: string | undefined;
  readonly hasTwoHosts: boolean;
  readonly origin: string | undefined;
  readonly userAgent: string;
  readonly ifNoneMatch: string | undefined;
  readonly authorization: string | undefined;
};

/** Reads Node's raw headers, names and values in turn. Of a header given twice the first counts. */
export function readHead(raw: readonly string[]): Head {
  let host: string | undefined;
  let hosts = 0;
  let origin: string | undefined;
  let userAgent: string | undefined;
  let ifNoneMatch: string | undefined;
  let authorization: string | undefined;
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] ?? '';
    // The length tells most names apart without making them small first.
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break;
        hosts += 1;
        host ??= raw[place + 1];
        break;
      case 6:
        if (name.toLowerCase() === 'origin') origin ??= raw[place + 1];
        break;
      case 10:
        if (name.toLowerCase() === 'user-agent') userAgent ??= raw[place + 1];
        break;
      case 13: {
        const small = name.toLowerCase();
        if (small === 'if-none-match') ifNoneMatch = joined(ifNoneMatch, raw[place + 1]);
        else if (small === 'authorization') authorization ??= raw[place + 1];
        break;
      }
      default:
    }
  }
  return { host, hasTwoHosts: hosts > 1, origin, userAgent: userAgent ?? '', ifNoneMatch, authorization };
}

/** A list may come as several headers. */
function joined(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined ? value : `${before}, ${value ?? ''}`;
}
