/** The operator's name as entered on this machine, and whether it still has to be requested. */
import { create } from 'zustand';

const nameKey = 'greenroom.name';
const laterKey = 'greenroom.nameLater';

type OperatorName = {
  /** `null` until one is entered; the engine then gives the desk a name. */
  readonly entered: string | null;
  /** Whether the operator keeps the name that the engine gave. */
  readonly keepsGiven: boolean;
};

const useOperatorName = create<OperatorName>()(() => ({
  entered: window.localStorage.getItem(nameKey),
  keepsGiven: window.localStorage.getItem(laterKey) !== null,
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
  window.localStorage.setItem(nameKey, entered);
  useOperatorName.setState({ entered });
}

export function keepGivenName(): void {
  window.localStorage.setItem(laterKey, '1');
  useOperatorName.setState({ keepsGiven: true });
}
