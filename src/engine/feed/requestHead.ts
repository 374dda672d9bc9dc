/** Reads the request headers that the feed needs. */
import type { IncomingMessage } from 'node:http';

export type RequestHead = {
  readonly host: string | undefined;
  readonly hasMultipleHosts: boolean;
  readonly origin: string | undefined;
  readonly userAgent: string;
  readonly ifNoneMatch: string | undefined;
  readonly authorization: string | undefined;
};

/** The first of repeated headers wins, except that If-None-Match may be split over several. */
export function readRequestHead({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): RequestHead {
  const { host = [], origin, authorization, 'user-agent': userAgent, 'if-none-match': ifNoneMatch } = headersDistinct;
  return {
    host: host[0],
    hasMultipleHosts: host.length > 1,
    origin: origin?.[0],
    userAgent: userAgent?.[0] ?? '',
    ifNoneMatch: ifNoneMatch?.join(', '),
    authorization: authorization?.[0],
  };
}
