/** Creates the page's store and all its actions. */
import { createCallApi } from '../api/callApi.ts';
import { createClient } from '../api/client.ts';
import { createChanges } from './changes.ts';
import { createConnection } from './connection.ts';
import { type Context, explainDisabled, showFailure, showWarning } from './context.ts';
import { createEditing } from './editing.ts';
import { createMoving } from './moving.ts';
import { createPageStore, type Screen } from './pageState.ts';
import { createServiceActions } from './serviceActions.ts';
import { createQueryClient, currentCollection, showCollection } from './serviceData.ts';

export type Page = ReturnType<typeof createPage>;

export function createPage(token: string) {
  const store = createPageStore();
  const now = () => Date.now();
  const queryClient = createQueryClient(
    store,
    ({ message }) => showWarning({ store, now }, `This page may be out of date. ${message}`),
    (error) => showFailure({ store, now }, error),
  );
  const context: Context = { store, queryClient, client: createClient(createCallApi(token)), token, now };
  const connection = createConnection(context);
  const changes = createChanges(context);
  const hasDrafts = () => Object.keys(store.getState().drafts).length > 0;
  const warnOfDrafts = (next: string) =>
    showWarning(context, `You have unsaved changes. Save or discard them, ${next}.`);
  return {
    context,
    store,
    connection,
    changes,
    editing: createEditing(context, changes),
    moving: createMoving(context, changes),
    explainDisabled: (reason: string) => explainDisabled(context, reason),
    serviceActions: createServiceActions(context),
    showScreen: (screen: Screen) => store.setState({ screen, oneTimeSecret: null }),
    selectPost: (selectedId: string | null) => store.setState({ selectedId, conflict: null, mediaProblem: null }),
    openCollection: (collectionId: string) => {
      if (hasDrafts()) warnOfDrafts('then open another collection');
      else if (currentCollection(context)?.id !== collectionId) {
        showCollection(context, collectionId);
        store.setState({ notice: null });
      }
    },
    chooseOrganisation: (organisation: string) => {
      if (hasDrafts()) {
        warnOfDrafts('then choose another organisation');
        return;
      }
      store.setState({ organisation, drafts: {}, oneTimeSecret: null, notice: null });
      showCollection(context, null);
      connection.restart();
    },
  };
}
