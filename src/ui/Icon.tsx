/** The icons that are chosen by name, and four icons that Lucide lacks. */
import {
  ArrowRight,
  Check,
  createLucideIcon,
  Film,
  FlaskRound,
  GripVertical,
  History,
  Key,
  Layers,
  Minus,
  OctagonAlert,
  Pencil,
  Pin,
  Plus,
  Radio,
  Server,
  ShieldAlert,
  TriangleAlert,
  Undo2,
  Webhook,
  WifiOff,
} from 'lucide-react';

export const GateOpen = createLucideIcon('gate-open', [
  ['path', { key: 'a', d: 'M4 3v18M20 3v18M1 12h17m-4-4 4 4-4 4' }],
]);
export const GateShut = createLucideIcon('gate-shut', [
  ['path', { key: 'a', d: 'M4 3v18M20 3v18' }],
  ['path', { key: 'b', d: 'M12 3v18', strokeWidth: '4' }],
]);
export const FrameEmpty = createLucideIcon('frame-empty', [['path', { key: 'a', d: 'M3 5h18v14H3zM3 19 21 5' }]]);
export const AppIcon = createLucideIcon('app', [['path', { key: 'a', d: 'M3 4h18v16H3zM9 4v16M13 9h4M13 13h4' }]]);

const icons = {
  arrow: ArrowRight,
  check: Check,
  flask: FlaskRound,
  'frame-empty': FrameEmpty,
  'gate-open': GateOpen,
  'gate-shut': GateShut,
  grip: GripVertical,
  history: History,
  key: Key,
  layers: Layers,
  minus: Minus,
  'no-connection': WifiOff,
  octagon: OctagonAlert,
  pencil: Pencil,
  pin: Pin,
  plus: Plus,
  radio: Radio,
  server: Server,
  shield: ShieldAlert,
  triangle: TriangleAlert,
  undo: Undo2,
  video: Film,
  webhook: Webhook,
} as const;

export type IconName = keyof typeof icons;

export function Icon({ name }: { readonly name: IconName }) {
  const Image = icons[name];
  return <Image />;
}
