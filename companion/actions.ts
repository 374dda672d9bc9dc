/** The actions of the module: every command on a feed, and Check now. */
import type { CompanionOptionValues, SomeCompanionActionInputField } from '@companion-module/base';
import type { Panel } from '../src/contract/panel.ts';
import { commandTable, type FeedCommandName, routeOf } from '../src/core/commandTable.ts';
import type { CollectionChoice } from './controlClient.ts';
import { collectionField, dropdownField } from './fields.ts';
import type { SeenAir } from './seenAir.ts';

/** A key can’t show which consumers a person has to look at. */
export type ActionName = Exclude<FeedCommandName, 'offScreen'> | 'checkNow';

/** A command and its body. */
export type Request = { readonly command: ActionName; readonly body: object };

export type Action = {
  readonly name: string;
  readonly description: string;
  readonly fields: (collections: readonly CollectionChoice[]) => SomeCompanionActionInputField[];
  /** Returns a sentence if there is nothing to send. `panel` is what the keys show; `seen` is checked by Greenroom. */
  readonly request: (options: CompanionOptionValues, panel: Panel | null, seen: SeenAir | null) => Request | string;
};

export const textOf = (options: CompanionOptionValues, id: string): string => String(options[id] ?? '').trim();
const number = (options: CompanionOptionValues, id: string): number | null => {
  const written = textOf(options, id);
  return written === '' || !Number.isFinite(Number(written)) ? null : Number(written);
};
const list = (options: CompanionOptionValues, id: string): readonly string[] =>
  textOf(options, id)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const textField = (id: string, label: string, value: string): SomeCompanionActionInputField => ({
  ...{ type: 'textinput', id, label, default: value, useVariables: true },
});
const flagField = (id: string, label: string, value: boolean): SomeCompanionActionInputField => ({
  ...{ type: 'checkbox', id, label, default: value },
});
const shownPost = 'Id of the post (empty: the post shown)';
const secondPress = flagField('secondPress', 'Ask for a second press', true);

const simple = (command: ActionName): Pick<Action, 'fields' | 'request'> => ({
  fields: () => [],
  request: () => ({ command, body: {} }),
});

const airOf = (seen: SeenAir | null): Partial<SeenAir> =>
  seen === null ? {} : { gate: seen.gate, revision: seen.revision };
const gateOf = (seen: SeenAir | null): Partial<SeenAir> => (seen === null ? {} : { gate: seen.gate });

/** An action on the post with the id in the options, or the post that the keys show. */
const onPost = (create: (itemId: string, options: CompanionOptionValues, panel: Panel | null) => Request) =>
  ((options, panel) => {
    const written = textOf(options, 'itemId');
    if (written === '' && panel === null) return 'Greenroom is not connected, so the current post is not known.';
    const itemId = written || panel?.itemId;
    if (itemId) return create(itemId, options, panel);
    return panel?.served === false ? 'The list on air is not known.' : 'No post is current.';
  }) satisfies Action['request'];

const onNamedPost = (command: 'unblock' | 'confirm' | 'allow'): Pick<Action, 'fields' | 'request'> => ({
  fields: () => [textField('itemId', 'Id of the post', '')],
  request: (options) => {
    const itemId = textOf(options, 'itemId');
    return itemId === '' ? 'Enter the id of a post.' : { command, body: { itemId } };
  },
});

/** A request that changes back what it has done when it is repeated. */
const toggle = (is: boolean | undefined, on: Request, off: Request): Request => (is === true ? off : on);

const requests: { readonly [Name in ActionName]: Pick<Action, 'fields' | 'request'> } = {
  hold: simple('hold'),
  release: { fields: () => [], request: (_options, _panel, seen) => ({ command: 'release', body: airOf(seen) }) },
  take: {
    fields: () => [dropdownField('only', 'What', 'all', { all: 'All changes', removals: 'Removals only' })],
    request: (options, _panel, seen) => ({
      command: 'take',
      body: { ...(options['only'] === 'removals' && { only: 'removals' }), ...airOf(seen) },
    }),
  },
  clear: { ...simple('clear'), fields: () => [secondPress] },
  back: { fields: () => [secondPress], request: (_options, _panel, seen) => ({ command: 'back', body: airOf(seen) }) },
  block: {
    fields: () => [textField('itemId', shownPost, ''), textField('reason', 'Reason (optional)', '')],
    request: onPost((itemId, options) => {
      const reason = textOf(options, 'reason');
      return { command: 'block', body: { itemId, ...(reason !== '' && { reason }) } };
    }),
  },
  unblock: onNamedPost('unblock'),
  confirm: onNamedPost('confirm'),
  guards: {
    fields: () => [
      textField('words', 'Words, separated by commas. An empty list guards none.', ''),
      textField('authors', 'Authors, separated by commas. An empty list guards none.', ''),
    ],
    request: (options) => ({
      command: 'guards',
      body: { words: list(options, 'words'), authors: list(options, 'authors') },
    }),
  },
  allow: onNamedPost('allow'),
  rollback: {
    fields: () => [textField('revision', 'Revision', '')],
    request: (options, _panel, seen) => {
      const revision = number(options, 'revision');
      if (revision === null) return 'Enter a revision.';
      const onAir = seen === null ? {} : { onAirRevision: seen.revision };
      return { command: 'rollback', body: { revision, ...gateOf(seen), ...onAir } };
    },
  },
  next: simple('next'),
  previous: simple('previous'),
  cue: {
    fields: () => [
      textField('position', 'Position in the list, from 1', '1'),
      textField('itemId', 'Id of the post (instead of the position)', ''),
    ],
    request: (options) => {
      const itemId = textOf(options, 'itemId');
      if (itemId !== '') return { command: 'cue', body: { itemId } };
      const position = number(options, 'position');
      return position === null ? 'Enter a position.' : { command: 'cue', body: { index: position - 1 } };
    },
  },
  pin: {
    fields: () => [flagField('toggle', 'Unpin when pinned', true)],
    request: (options, panel) =>
      toggle(
        options['toggle'] !== false && panel?.pinned,
        { command: 'pin', body: {} },
        { command: 'unpin', body: {} },
      ),
  },
  unpin: simple('unpin'),
  rotate: {
    fields: () => [
      textField('seconds', 'Seconds for each post (empty: stop)', '8'),
      flagField('toggle', 'Stop when rotating', true),
    ],
    request: (options, panel) => {
      const stop: Request = { command: 'rotate', body: { seconds: null } };
      const seconds = number(options, 'seconds');
      if (seconds === null) return textOf(options, 'seconds') === '' ? stop : 'Enter a number of seconds.';
      const isRotating = panel !== null && panel.rotateSeconds !== null;
      return toggle(options['toggle'] !== false && isRotating, { command: 'rotate', body: { seconds } }, stop);
    },
  },
  used: {
    fields: () => [textField('itemId', shownPost, ''), flagField('toggle', 'Remove the mark when marked', true)],
    request: onPost((itemId, options, panel) => {
      const isMarked = itemId === panel?.itemId && panel.used;
      return toggle(
        options['toggle'] !== false && isMarked,
        { command: 'used', body: { itemId } },
        { command: 'used', body: { itemId, used: false } },
      );
    }),
  },
  point: {
    fields: (collections) => [
      collectionField(collections),
      flagField('hold', 'Hold first, so that air does not change', true),
    ],
    request: (options, _panel, seen) => {
      const collectionId = textOf(options, 'collectionId');
      if (collectionId === '') return 'Choose a collection.';
      const hold = options['hold'] !== false;
      // Once held, air cannot change, whatever the gate was.
      return { command: 'point', body: { collectionId, hold, ...(!hold && gateOf(seen)) } };
    },
  },
  seen: simple('seen'),
  checkNow: simple('checkNow'),
};

export const actionNames = Object.keys(requests) as readonly ActionName[];

export function actionOf(name: ActionName): Action {
  const { label, description } = commandTable[name];
  return { name: label, description, ...requests[name] };
}

/** Whether it can put posts on air. `unblock` and `allow` name their post, so they do what they say in any state. */
export function canReplaceAir({ command, body }: Request): boolean {
  if (command === 'take') return !('only' in body);
  if (command === 'point') return 'hold' in body && body.hold === false;
  return command === 'release' || command === 'back' || command === 'rollback' || command === 'guards';
}

export function pathOf(command: ActionName, feed: string): string {
  return routeOf(command)[1].replace('{slug}', encodeURIComponent(feed));
}
