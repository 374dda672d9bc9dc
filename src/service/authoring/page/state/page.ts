/** Puts the page's store and its actions together. */
import { createAsk } from '../api/answer.ts';
import { createClient } from '../api/client.ts';
import { createCarrying } from './carrying.ts';
import { createChanges } from './changes.ts';
import { createContact } from './contact.ts';
import type { Context } from './context.ts';
import { createPageStore, type Screen } from './pageState.ts';
import { createRunning } from './running.ts';
import { createWriting } from './writing.ts';

export type Page = ReturnType<typeof createPage>;

export function createPage(token: string) {
  const store = createPageStore();
  const context: Context = { store, client: createClient(createAsk(token)), token, now: () => Date.now() };
  const contact = createContact(context);
  const changes = createChanges(context);
  return {
    store,
    contact,
    changes,
    writing: createWriting(context, changes),
    carrying: createCarrying(context, changes),
    running: createRunning(context, contact.lookNow),
    show: (screen: Screen) => store.setState({ screen, shownOnce: null }),
    select: (selectedId: string | null) => store.setState({ selectedId, conflict: null, mediaFault: null }),
    open: (collectionId: string) => {
      const { collectionId: standing, drafts } = store.getState();
      if (collectionId === standing || Object.keys(drafts).length > 0) return Object.keys(drafts).length === 0;
      store.setState({ collectionId, collection: null, selectedId: null, conflict: null, hand: null, said: null });
      void contact.lookNow();
      return true;
    },
    choose: (organisation: string) => {
      const fresh = {
        collectionId: null,
        collection: null,
        summaries: null,
        selectedId: null,
        shownOnce: null,
        said: null,
      };
      store.setState({ organisation, ...fresh, drafts: {}, conflict: null, hand: null, keys: [], hooks: [], sent: [] });
      void contact.lookNow();
    },
  };
}
