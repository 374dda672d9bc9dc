/** A mark on a row; it always has text, because colour alone must not carry meaning. */
import { Icon, type IconName } from './Icon.tsx';

export type MarkKind = 'new' | 'edited' | 'warning' | 'quiet' | 'moved' | 'alarm' | 'air' | 'operator';
export type MarkView = { readonly kind: MarkKind; readonly icon: IconName | null; readonly text: string };

export function Mark({ mark }: { readonly mark: MarkView }) {
  return (
    <span className={`mark is-${mark.kind}`}>
      {mark.icon !== null && <Icon name={mark.icon} />}
      {mark.text}
    </span>
  );
}
