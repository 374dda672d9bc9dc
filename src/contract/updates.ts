/** The schema of what is known about updates of Greenroom, for the desk and the control API. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { time } from './schemaParts.ts';

export const updateSchema = z
  .strictObject({
    isSupported: z.boolean().describe('False where Greenroom does not update itself, such as headless.'),
    current: z.string().describe('Version that runs.'),
    available: z.string().nullable().describe('Newer version that can be installed; `null` if none was found.'),
    step: z.enum(['idle', 'checking', 'downloading', 'installing']).describe('Activity of the updater.'),
    checkedAt: time.nullable().describe('When the last check succeeded; `null` before the first.'),
    waitsFor: z.string().nullable().describe('Why it can’t be installed now; `null` if it can.'),
  })
  .meta({ id: 'Update', description: 'The version that runs, and a newer version if one was found.' });

export type UpdateView = ReadonlyOutput<typeof updateSchema>;
