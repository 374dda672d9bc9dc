/** The lamps of the module, which Companion calls feedbacks: each is lit by the state, and changes a key’s text as well as its colour. */
import type { CompanionFeedbackButtonStyleResult, SomeCompanionFeedbackInputField } from '@companion-module/base';
import type { Panel } from '../src/contract/panel.ts';
import type { CollectionChoice } from './controlClient.ts';
import { collectionField, dropdownField } from './fields.ts';
import type { PanelState } from './panelState.ts';

type Options = Readonly<Record<string, unknown>>;

export type Lamp = {
  readonly name: string;
  readonly description: string;
  readonly style: CompanionFeedbackButtonStyleResult;
  readonly fields: (collections: readonly CollectionChoice[]) => SomeCompanionFeedbackInputField[];
  readonly isLit: (state: PanelState, options: Options) => boolean;
};

/** The desk’s colours. Red is only for posts on air. */
const white = 0xf5f6f6;
export const styles = {
  dark: { color: white, bgcolor: 0x131414 },
  air: { color: white, bgcolor: 0xb10c18 },
  held: { color: 0x140d00, bgcolor: 0xf6b21b },
  alarm: { color: 0x101010, bgcolor: 0xf4f4f1 },
  chosen: { color: 0x0a0b0b, bgcolor: 0x7cc4ff },
  lost: { color: 0xa0a5a8, bgcolor: 0x2a2c2d },
} as const;

const fromPanel = (isLit: (panel: Panel, options: Options) => boolean): Pick<Lamp, 'isLit' | 'fields'> => ({
  fields: () => [],
  isLit: ({ panel }, options) => panel !== null && isLit(panel, options),
});

export const lamps = {
  gate: {
    name: 'Gate',
    description: 'The feed follows live, is held or is cleared.',
    style: styles.held,
    ...fromPanel((panel, options) => panel.gate === options['gate']),
    fields: () => [dropdownField('gate', 'Gate', 'held', { following: 'Following', held: 'Held', cleared: 'Cleared' })],
  },
  pending: {
    name: 'Changes are waiting',
    description: 'Live differs from on air.',
    style: styles.held,
    ...fromPanel(({ pendingCount }) => pendingCount > 0),
  },
  onAir: {
    name: 'Posts are on air',
    description: 'At least one post is on air.',
    style: styles.air,
    ...fromPanel(({ onAirCount }) => onAirCount > 0),
  },
  canBack: {
    name: 'Back is possible',
    description: 'Back would undo a clear.',
    style: styles.held,
    ...fromPanel(({ canBack }) => canBack),
  },
  pinned: {
    name: 'Pinned',
    description: 'The rotation stays on the current post.',
    style: styles.chosen,
    ...fromPanel(({ pinned }) => pinned),
  },
  rotating: {
    name: 'Rotating',
    description: 'The rotation is on.',
    style: styles.chosen,
    ...fromPanel(({ rotateSeconds }) => rotateSeconds !== null),
  },
  used: {
    name: 'Marked used',
    description: 'The current post is marked used.',
    style: styles.chosen,
    ...fromPanel(({ used }) => used),
  },
  collection: {
    name: 'Collection in use',
    description: 'The feed uses this collection.',
    style: styles.chosen,
    ...fromPanel(({ collectionId }, options) => collectionId !== null && collectionId === options['collectionId']),
    fields: (collections) => [collectionField(collections)],
  },
  restored: {
    name: 'Restored after a restart',
    description: 'Greenroom has restarted, and nobody has acknowledged it.',
    style: styles.held,
    ...fromPanel(({ restored }) => restored),
  },
  notFresh: {
    name: 'List is not confirmed',
    description: 'The service has not confirmed the list recently.',
    style: styles.held,
    ...fromPanel(({ freshness }) => freshness === 'stale' || freshness === 'offline'),
  },
  problem: {
    name: 'Air is affected',
    description: 'At least one problem affects air, or a blocked post may still be on screen, on any feed.',
    style: styles.alarm,
    ...fromPanel(({ problemsOnAir }) => problemsOnAir > 0),
  },
  armed: {
    name: 'Waiting for the second press',
    description: 'Clear or Back was pressed once.',
    style: styles.alarm,
    fields: () => [dropdownField('action', 'Action', 'clear', { clear: 'Clear', back: 'Back' })],
    isLit: ({ armed }, options) => armed !== null && armed === options['action'],
  },
  refused: {
    name: 'The last press did nothing',
    description: 'Lit for a few seconds. The variable refusal has the reason.',
    style: styles.alarm,
    fields: () => [],
    isLit: ({ refusal }) => refusal !== null,
  },
  noConnection: {
    name: 'No connection',
    description: 'There is no connection to Greenroom, so nothing is known. On air may continue.',
    style: styles.lost,
    fields: () => [],
    isLit: ({ link }) => link !== 'connected',
  },
} as const satisfies Readonly<Record<string, Lamp>>;

export type LampName = keyof typeof lamps;
export const lampNames = Object.keys(lamps) as readonly LampName[];

/** The lamp as the general type, without the types of its own literals. */
export const lampOf = (name: LampName): Lamp => lamps[name];
