/** Creates the page's store and all its actions. */
import { say } from '../../core/language/say.ts';
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
import { createSeveralPosts } from './severalPosts.ts';

export type Page = ReturnType<typeof createPage>;

export function createPage(token: string) {
  const store = createPageStore();
  const now = () => Date.now();
  const queryClient = createQueryClient(
    store,
    ({ message }) => showWarning({ store, now }, `${say('This page may be out of date.')} ${message}`),
    (error) => showFailure({ store, now }, error),
  );
  const context: Context = { store, queryClient, client: createClient(createCallApi(token)), token, now };
  const connection = createConnection(context);
  const changes = createChanges(context);
  const hasDrafts = () => Object.keys(store.getState().drafts).length > 0;
  /** Removes a refusal whose cause is gone: its field was edited, or its screen left. A button in it stays. */
  const dismissWarning = () => {
    const { notice } = store.getState();
    if (notice?.kind === 'warning' && notice.action === null) store.setState({ notice: null });
  };
  return {
    context,
    store,
    connection,
    changes,
    editing: createEditing(context, changes),
    moving: createMoving(context, changes),
    severalPosts: createSeveralPosts(context),
    explainDisabled: (reason: string) => explainDisabled(context, reason),
    serviceActions: createServiceActions(context),
    showScreen: (screen: Screen) => {
      dismissWarning();
      store.setState({ screen, oneTimeSecret: null, mediaProblem: null });
    },
    dismissWarning,
    /** Ends a selection of several posts, unless the post is one of them. */
    selectPost: (selectedId: string | null) =>
      store.setState(({ several }) => ({
        selectedId,
        several: selectedId !== null && several?.ids.has(selectedId) === true ? several : null,
        conflict: null,
        mediaProblem: null,
      })),
    openCollection: (collectionId: string) => {
      if (hasDrafts())
        showWarning(context, say('You have unsaved changes. Save or discard them, then open another collection.'));
      else if (currentCollection(context)?.id !== collectionId) {
        showCollection(context, collectionId);
        store.setState({ notice: null });
      }
    },
    chooseOrganisation: (organisation: string) => {
      if (hasDrafts()) {
        showWarning(context, say('You have unsaved changes. Save or discard them, then choose another organisation.'));
        return;
      }
      store.setState({ organisation, drafts: {}, oneTimeSecret: null, notice: null });
      showCollection(context, null);
      connection.restart();
    },
  };
}
