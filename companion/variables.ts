/** The variables of the module: texts and numbers for keys, triggers and expressions. */
import type { Panel } from '../src/contract/panel.ts';
import type { PanelState } from './panelState.ts';

type Value = string | number | boolean;
export type Variable = { readonly name: string; readonly read: (state: PanelState) => Value };

/** Empty without a connection, because then nothing is known. */
const fromPanel = (name: string, read: (panel: Panel) => Value | null): Variable => ({
  name,
  read: ({ panel }) => (panel === null ? '' : (read(panel) ?? '')),
});

const linkNames = {
  connecting: 'Connecting',
  connected: 'Connected',
  lost: 'No connection',
  refused: 'Token refused',
  misconfigured: 'Check the settings',
} as const;

export const variables = {
  gate: fromPanel('Gate: following, held or cleared', ({ gate }) => gate),
  pending: fromPanel('Changes waiting', ({ pendingCount }) => pendingCount),
  on_air: fromPanel('Posts on air; “?” if that is not known', ({ onAirCount, served }) => (served ? onAirCount : '?')),
  author: fromPanel('Author of the current post', ({ currentAuthor }) => currentAuthor),
  item_id: fromPanel('Id of the current post', ({ itemId }) => itemId),
  position: fromPanel('Position of the current post, from 1', ({ index }) => (index === null ? null : index + 1)),
  queue: fromPanel('Posts after the current one', ({ queueLength }) => queueLength),
  pinned: fromPanel('Pinned', ({ pinned }) => pinned),
  rotate_seconds: fromPanel('Seconds for each post; empty without rotation', ({ rotateSeconds }) => rotateSeconds),
  used: fromPanel('Current post is marked used', ({ used }) => used),
  collection_id: fromPanel('Id of the collection in use', ({ collectionId }) => collectionId),
  collection: fromPanel('Name of the collection in use', ({ collectionName }) => collectionName),
  revision: fromPanel('Revision on air', ({ revision }) => revision),
  freshness: fromPanel('Freshness: fresh, stale, offline or demo', ({ freshness }) => freshness),
  problems: fromPanel('Problems that affect air', ({ problemsOnAir }) => problemsOnAir),
  can_back: fromPanel('Back is possible', ({ canBack }) => canBack),
  restored: fromPanel('Restored after a restart', ({ restored }) => restored),
  connection: { name: 'Connection to Greenroom', read: ({ link }) => linkNames[link] },
  refusal: { name: 'Why the last press did nothing', read: ({ refusal }) => refusal ?? '' },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof variables;

export function valuesOf(state: PanelState): Readonly<Record<VariableName, Value>> {
  const entries = Object.entries<Variable>(variables).map(([id, { read }]) => [id, read(state)]);
  return Object.fromEntries(entries);
}
