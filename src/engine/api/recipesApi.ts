/** Adds the control API route that says how to set up each program that reads a feed, and when it last did. */
import { z } from 'zod';
import { recipesSchema } from '../../contract/recipes.ts';
import type { ApiDeps } from './apiDeps.ts';
import type { Api } from './document.ts';
import { sendRefusal } from './refusal.ts';

export function addRecipesApi(api: Api, { runQuery, store }: Pick<ApiDeps, 'runQuery' | 'store'>): void {
  api.get(
    '/api/recipes',
    {
      schema: {
        operationId: 'listRecipes',
        summary: 'List the recipes of a feed',
        description:
          'Returns how to set up each program that reads the feed, with its addresses, and when the program last read it.',
        querystring: z.object({ feed: z.string().optional().describe('Name of the feed; default: the first.') }),
        response: { 200: recipesSchema },
      },
    },
    async ({ query }, reply) => {
      const found = await runQuery('recipes', { feed: query.feed ?? store.state().feeds[0]?.slug ?? '' });
      return found.ok ? reply.send(found.value.recipes) : sendRefusal(reply, found);
    },
  );
}
