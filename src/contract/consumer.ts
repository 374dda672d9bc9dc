/** A program that reads a feed, as shown to an operator. */
import { z } from 'zod';
import { lateCodes } from '../core/lateCodes.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { count, time } from './schemaParts.ts';

export const consumerSchema = z.strictObject({
  id: z.string().describe('Id of the connection.'),
  name: z.string().describe('Name that the client gave, else the name of its program.'),
  program: z.string().describe('Program that it runs in, for example OBS.'),
  address: z.string().describe('IP address.'),
  protocol: z.enum(['socket', 'events', 'poll']).describe('How it reads the feed.'),
  revision: count.describe('Revision last sent to it or read by it.'),
  confirmedRevision: count.describe(
    'Revision that it is known to have reached; 0 if none. An event stream confirms only when it reconnects.',
  ),
  paintedRevision: count.nullable().describe('Revision it last reported on screen; `null` if it never reports.'),
  paintedInMs: z
    .number()
    .nullable()
    .describe(
      'Milliseconds from the change to that report; `null` if it connected after the change, or has painted only once.',
    ),
  state: z
    .enum(['reading', 'behind', 'silent'])
    .describe(
      '`reading` is up to date, `behind` shows an older revision, `silent` has stopped reading, or its page has stopped.',
    ),
  behindSince: time
    .nullable()
    .describe('When the first revision that it has not reached was published, or when it connected after that.'),
  problem: z
    .enum(lateCodes)
    .nullable()
    .describe(
      'The problem that names it, because it shows an older list for too long: `FEED_CONSUMER_BEHIND`, or `FEED_CONSUMER_LOST` if it disconnected before it could follow. `null` without one.',
    ),
  lastSeenAt: time
    .nullable()
    .describe('When it last read or reported; `null` if it may have read until a restart and has not come back since.'),
});

export type Consumer = ReadonlyOutput<typeof consumerSchema>;
