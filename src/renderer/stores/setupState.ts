/** Holds what an operator typed in the setup, so that it can be left and continued. The key is never stored. */
import { create } from 'zustand';
import type { Refusal } from '../../contract/commands.ts';
import { machineStorage } from '../../ui/safeStorage.ts';

export const setupSteps = ['demo', 'obs', 'service', 'collection', 'mode', 'graphics'] as const;
export type SetupStep = (typeof setupSteps)[number];

export type SetupState = {
  readonly step: SetupStep;
  /** Steps that have been open. */
  readonly visited: readonly SetupStep[];
  /** `null` until something is typed; then the saved address is shown. */
  readonly address: string | null;
  readonly apiKey: string;
  /** The address and key, if the service has accepted them. */
  readonly accepted: string | null;
  readonly collection: { readonly id: string; readonly name: string } | null;
  /** Set while Greenroom switches between the demo and the own show. */
  readonly switching: { readonly fromDemo: boolean } | null;
  /** Why the last choice was refused. */
  readonly refusal: Refusal | null;
};

export const initialSetupState: SetupState = {
  step: 'demo',
  visited: [],
  address: null,
  apiKey: '',
  accepted: null,
  collection: null,
  switching: null,
  refusal: null,
};

export const useSetupState = create<SetupState>()(() => initialSetupState);

export function openStep(step: SetupStep): void {
  useSetupState.setState(({ visited }) => ({ step, visited: visited.includes(step) ? visited : [...visited, step] }));
}

const leftKey = 'greenroom.setupLeft';

/** Remembers in this browser that the operator left the setup, so that it does not open by itself again. */
export function rememberSetupLeft(): void {
  machineStorage.setItem(leftKey, '1');
}

export function wasSetupLeft(): boolean {
  return machineStorage.getItem(leftKey) !== null;
}
