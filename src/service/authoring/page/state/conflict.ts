/** A conflict between two people who edited one post: the fields that differ, your choices, and the merged result. */
import type { ContentItem } from '../../../document.ts';
import {
  type Draft,
  type DraftFields,
  type FieldName,
  fieldLabels,
  fieldNames,
  fieldsOf,
  isSameField,
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
  /** Only the fields that differ, in form order. */
  readonly fields: readonly FieldName[];
  readonly choices: Readonly<Partial<Record<FieldName, Side>>>;
  /** The result's message as you edited it here; `null` while it is the chosen side's. */
  readonly editedMessage: string | null;
};

/** Returns `null` when their changes don't touch this post's fields, so that yours can be saved on top. */
export function findConflict(draft: Draft, theirItem: ContentItem): Conflict | null {
  if (draft.base === null) return null;
  const base = fieldsOf(draft.base);
  const theirs = fieldsOf(theirItem);
  if (fieldNames.every((name) => isSameField(name, base, theirs))) return null;
  const yours = draft.fields;
  const fields = fieldNames.filter((name) => !isSameField(name, theirs, yours));
  if (fields.length === 0) return null;
  const choices = Object.fromEntries(
    fields.map((name) => [name, isSameField(name, base, theirs) ? 'yours' : 'theirs'] as const),
  );
  return { base, baseVersion: draft.baseVersion, theirItem, theirs, yours, fields, choices, editedMessage: null };
}

export function chooseSide(conflict: Conflict, field: FieldName, side: Side): Conflict {
  const written = field === 'message' ? null : conflict.editedMessage;
  return { ...conflict, editedMessage: written, choices: { ...conflict.choices, [field]: side } };
}

export function chooseSideForAll(conflict: Conflict, side: Side): Conflict {
  return { ...conflict, editedMessage: null, choices: Object.fromEntries(conflict.fields.map((name) => [name, side])) };
}

/** The fields to save: theirs, with the ones chosen from yours and the edited message. */
export function mergedFields(conflict: Conflict): DraftFields {
  const mine = conflict.fields.filter((name) => conflict.choices[name] === 'yours');
  const chosen = Object.fromEntries(mine.map((name) => [name, conflict.yours[name]]));
  const merged: DraftFields = { ...conflict.theirs, ...chosen };
  return conflict.editedMessage === null ? merged : { ...merged, message: conflict.editedMessage };
}

/** `Theirs, edited here. Media: yours.` The message comes first and unnamed, because it is the text shown above. */
export function mergeSummary(conflict: Conflict): string {
  const message = conflict.fields.filter((name) => name === 'message');
  const others = conflict.fields.filter((name) => name !== 'message');
  return [...message, ...others]
    .map((name) => {
      const side = conflict.choices[name] ?? 'theirs';
      if (name !== 'message') return `${capitalise(fieldLabels[name])}: ${side}.`;
      return `${capitalise(side)}${conflict.editedMessage === null ? '' : ', edited here'}.`;
    })
    .join(' ');
}

export function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
