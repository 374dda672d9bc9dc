/** A text with its removed words struck through and its added words underlined, but not the spaces before them. Screen readers say which is which. */
import { Fragment, useMemo } from 'react';
import { say } from '../core/language/say.ts';
import { diffWords, shortenContext } from './textDifference.ts';

type TextDifferenceProps = {
  readonly before: string;
  readonly after: string;
  /** Whether only a few words around each change are shown. */
  readonly isShort: boolean;
};

export function TextDifference({ before, after, isShort }: TextDifferenceProps) {
  const parts = useMemo(() => {
    const all = diffWords(before, after);
    return isShort ? shortenContext(all) : all;
  }, [before, after, isShort]);
  return parts.map(({ kind, text }, index) => {
    const words = text.trimStart();
    const space = text.slice(0, text.length - words.length);
    return (
      <Fragment key={index}>
        {space}
        {kind === 'same' && words}
        {kind === 'removed' && <del data-spoken={say('removed:||before words')}>{words}</del>}
        {kind === 'added' && <ins data-spoken={say('added:||before words')}>{words}</ins>}
      </Fragment>
    );
  });
}
