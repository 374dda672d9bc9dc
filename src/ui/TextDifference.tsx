/** A text with its removed words struck through and its added words underlined, but not the spaces before them. */
import { Fragment, useMemo } from 'react';
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
        {kind === 'same' ? words : kind === 'removed' ? <del>{words}</del> : <ins>{words}</ins>}
      </Fragment>
    );
  });
}
