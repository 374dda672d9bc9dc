/** Waits for the change that a refusal is about, because the refusal can arrive before it. */
import type { DeskFeed } from '../../contract/deskState.ts';
import type { CommandCall } from '../model/actionState.ts';
import { useMirror } from '../stores/engineMirror.ts';
import { afterState } from './afterState.ts';

/** Calls back once the gate or the revision of the feed differs from those in the command, with whether it does. */
export function afterAirChange(
  { input }: CommandCall,
  slug: string | null,
  callback: (isKnown: boolean) => void,
): void {
  const seenGate = 'gate' in input ? input.gate : null;
  const seenRevision = 'onAirRevision' in input ? input.onAirRevision : 'revision' in input ? input.revision : null;
  const seenSince = 'gateSince' in input ? input.gateSince : null;
  const isSeen = ({ gate, gateSince, revision }: DeskFeed): boolean =>
    (seenGate ?? gate) === gate && (seenSince ?? gateSince) === gateSince && (seenRevision ?? revision) === revision;
  const hasChanged = (): boolean => {
    const feed = useMirror.getState().state?.feeds.find((other) => other.slug === slug);
    return feed !== undefined && !isSeen(feed);
  };
  afterState(hasChanged, callback);
}
