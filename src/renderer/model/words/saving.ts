/** Says whether live here can be the service’s: not while the state can't be saved, and not while the service confirms nothing. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';

export function isSavingProblem(code: string): boolean {
  return code === 'DISK_WRITE_FAILED' || code === 'DISK_NOT_RESPONDING';
}

export function canSave({ problems }: Pick<DeskState, 'problems'>): boolean {
  return !problems.some(({ code }) => isSavingProblem(code));
}

/** Whether the service has confirmed this live list recently. Without a service or a collection there is nothing to confirm. */
export function isLiveConfirmed({ source }: Pick<DeskState, 'source'>, { collectionId, freshness }: DeskFeed): boolean {
  if (source.state === 'idle' || collectionId === null) return true;
  return source.state !== 'refused' && freshness !== 'stale' && freshness !== 'offline';
}
