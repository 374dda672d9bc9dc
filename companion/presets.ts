/** Ready-made keys: a page for a Stream Deck, and one key for each collection. */
import type { CompanionButtonPresetDefinition, CompanionPresetFeedback } from '@companion-module/base';
import type { ActionName } from './actions.ts';
import type { CollectionChoice } from './controlClient.ts';
import { type LampName, lamps, styles } from './lamps.ts';
import type { VariableName } from './variables.ts';

type Options = CompanionPresetFeedback['options'];
/** `text` replaces the key’s text while the lamp is lit, so that colour is never the only sign. */
type PresetLamp = {
  readonly lamp: LampName;
  readonly text: string;
  readonly options: Options;
  readonly style: CompanionPresetFeedback['style'];
};

type Key = {
  readonly category: string;
  readonly name: string;
  readonly text: string;
  /** `null` for a key that only shows something. */
  readonly action: { readonly name: ActionName; readonly options: Options } | null;
  readonly lamps: readonly PresetLamp[];
};

const on = (name: ActionName, options: Options = {}): Key['action'] => ({ name, options });
const when = (lamp: LampName, text: string, options: Options = {}): PresetLamp => ({
  ...{ lamp, text, options },
  style: lamps[lamp].style,
});
const gateStyles = { following: styles.chosen, held: styles.held, cleared: styles.alarm } as const;
const whenGate = (gate: keyof typeof gateStyles, text: string): PresetLamp => ({
  ...when('gate', text, { gate }),
  style: gateStyles[gate],
});
/** In pixels of a key of 72: the longest word, *connection*, fits. Companion’s automatic size breaks words. */
const size = 13;
/** Companion replaces `greenroom` with the label of the connection. */
const show = (name: VariableName): string => `$(greenroom:${name})`;

const air = 'On air';
const posts = 'Posts';
const status = 'Status';

const keys: Readonly<Record<string, Key>> = {
  hold: {
    ...{ category: air, name: 'Hold', text: 'Hold', action: on('hold') },
    lamps: [whenGate('held', 'HELD')],
  },
  release: {
    ...{ category: air, name: 'Release', text: 'Release', action: on('release') },
    lamps: [whenGate('following', 'FOLLOWS\\nLIVE')],
  },
  take: {
    ...{ category: air, name: 'Take all', text: 'Take all', action: on('take', { only: 'all' }) },
    lamps: [when('pending', `TAKE ALL\\n${show('pending')} waiting`)],
  },
  removals: {
    ...{ category: air, name: 'Take removals', text: 'Take\\nremovals', action: on('take', { only: 'removals' }) },
    lamps: [],
  },
  clear: {
    ...{ category: air, name: 'Clear (two presses)', text: 'Clear', action: on('clear', { secondPress: true }) },
    lamps: [whenGate('cleared', 'CLEARED'), when('armed', 'PRESS\\nAGAIN\\nTO CLEAR', { action: 'clear' })],
  },
  back: {
    ...{ category: air, name: 'Back (two presses)', text: 'Back', action: on('back', { secondPress: true }) },
    lamps: [when('canBack', 'BACK\\npossible'), when('armed', 'PRESS\\nAGAIN\\nFOR BACK', { action: 'back' })],
  },
  block: {
    ...{ category: air, name: 'Block the post shown', text: `Block\\n${show('author')}` },
    ...{ action: on('block', { itemId: '', reason: '' }), lamps: [] },
  },
  seen: {
    ...{ category: air, name: 'Got it', text: 'Got it', action: on('seen') },
    lamps: [when('restored', 'Restarted\\nGOT IT?')],
  },
  previous: { category: posts, name: 'Previous', text: 'Previous', action: on('previous'), lamps: [] },
  next: { category: posts, name: 'Next', text: `Next\\n${show('queue')} more`, action: on('next'), lamps: [] },
  first: {
    ...{ category: posts, name: 'First', text: 'First' },
    ...{ action: on('cue', { position: '1', itemId: '' }), lamps: [] },
  },
  pin: {
    ...{ category: posts, name: 'Pin, Unpin', text: 'Pin', action: on('pin', { toggle: true }) },
    lamps: [when('pinned', 'PINNED')],
  },
  rotate: {
    ...{ category: posts, name: 'Rotate every 8 s, stop', text: 'Rotate\\n8 s' },
    action: on('rotate', { seconds: '8', toggle: true }),
    lamps: [when('rotating', `ROTATES\\n${show('rotate_seconds')} s`)],
  },
  used: {
    ...{ category: posts, name: 'Mark used', text: 'Mark\\nused', action: on('used', { itemId: '', toggle: true }) },
    lamps: [when('used', 'USED')],
  },
  current: {
    ...{ category: status, name: 'Current post', text: 'Nothing\\non air', action: null },
    lamps: [when('onAir', `${show('position')} of ${show('on_air')}\\n${show('author')}`)],
  },
  problems: {
    ...{ category: status, name: 'Problems and the last refusal', text: 'No\\nproblems', action: null },
    lamps: [when('problem', `AIR\\nAFFECTED\\n${show('problems')}`), when('refused', show('refusal'))],
  },
  check: {
    ...{ category: status, name: 'Check now', text: `Check now\\n${show('freshness')}`, action: on('checkNow') },
    lamps: [when('notFresh', `CHECK NOW\\n${show('freshness')}`)],
  },
  connection: {
    ...{ category: status, name: 'Connection', text: show('connection'), action: null },
    lamps: [],
  },
};

const useFor = ({ id, name }: CollectionChoice): Key => ({
  ...{ category: 'Collections', name: `Use ${name}, held`, text: `Use\\n${name}` },
  action: on('point', { collectionId: id, hold: true }),
  lamps: [when('collection', `IN USE\\n${name}`, { collectionId: id })],
});

export function presetsOf(
  collections: readonly CollectionChoice[],
): Readonly<Record<string, CompanionButtonPresetDefinition>> {
  const all = [...Object.entries(keys), ...collections.map((one) => [`use_${one.id}`, useFor(one)] as const)];
  return Object.fromEntries(all.map(([id, key]) => [id, presetOf(key)]));
}

function presetOf({ category, name, text, action, lamps: lit }: Key): CompanionButtonPresetDefinition {
  const noConnection = when('noConnection', 'No\\nconnection');
  return {
    type: 'button',
    category,
    name,
    style: { text, size, ...styles.dark, show_topbar: false },
    // The last lamp wins: without a connection nothing else is known.
    feedbacks: [...lit, noConnection].map(({ lamp, text: litText, options, style }) => ({
      feedbackId: lamp,
      options,
      style: { ...style, text: litText },
    })),
    steps: [{ down: action === null ? [] : [{ actionId: action.name, options: action.options }], up: [] }],
    options: { stepAutoProgress: true },
  };
}
