/** Parses the feed socket's client frames and writes its heartbeat and error frames. */
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import type { Freshness } from '../../core/source.ts';
import { formatTextFrame } from './socketFrames.ts';

const clientFrame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hello'), name: z.string().max(200).optional(), preview: z.boolean().optional() }),
  z.looseObject({
    type: z.literal('painted'),
    revision: z.int().min(0),
    /** The run that counted the revision. Without it, the revision must have been sent to this connection. */
    run: z.string().max(64).optional(),
  }),
  z.looseObject({ type: z.literal('resync') }),
  z.looseObject({ type: z.literal('alive') }),
]);

export type ClientFrame = z.infer<typeof clientFrame>;

/** Returns `null` for an invalid frame. */
export function readFrame(text: string): ClientFrame | null {
  return clientFrame.safeParse(parseJson(text)).data ?? null;
}

/** One heartbeat as a socket frame and as an event. */
export type Heartbeat = { readonly frame: Buffer; readonly event: Buffer };

export function formatHeartbeat(revision: number, freshness: Freshness, at: string): Heartbeat {
  const json = JSON.stringify({ type: 'heartbeat', revision, freshness, at });
  return {
    frame: formatTextFrame(Buffer.from(json)),
    event: Buffer.from(`event: heartbeat\ndata: ${json}\n\n`),
  };
}

/** Sent for an invalid frame; the connection stays open. */
export const errorFrame = formatTextFrame(
  Buffer.from(
    JSON.stringify({
      type: 'error',
      error: {
        code: 'COMMAND_INVALID',
        message: 'A frame must be JSON with the type hello, painted, resync or alive.',
      },
    }),
  ),
);
