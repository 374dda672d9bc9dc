/** Says whether the state can be saved. While it can't, Greenroom takes no added or edited posts. */
import type { DeskState } from '../../../contract/deskState.ts';

export function isSavingProblem(code: string): boolean {
  return code === 'DISK_WRITE_FAILED' || code === 'DISK_NOT_RESPONDING';
}

export function canSave({ problems }: Pick<DeskState, 'problems'>): boolean {
  return !problems.some(({ code }) => isSavingProblem(code));
}
