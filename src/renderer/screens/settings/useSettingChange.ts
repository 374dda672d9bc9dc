/** Changes settings from the Settings screen: says first how a change affects air, then sends it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingChange } from '../../../contract/settings.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';

type SettingsPatch = Record<string, unknown>;

export type ChangeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** The change affects air and waits for a confirmation. */
  | { readonly kind: 'confirm'; readonly patch: SettingsPatch; readonly changes: readonly SettingChange[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'done'; readonly effect: string };

export type SettingChanger = {
  readonly state: ChangeState;
  /** Sends the change, or waits for `confirm` if it affects air. */
  readonly change: (patch: SettingsPatch) => Promise<void>;
  /** With the changes as they were shown last. */
  readonly confirm: (shown: readonly SettingChange[]) => Promise<void>;
  /** Forgets the last result, for example when the field is edited. */
  readonly reset: () => void;
};

export function useSettingChange(): SettingChanger {
  const client = useClient();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ChangeState>({ kind: 'idle' });
  const refuse = (error: unknown): void =>
    setState({ kind: 'refused', reason: describeError(error as RequestError) ?? '' });
  const send = async (patch: SettingsPatch, changes: readonly SettingChange[]): Promise<void> => {
    setState({ kind: 'sending' });
    await client.command({ name: 'changeSettings', input: { patch, seen: changes.map(({ effect }) => effect) } });
    await queryClient.invalidateQueries({ queryKey: ['settings'] });
    setState({ kind: 'done', effect: describeEffects(changes) });
  };
  return {
    state,
    change: async (patch) => {
      setState({ kind: 'sending' });
      try {
        const { changes } = await client.query('settingsPreview', { file: patch });
        if (changes.some(({ changesAir }) => changesAir)) setState({ kind: 'confirm', patch, changes });
        else await send(patch, changes);
      } catch (error) {
        refuse(error);
      }
    },
    confirm: async (shown) => {
      if (state.kind === 'confirm') await send(state.patch, shown).catch(refuse);
    },
    reset: () => setState({ kind: 'idle' }),
  };
}

/** Such as `none; takes effect at the next start`. */
export function describeEffects(changes: readonly SettingChange[]): string {
  return [...new Set(changes.map(({ onAir }) => onAir))].join('; ');
}
