/** Creates the page's store and all its actions. */
import { createCallApi } from '../api/callApi.ts';
import { createClient } from '../api/client.ts';
import { createChanges } from './changes.ts';
import { createConnection } from './connection.ts';
import type { Context } from './context.ts';
import { createEditing } from './editing.ts';
import { createMoving } from './moving.ts';
import { createPageStore, type Screen } from './pageState.ts';
import { createServiceActions } from './serviceActions.ts';

export type Page = ReturnType<typeof createPage>;

export function createPage(token: string) {
  const store = createPageStore();
  const context: Context = { store, client: createClient(createCallApi(token)), token, now: () => Date.now() };
  const connection = createConnection(context);
  const changes = createChanges(context);
  return {
    store,
    connection,
    changes,
    editing: createEditing(context, changes),
    moving: createMoving(context, changes),
    serviceActions: createServiceActions(context, connection.refresh),
    showScreen: (screen: Screen) => store.setState({ screen, oneTimeSecret: null }),
    selectPost: (selectedId: string | null) => store.setState({ selectedId, conflict: null, mediaProblem: null }),
    /** Returns `false`, and opens nothing, while there are unsaved drafts. */
    openCollection: (collectionId: string) => {
      const { collectionId: currentId, drafts } = store.getState();
      if (collectionId === currentId || Object.keys(drafts).length > 0) return Object.keys(drafts).length === 0;
      store.setState({
        collectionId,
        collection: null,
        selectedId: null,
        conflict: null,
        pendingMove: null,
        notice: null,
      });
      void connection.refresh();
      return true;
    },
    chooseOrganisation: (organisation: string) => {
      const clearedState = {
        collectionId: null,
        collection: null,
        summaries: null,
        selectedId: null,
        oneTimeSecret: null,
        notice: null,
      };
      store.setState({
        organisation,
        ...clearedState,
        drafts: {},
        conflict: null,
        pendingMove: null,
        keys: [],
        webhooks: [],
        deliveries: [],
      });
      void connection.refresh();
    },
  };
}
