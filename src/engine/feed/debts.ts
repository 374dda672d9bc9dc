/** A consumer that may still show a blocked post, and has to confirm that it does not. */
import type { DeskFeed } from '../../contract/deskState.ts';
import type { TakedownReport } from '../../core/feedState.ts';
import { isFurther } from './pollers.ts';
import type { Reader } from './reader.ts';

export type Debt = {
  /** `null` for a consumer from before the start that has not come back. */
  readerId: string | null;
  readonly key: string;
  readonly name: string;
  /** Another consumer has the same key, so a reader with this key may be either. */
  isAmbiguous: boolean;
  program: string | null;
  canConfirm: boolean;
};

type Reported = TakedownReport['waitingFor'][number];
type WaitingFor = DeskFeed['blocked'][number]['waitingFor'][number];

export function createDebt(key: string, name: string, isAmbiguous: boolean, reader: Reader | null = null): Debt {
  const debt: Debt = { readerId: null, key, name, isAmbiguous, program: null, canConfirm: true };
  if (reader !== null) assign(debt, reader);
  return debt;
}

/** Finds the reader of a debt from before the start among the restored readers, whose identity is known. */
export function recogniseRestored(debt: Debt, debts: readonly Debt[], readers: readonly Reader[]): void {
  const reader = findUnassigned(debt, debts, readers, ({ isAmbiguous }) => isAmbiguous === debt.isAmbiguous);
  if (reader !== null) assign(debt, reader);
}

/** Finds the reader of a debt that has none. Where its key means two consumers, only a person can confirm. */
export function recogniseDebtor(debt: Debt, debts: readonly Debt[], readers: readonly Reader[]): void {
  if (debt.isAmbiguous) return;
  const reader = findUnassigned(debt, debts, readers, ({ isAmbiguous }) => !isAmbiguous);
  if (reader !== null) assign(debt, reader);
}

export function toReported({ key, name, isAmbiguous }: Debt): Reported {
  return isAmbiguous ? { key, name, isAmbiguous } : { key, name };
}

export function toWaitingFor({ readerId, name, program, canConfirm }: Debt): WaitingFor {
  return { id: readerId, name, program, canConfirm };
}

function findUnassigned(
  debt: Debt,
  debts: readonly Debt[],
  readers: readonly Reader[],
  isRight: (reader: Reader) => boolean,
): Reader | null {
  if (debt.readerId !== null) return null;
  const isFree = ({ id }: Reader): boolean => debts.every(({ readerId }) => readerId !== id);
  return readers.find((reader) => reader.key === debt.key && isRight(reader) && isFree(reader)) ?? null;
}

function assign(debt: Debt, reader: Reader): void {
  debt.readerId = reader.id;
  debt.program = reader.program;
  debt.canConfirm = reader.protocol !== 'events' && !isFurther(reader);
}
