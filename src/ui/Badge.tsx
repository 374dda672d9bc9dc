/** A badge on a row; it always has text, because colour alone must not carry meaning. */
import { Icon, type IconName } from './Icon.tsx';

export type BadgeKind = 'new' | 'edited' | 'warning' | 'quiet' | 'moved' | 'alarm' | 'air' | 'operator';
export type BadgeView = {
  readonly kind: BadgeKind;
  readonly icon: IconName | null;
  readonly text: string;
  /** The same in lower case where the text is in capitals, which screen readers can spell; for the label of a row. */
  readonly spoken?: string;
  /** Whether the text is or holds a name from outside, which may be cut. */
  readonly isOutside?: boolean;
  /** A name from outside in the text. It may be cut, and the words around it may not. */
  readonly name?: string;
};

export function Badge({ badge }: { readonly badge: BadgeView }) {
  return (
    // The title has the whole text where a long name is cut.
    <span className={`badge is-${badge.kind}`} title={badge.text}>
      {badge.icon !== null && <Icon name={badge.icon} />}
      {badge.name === undefined ? (
        <span className={badge.isOutside === true ? 'badge-text is-outside' : 'badge-text'}>{badge.text}</span>
      ) : (
        <TextWithName text={badge.text} name={badge.name} />
      )}
    </span>
  );
}

function TextWithName({ text, name }: { readonly text: string; readonly name: string }) {
  const start = text.indexOf(name);
  return (
    <span className="badge-text has-name">
      <span>{text.slice(0, start)}</span>
      <bdi className="is-outside">{name}</bdi>
      <span>{text.slice(start + name.length)}</span>
    </span>
  );
}
