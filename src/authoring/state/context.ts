/** The context that all actions share, and their common steps: run a change and show a notice. */
import { say } from '../../core/language/say.ts';
import { ApiError, isRecord } from '../api/callApi.ts';
import { parseCollection } from '../api/client.ts';
import type { Collection } from '../api/shapes.ts';
import type { Notice } from './pageState.ts';
import { acceptVersion, currentOrganisation, noteFailure, type ServiceData } from './serviceData.ts';

export type Context = ServiceData & {
  readonly token: string;
  readonly now: () => number;
};

type NewNotice = Pick<Notice, 'icon' | 'strong' | 'text' | 'action'> & Partial<Notice>;
type NoticeContext = Pick<Context, 'store' | 'now'>;

/** Shows a notice with the current time, unless it has its own. */
export function showNotice({ store, now }: NoticeContext, notice: NewNotice): void {
  store.setState({ notice: { kind: 'normal', lead: '', at: now(), ...notice } });
}

export function showWarning(context: NoticeContext, text: string): void {
  showNotice(context, { kind: 'warning', icon: 'triangle', strong: '', text, action: null });
}

/** Shows why a button can’t act; Undo of the last change stays. Returns a function that brings back the notice before, except an earlier warning. */
export function explainDisabled(context: NoticeContext, reason: string): () => void {
  const before = context.store.getState().notice;
  const action = before?.action ?? null;
  showNotice(context, {
    kind: 'warning',
    icon: 'triangle',
    strong: reason,
    text: ` ${say('Nothing happened.')}`,
    action,
  });
  const { notice } = context.store.getState();
  return () => {
    if (context.store.getState().notice === notice)
      context.store.setState({ notice: before?.kind === 'warning' ? null : before });
  };
}

/** Shows why a change failed. */
export function showFailure(context: NoticeContext, error: Error): void {
  noteFailure(context.store, error);
  showWarning(context, `${say('Nothing was changed.')} ${error.message}`);
}

/** Runs a change as a mutation of this name. A failure is shown, and resolves with `null`. */
export function runChange<T>(
  context: Context,
  name: string,
  change: (organisation: string) => Promise<T>,
): Promise<T | null> {
  const organisation = currentOrganisation(context);
  if (organisation === null) return Promise.resolve(null);
  const { queryClient } = context;
  const options = { mutationKey: [name], mutationFn: () => change(organisation) };
  return queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(undefined)
    .catch(() => null);
}

/** Returns the current collection from a 412, as the newest version; throws any other error again. */
export function acceptVersionFrom412(context: Context, organisation: string, error: unknown): Collection {
  const body = error instanceof ApiError && error.status === 412 && isRecord(error.body) ? error.body['error'] : null;
  const newer = isRecord(body) && isRecord(body['details']) ? parseCollection(body['details'], null) : null;
  if (newer === null) throw error;
  return acceptVersion(context, organisation, newer);
}
