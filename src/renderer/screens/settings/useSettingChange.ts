/** Changes settings from the Settings screen: says first how a change affects air, then sends it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import type { QueryResult } from '../../../contract/queries.ts';
import type { SettingChange } from '../../../contract/settings.ts';
import { say } from '../../../core/language/say.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import type { SettingField } from '../../model/settingFields.ts';
import { currentDesk, type Desk } from '../../stores/desk.ts';

type SettingsPatch = Record<string, unknown>;
/** Reads the patch of the desk as it is, for a list that other desks change too. */
export type ReadPatch = (desk: Desk | null) => SettingsPatch;

export type ChangeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** The change affects air and waits for a confirmation. */
  | { readonly kind: 'confirm'; readonly readPatch: ReadPatch; readonly changes: readonly SettingChange[] }
  | { readonly kind: 'refused'; readonly reason: string }
  /** `after` are the settings in use once it was saved. */
  | {
      readonly kind: 'done';
      readonly effect: string;
      readonly saved: readonly SettingChange[];
      readonly after: QueryResult<'settings'> | null;
    };

export type SettingChanger = {
  readonly state: ChangeState;
  /** Sends the change, or waits for `confirm` if it affects air. Resolves whether the change is in use. */
  readonly change: (patch: SettingsPatch | ReadPatch) => Promise<boolean>;
  /** With the changes as they were shown last. */
  readonly confirm: (shown: readonly SettingChange[]) => Promise<void>;
  /** Forgets the last result, for example when the field is edited. */
  readonly reset: () => void;
};

/** `field` is the setting that it changes; `null` if there are several. */
export function useSettingChange(field: Pick<SettingField, 'path' | 'title'> | null): SettingChanger {
  const client = useClient();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ChangeState>({ kind: 'idle' });
  const refuse = (error: unknown): void =>
    setState({ kind: 'refused', reason: describeRefusal(error as RequestError, field) });
  const send = async (readPatch: ReadPatch, changes: readonly SettingChange[]): Promise<void> => {
    setState({ kind: 'sending' });
    const input = { patch: readPatch(currentDesk()), seen: changes.map(({ effect }) => effect) };
    const result = (await client.command({ name: 'changeSettings', input })) as CommandResults['changeSettings'];
    await queryClient.invalidateQueries({ queryKey: ['settings'] });
    const after = queryClient.getQueryData<QueryResult<'settings'>>(['settings', {}, null]) ?? null;
    setState({ kind: 'done', effect: describeEffects(changes), saved: result.changes, after });
  };
  return {
    state,
    change: async (patch) => {
      setState({ kind: 'sending' });
      const readPatch = typeof patch === 'function' ? patch : () => patch;
      try {
        const { changes } = await client.query('settingsPreview', { file: readPatch(currentDesk()), only: null });
        if (changes.some(({ changesAir }) => changesAir)) {
          setState({ kind: 'confirm', readPatch, changes });
          return false;
        }
        await send(readPatch, changes);
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    },
    confirm: async (shown) => {
      if (state.kind === 'confirm') await send(state.readPatch, shown).catch(refuse);
    },
    reset: () => setState({ kind: 'idle' }),
  };
}

/** Names the field as its row does; the sentence for programs has the path in the file. */
function describeRefusal(error: RequestError, field: Pick<SettingField, 'path' | 'title'> | null): string {
  const faults = error.faults ?? [];
  if (field === null || faults.length === 0 || faults.some(({ path }) => !path.startsWith(`$.${field.path}`)))
    return describeError(error) ?? '';
  const fault = [...new Set(faults.map(({ message }) => message))].join('; ');
  return say('Not saved: “{setting}” {fault}. Correct it, then save again.', { setting: say(field.title), fault });
}

/** Such as `none; takes effect at the next start`; empty without changes. */
export function describeEffects(changes: readonly SettingChange[]): string {
  return [...new Set(changes.map(({ onAir }) => onAir))].join('; ');
}

/** The same before a press; without changes, there is no effect. */
export function describeAirEffect(changes: readonly SettingChange[]): string {
  return describeEffects(changes) || say('none||effect on air');
}
