/** Who gave the gate its state and when: a take or restore while held changes `gateBy` and `gateSince`, but the feed stays held by the same press. */
import type { DeskFeed } from '../../contract/deskState.ts';

export function gateSetOf({ hold, gateBy, gateSince }: Pick<DeskFeed, 'hold' | 'gateBy' | 'gateSince'>): {
  readonly by: string | null;
  readonly since: string;
} {
  return hold ?? { by: gateBy, since: gateSince };
}
