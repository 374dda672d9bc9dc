/** The state of something outside the page, as an icon, a colour and words. */
import { CircleAlert, CircleCheck, Loader, Minus, TriangleAlert } from 'lucide-react';

const icons = { good: CircleCheck, wait: Loader, warn: TriangleAlert, bad: CircleAlert, off: Minus } as const;

export type LampKind = keyof typeof icons;

export function Lamp({ kind, text }: { readonly kind: LampKind; readonly text: string }) {
  const Icon = icons[kind];
  return (
    <span className={`lamp is-${kind}`}>
      <Icon />
      {text}
    </span>
  );
}
