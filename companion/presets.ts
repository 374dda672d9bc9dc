/** Ready-made keys: a page for a Stream Deck, and one key for each collection. */
import type { CompanionButtonPresetDefinition, CompanionPresetFeedback } from '@companion-module/base';
import type { ActionName } from './actions.ts';
import type { CollectionChoice } from './controlClient.ts';
import { type LampName, lamps, styles } from './lamps.ts';
import type { VariableName } from './variables.ts';

type Options = CompanionPresetFeedback['options'];
/** `text` replaces the key’s text while the lamp is lit, so that colour is never the only sign. */
type PresetLamp = { readonly lamp: LampName; readonly text: string; readonly options: Options };

type Key = {
  readonly category: string;
  readonly name: string;
  readonly text: string;
  /** `null` for a key that only shows something. */
  readonly action: { readonly name: ActionName; readonly options: Options } | null;
  readonly lamps: readonly PresetLamp[];
};

const on = (name: ActionName, options: Options = {}): Key['action'] => ({ name, options });
const when = (lamp: LampName, text: string, options: Options = {}): PresetLamp => ({ lamp, text, options });
/** Companion replaces `greenroom` with the label of the connection. */
const show = (name: VariableName): string => `$(greenroom:${name})`;

const air = 'On air';
const posts = 'Posts';
const status = 'Status';

const keys: Readonly<Record<string, Key>> = {
  hold: {
    ...{ category: air, name: 'Hold', text: 'HOLD', action: on('hold') },
    lamps: [when('gate', 'HELD', { gate: 'held' })],
  },
  release: {
    ...{ category: air, name: 'Release', text: 'RELEASE', action: on('release') },
    lamps: [when('gate', 'FOLLOWS\\nLIVE', { gate: 'following' })],
  },
  take: {
    ...{ category: air, name: 'Take all', text: 'TAKE ALL', action: on('take', { only: 'all' }) },
    lamps: [when('pending', `TAKE ALL\\n${show('pending')} waiting`)],
  },
  removals: {
    ...{ category: air, name: 'Take removals', text: 'TAKE\\nREMOVALS', action: on('take', { only: 'removals' }) },
    lamps: [],
  },
  clear: {
    ...{ category: air, name: 'Clear (two presses)', text: 'CLEAR', action: on('clear', { secondPress: true }) },
    lamps: [when('gate', 'CLEARED', { gate: 'cleared' }), when('armed', 'PRESS AGAIN\\nTO CLEAR', { action: 'clear' })],
  },
  back: {
    ...{ category: air, name: 'Back (two presses)', text: 'BACK', action: on('back', { secondPress: true }) },
    lamps: [when('canBack', 'BACK\\npossible'), when('armed', 'PRESS AGAIN\\nFOR BACK', { action: 'back' })],
  },
  block: {
    ...{ category: air, name: 'Block the post shown', text: `BLOCK\\n${show('author')}` },
    ...{ action: on('block', { itemId: '', reason: '' }), lamps: [] },
  },
  seen: {
    ...{ category: air, name: 'Got it', text: 'GOT IT', action: on('seen') },
    lamps: [when('restored', 'RESTARTED\\nGOT IT?')],
  },
  previous: { category: posts, name: 'Previous', text: 'PREVIOUS', action: on('previous'), lamps: [] },
  next: { category: posts, name: 'Next', text: `NEXT\\n${show('queue')} more`, action: on('next'), lamps: [] },
  first: {
    ...{ category: posts, name: 'First', text: 'FIRST' },
    ...{ action: on('cue', { position: '1', itemId: '' }), lamps: [] },
  },
  pin: {
    ...{ category: posts, name: 'Pin, Unpin', text: 'PIN', action: on('pin', { toggle: true }) },
    lamps: [when('pinned', 'PINNED')],
  },
  rotate: {
    ...{ category: posts, name: 'Rotate every 8 s, stop', text: 'ROTATE\\n8 s' },
    action: on('rotate', { seconds: '8', toggle: true }),
    lamps: [when('rotating', `ROTATES\\n${show('rotate_seconds')} s`)],
  },
  used: {
    ...{ category: posts, name: 'Mark used', text: 'MARK\\nUSED', action: on('used', { itemId: '', toggle: true }) },
    lamps: [when('used', 'USED')],
  },
  current: {
    ...{ category: status, name: 'Current post', text: 'NOTHING\\nON AIR', action: null },
    lamps: [when('onAir', `${show('position')} of ${show('on_air')}\\n${show('author')}`)],
  },
  problems: {
    ...{ category: status, name: 'Problems and the last refusal', text: 'NO\\nPROBLEMS', action: null },
    lamps: [when('problem', `AIR AFFECTED\\n${show('problems')}`), when('refused', show('refusal'))],
  },
  check: {
    ...{ category: status, name: 'Check now', text: `CHECK NOW\\n${show('freshness')}`, action: on('checkNow') },
    lamps: [when('notFresh', `CHECK NOW\\n${show('freshness')}`)],
  },
  connection: {
    ...{ category: status, name: 'Connection', text: show('connection'), action: null },
    lamps: [],
  },
};

const useFor = ({ id, name }: CollectionChoice): Key => ({
  ...{ category: 'Collections', name: `Use ${name}, held`, text: `USE\\n${name}` },
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
  const noConnection = when('noConnection', 'NO\\nCONNECTION');
  return {
    type: 'button',
    category,
    name,
    style: { text, size: 'auto', ...styles.dark, show_topbar: false },
    // The last lamp wins: without a connection nothing else is known.
    feedbacks: [...lit, noConnection].map(({ lamp, text: litText, options }) => ({
      feedbackId: lamp,
      options,
      style: { ...lamps[lamp].style, text: litText },
    })),
    steps: [{ down: action === null ? [] : [{ actionId: action.name, options: action.options }], up: [] }],
    options: { stepAutoProgress: true },
  };
}
