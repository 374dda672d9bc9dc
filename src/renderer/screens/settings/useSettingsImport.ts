/** Opens a settings file or a backup, previews what it would change, and imports the chosen settings. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '../../../core/language/say.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import type { Chosen, PreviewedFile } from './ImportPreview.tsx';

export type SettingsImport = {
  readonly preview: PreviewedFile | null;
  readonly message: string | null;
  /** `undefined` is a file that is not JSON. */
  readonly open: (name: string, file: unknown) => void;
  readonly openBackup: (id: string, why: string) => void;
  readonly importChosen: (chosen: readonly Chosen[]) => void;
  readonly cancel: () => void;
};

export function useSettingsImport(): SettingsImport {
  const client = useClient();
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState<PreviewedFile | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setMessage(null);
    await work().catch((error: RequestError) => setMessage(describeError(error)));
  };
  const open = async (name: string, file: unknown): Promise<void> => {
    setPreview(null);
    if (file === undefined) {
      setMessage(say('{name} is not JSON. Nothing changed. Choose a settings file.', { name }));
      return;
    }
    const { changes } = await client.query('settingsPreview', { file, only: null });
    if (changes.length === 0) setMessage(say('{name} has the settings in use. Nothing to import.', { name }));
    else setPreview({ name, file, changes });
  };
  const importFrom = ({ file, name }: PreviewedFile, chosen: readonly Chosen[]) =>
    run(async () => {
      const only = chosen.map(({ path }) => path);
      const seen = chosen.map(({ effect }) => effect);
      await client
        .command({ name: 'importSettings', input: { file, only, preview: false, seen } })
        .finally(() => queryClient.invalidateQueries({ queryKey: ['settingsPreview'] }));
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
      setPreview(null);
      setMessage(
        say('{count, plural, one {Imported # setting from {name}.} other {Imported # settings from {name}.}}', {
          ...{ count: chosen.length, name },
        }),
      );
    });
  return {
    ...{ preview, message },
    open: (name, file) => void run(() => open(name, file)),
    openBackup: (id, why) =>
      void run(async () => open(say('the backup {why}', { why }), (await client.query('settingsBackup', { id })).file)),
    importChosen: (chosen) => {
      if (preview !== null) void importFrom(preview, chosen);
    },
    cancel: () => setPreview(null),
  };
}
