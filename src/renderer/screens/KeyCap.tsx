/** The key of an action, as the operator has set it; nothing when it has no key. */
import type { ActionName } from '../model/actions.ts';
import { keyLabelOf, useKeymap } from '../stores/keymap.ts';

export function KeyCap({ action }: { readonly action: ActionName }) {
  const label = keyLabelOf(useKeymap(), action);
  return label === null ? null : <kbd>{label}</kbd>;
}
