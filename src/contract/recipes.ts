/** How to set up each program that reads a feed, and when it last did. Only the engine imports the schema, because it needs zod. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { recipeTargets } from '../core/recipes.ts';
import { count, time } from './schemaParts.ts';

export const pullSchema = z.strictObject({
  name: z.string().describe('Name that it gave, else the name of its program.'),
  address: z.string().describe('IP address.'),
  protocol: z.enum(['socket', 'events', 'poll']).describe('How it read.'),
  read: z
    .string()
    .describe('Document or connection that it read, such as `vmix.json`, `socket` or, for Companion, `panel`.'),
  everyMs: z
    .number()
    .nullable()
    .describe('Milliseconds between its last two reads; `null` if it stays connected or has read once.'),
  revision: count.describe('Revision that it has, as far as is known; 0 if none.'),
});

export const recipesSchema = z
  .array(
    z.strictObject({
      target: z.enum(recipeTargets).describe('The program.'),
      title: z.string().describe('Its name on the desk.'),
      steps: z
        .array(z.string())
        .describe('What to do there. The program’s own words are between `**`, and what is typed between backquotes.'),
      addresses: z
        .array(
          z.strictObject({
            label: z.string().describe('Its use, such as All rows.'),
            value: z.string().describe('The address, or a command that contains it. It never contains a token.'),
          }),
        )
        .describe('Addresses and commands to copy; empty while the port is closed.'),
      pulledAt: time.nullable().describe('When the program last read the feed; `null` if it never has.'),
      consumer: pullSchema.nullable().describe('The reader that did; `null` if it never has.'),
    }),
  )
  .meta({ id: 'Recipes', description: 'How to set up each program that reads a feed, and when it last did.' });

export type RecipeView = ReadonlyOutput<typeof recipesSchema>[number];
export type RecipeConsumer = ReadonlyOutput<typeof pullSchema>;
