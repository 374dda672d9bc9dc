/** Two editors at once: theirs and yours side by side, field by field, and what would be saved. */
import type { ContentItem } from '../../../document.ts';
import {
  type Draft,
  type DraftFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  fieldWords,
  isSameField,
} from './draft.ts';

export type Side = 'theirs' | 'yours';

export type Conflict = {
  readonly base: DraftFields;
  /** The post as somebody else saved it. */
  readonly theirItem: ContentItem;
  readonly theirs: DraftFields;
  readonly yours: DraftFields;
  /** Only the fields in which the two differ, in the order of the form. */
  readonly fields: readonly FieldName[];
  readonly choices: Readonly<Partial<Record<FieldName, Side>>>;
  /** The message as written in again by hand, or null while it is the chosen one. */
  readonly written: string | null;
};

/** Null when somebody else changed other things only: then yours can be saved on top of theirs as it is. */
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
  return { base, theirItem, theirs, yours, fields, choices, written: null };
}

export function choose(conflict: Conflict, field: FieldName, side: Side): Conflict {
  const written = field === 'message' ? null : conflict.written;
  return { ...conflict, written, choices: { ...conflict.choices, [field]: side } };
}

export function chooseAll(conflict: Conflict, side: Side): Conflict {
  return { ...conflict, written: null, choices: Object.fromEntries(conflict.fields.map((name) => [name, side])) };
}

/** What would be saved: theirs, with each field that was chosen from yours, and the message as it was written in. */
export function outcomeOf(conflict: Conflict): DraftFields {
  const mine = conflict.fields.filter((name) => conflict.choices[name] === 'yours');
  const chosen = Object.fromEntries(mine.map((name) => [name, conflict.yours[name]]));
  const merged: DraftFields = { ...conflict.theirs, ...chosen };
  return conflict.written === null ? merged : { ...merged, message: conflict.written };
}

/** `Message: theirs, with words written in by hand. Media: yours.` */
export function outcomeWords(conflict: Conflict): string {
  return conflict.fields
    .map((name) => {
      const word = fieldWords[name];
      const byHand = name === 'message' && conflict.written !== null ? ', with words written in by hand' : '';
      return `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${conflict.choices[name] ?? 'theirs'}${byHand}.`;
    })
    .join(' ');
}
