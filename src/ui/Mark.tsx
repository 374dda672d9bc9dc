/** A mark on a row; it always has text, because colour alone must not carry meaning. */
import {
  ArrowRight,
  Check,
  Film,
  Minus,
  OctagonAlert,
  Pencil,
  Pin,
  Plus,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';

export type MarkKind = 'new' | 'edited' | 'warning' | 'quiet' | 'moved' | 'alarm' | 'air' | 'operator';
export type MarkIcon =
  | 'pencil'
  | 'shield'
  | 'video'
  | 'check'
  | 'pin'
  | 'minus'
  | 'plus'
  | 'arrow'
  | 'octagon'
  | 'triangle'
  | null;
export type MarkView = { readonly kind: MarkKind; readonly icon: MarkIcon; readonly text: string };

const icons = {
  pencil: Pencil,
  shield: ShieldAlert,
  video: Film,
  check: Check,
  pin: Pin,
  minus: Minus,
  plus: Plus,
  arrow: ArrowRight,
  octagon: OctagonAlert,
  triangle: TriangleAlert,
} as const;

export function Mark({ mark }: { readonly mark: MarkView }) {
  const Icon = mark.icon === null ? null : icons[mark.icon];
  return (
    <span className={`mark is-${mark.kind}`}>
      {Icon !== null && <Icon className="icon" aria-hidden="true" />}
      {mark.text}
    </span>
  );
}
