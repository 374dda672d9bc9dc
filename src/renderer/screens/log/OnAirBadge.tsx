/** Marks what is on air now, or was when the connection was lost. */
import { say } from '../../../core/language/say.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { useIsDisconnected } from '../../stores/useDesk.ts';

export function OnAirBadge() {
  const badge = useIsDisconnected()
    ? ({ kind: 'quiet', icon: null, text: say('WAS ON AIR') } as const)
    : ({ kind: 'air', icon: null, text: say('ON AIR') } as const);
  return <Badge badge={badge} />;
}
