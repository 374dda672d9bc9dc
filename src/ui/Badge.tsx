/** A badge on a row; it always has text, because colour alone must not carry meaning. */
import { Icon, type IconName } from './Icon.tsx';

export type BadgeKind = 'new' | 'edited' | 'warning' | 'quiet' | 'moved' | 'alarm' | 'air' | 'operator';
export type BadgeView = { readonly kind: BadgeKind; readonly icon: IconName | null; readonly text: string };

export function Badge({ badge }: { readonly badge: BadgeView }) {
  return (
    <span className={`badge is-${badge.kind}`}>
      {badge.icon !== null && <Icon name={badge.icon} />}
      {badge.text}
    </span>
  );
}
