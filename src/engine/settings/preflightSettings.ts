/** Schema of the settings about the preflight that runs before a show. */
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { quoteName } from '../../core/outsideName.ts';
import { cutAfter } from '../../core/postLabel.ts';

/** Characters of a wrong time that its refusal quotes. */
const maxQuoted = 40;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, {
  error: ({ input }) =>
    say('must be a time such as 19:30, not {time}', { time: quoteName(cutAfter(String(input), maxQuoted)) }),
});

export const preflightSettingsSchema = z.strictObject({
  showStarts: z.array(timeOfDay).max(24).default([]).meta({
    title: 'Shows start at',
    description:
      'Times of day at which shows start, such as 19:30, on the clock of this machine. The preflight runs before each. If empty, it runs only on request.',
  }),
  minutesBefore: z.int().min(1).max(720).default(30).meta({
    title: 'Minutes before the start',
    description: 'How long before each start the preflight runs.',
  }),
});

export type PreflightSettings = z.infer<typeof preflightSettingsSchema>;
