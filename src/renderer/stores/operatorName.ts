/** The operator's name as entered on this machine, and whether it still has to be requested. */
import { create } from 'zustand';
import { machineStorage } from '../../ui/safeStorage.ts';

const nameKey = 'greenroom.name';
const laterKey = 'greenroom.nameLater';

type OperatorName = {
  /** `null` until one is entered; the engine then gives the desk a name. */
  readonly entered: string | null;
  /** Whether the operator keeps the name that the engine gave. */
  readonly keepsGiven: boolean;
};

const useOperatorName = create<OperatorName>()(() => ({
  entered: machineStorage.getItem(nameKey),
  keepsGiven: machineStorage.getItem(laterKey) !== null,
}));

export function enteredName(): string | null {
  return useOperatorName.getState().entered;
}

export function useEnteredName(): string | null {
  return useOperatorName(({ entered }) => entered);
}

export function useIsNameRequested(): boolean {
  return useOperatorName(({ entered, keepsGiven }) => entered === null && !keepsGiven);
}

export function saveEnteredName(entered: string): void {
  machineStorage.setItem(nameKey, entered);
  useOperatorName.setState({ entered });
}

export function keepGivenName(): void {
  machineStorage.setItem(laterKey, '1');
  useOperatorName.setState({ keepsGiven: true });
}
