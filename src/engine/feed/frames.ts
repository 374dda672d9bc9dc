/** Frames of the feed's socket: reading what a client says, and the small ones that the server says. */
import { z } from 'zod';
import type { Freshness } from '../../core/source.ts';

const clientFrame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hello'), name: z.string().max(200).optional(), preview: z.boolean().optional() }),
  z.looseObject({ type: z.literal('painted'), revision: z.int().min(0) }),
  z.looseObject({ type: z.literal('resync') }),
]);

export type ClientFrame = z.infer<typeof clientFrame>;

/** The frame, or null for anything that is none. */
export function readFrame(text: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function heartbeatFrame(revision: number, freshness: Freshness, at: string): string {
  return JSON.stringify({ type: 'heartbeat', revision, freshness, at });
}

/** Told to a client that sent what is no frame; its connection is kept. */
export const errorFrame = Buffer.from(
  JSON.stringify({
    type: 'error',
    error: { code: 'COMMAND_INVALID', message: 'A frame is JSON text whose type is hello, painted or resync.' },
  }),
);

/** A client's name for the desk: one line, nothing invisible, not too long. */
export function cleanName(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...line].slice(0, 60).join('');
}
