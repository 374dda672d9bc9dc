/** An edit conflict on one post: the fields that differ, your choices, and the merged result. */

import { capitalise } from '../../core/capitalise.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { ContentItem } from '../../core/serviceDocument.ts';
import {
  type Draft,
  type DraftFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  isSameField,
  labelField,
} from './draft.ts';

export type Side = 'theirs' | 'yours';

export type Conflict = {
  readonly base: DraftFields;
  /** The collection version your draft is based on. */
  readonly baseVersion: number | null;
  /** The post as someone else saved it. */
  readonly theirItem: ContentItem;
  readonly theirs: DraftFields;
  readonly yours: DraftFields;
  /** The fields that you edited and that differ, in form order. */
  readonly fields: readonly FieldName[];
  /** The fields that only they changed; the result has theirs. */
  readonly onlyTheirs: readonly FieldName[];
  readonly choices: Readonly<Partial<Record<FieldName, Side>>>;
  /** The message you edited in the result; `null` when you haven't. */
  readonly editedMessage: string | null;
};

/** Returns `null` when yours can be saved: the saved post is unchanged, or already the same as yours. */
export function findConflict(draft: Draft, theirItem: ContentItem): Conflict | null {
  if (draft.base === null) return null;
  const base = fieldsOf(draft.base);
  const theirs = fieldsOf(theirItem);
  if (fieldNames.every((name) => isSameField(name, base, theirs))) return null;
  const yours = draft.fields;
  const differing = fieldNames.filter((name) => !isSameField(name, theirs, yours));
  const fields = differing.filter((name) => !isSameField(name, base, yours));
  if (fields.length === 0) return null;
  const onlyTheirs = differing.filter((name) => !fields.includes(name));
  const choices = Object.fromEntries(
    fields.map((name) => [name, isSameField(name, base, theirs) ? 'yours' : 'theirs'] as const),
  );
  return {
    base,
    baseVersion: draft.baseVersion,
    theirItem,
    theirs,
    yours,
    fields,
    onlyTheirs,
    choices,
    editedMessage: null,
  };
}

export function chooseSide(conflict: Conflict, field: FieldName, side: Side): Conflict {
  const editedMessage = field === 'message' ? null : conflict.editedMessage;
  return { ...conflict, editedMessage, choices: { ...conflict.choices, [field]: side } };
}

export function chooseSideForAll(conflict: Conflict, side: Side): Conflict {
  return { ...conflict, editedMessage: null, choices: Object.fromEntries(conflict.fields.map((name) => [name, side])) };
}

/** Returns the fields to save: theirs, replaced by yours where chosen, and the edited message. */
export function mergeFields(conflict: Conflict): DraftFields {
  const names = conflict.fields.filter((name) => conflict.choices[name] === 'yours');
  const chosen = Object.fromEntries(names.map((name) => [name, conflict.yours[name]]));
  const merged: DraftFields = { ...conflict.theirs, ...chosen };
  return conflict.editedMessage === null ? merged : { ...merged, message: conflict.editedMessage };
}

/** The object of “You did not edit”. */
const unedited: Readonly<Record<FieldName, string>> = {
  fullName: markMessage('the full name'),
  username: markMessage('the username'),
  source: markMessage('the source'),
  message: markMessage('the message'),
  profileImageUrl: markMessage('the avatar'),
  media: markMessage('the media'),
  publishedAt: markMessage('the published'),
};

/** Describes the fields that are not offered for a choice. */
export function describeOtherFields({ onlyTheirs }: Conflict): string {
  if (onlyTheirs.length === 0) return say('All other fields are the same in both.');
  const fields = listNames(onlyTheirs.map((name) => say(unedited[name])));
  return say('You did not edit {fields}: the result has theirs.', { fields });
}

/** `Theirs, edited here. Media: yours.` The message comes first, without its name, because its text is shown above. */
export function describeMerge(conflict: Conflict): string {
  const message = conflict.fields.filter((name) => name === 'message');
  const others = conflict.fields.filter((name) => name !== 'message');
  return [...message, ...others]
    .map((name) => {
      const side = conflict.choices[name] ?? 'theirs';
      if (name === 'message') return describeMessageSide(side, conflict.editedMessage !== null);
      const field = capitalise(labelField(name));
      return side === 'theirs' ? say('{field}: theirs.', { field }) : say('{field}: yours.', { field });
    })
    .join(' ');
}

function describeMessageSide(side: Side, isEdited: boolean): string {
  if (side === 'theirs') return isEdited ? say('Theirs, edited here.') : say('Theirs.');
  return isEdited ? say('Yours, edited here.') : say('Yours.');
}

/** Returns the draft to save after a conflict: their version with the chosen fields. */
export function resolveDraft(draft: Draft, conflict: Conflict): Draft {
  return { ...draft, base: conflict.theirItem, fields: mergeFields(conflict) };
}
