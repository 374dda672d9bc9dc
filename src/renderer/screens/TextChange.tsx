/** The changed part of a post's text, with a few words around it. */

import type { DeskItem } from '../../contract/deskItem.ts';
import { say } from '../../core/language/say.ts';
import { TextDifference } from '../../ui/TextDifference.tsx';
import { nameOf } from '../model/words/counts.ts';

type TextChangeProps = { readonly before: DeskItem | undefined; readonly after: DeskItem | undefined };

export function TextChange({ before, after }: TextChangeProps) {
  if (before === undefined || after === undefined) return null;
  if (before.message === after.message && before.fullName !== after.fullName)
    return <>{say('name changed: {before} → {after}', { before: nameOf(before), after: nameOf(after) })}</>;
  if (before.message === after.message) return <>{say('name, picture or date changed')}</>;
  return <TextDifference before={before.message} after={after.message} isShort />;
}
