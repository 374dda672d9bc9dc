/** Settings, Backup and import: export, import with a preview, and the backups on this machine. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseJson } from '../../../core/parseJson.ts';
import { Button } from '../../../ui/Button.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';
import { saveFile } from '../log/saveFile.ts';
import { ImportPreview, type PreviewedFile } from './ImportPreview.tsx';
import type { SettingsAnswer } from './SettingRow.tsx';

export function BackupPart({ answer }: { readonly answer: SettingsAnswer }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? 'not connected' : null;
  const backups = useEngineQuery('settingsBackups', {}, null).data?.backups ?? [];
  const [preview, setPreview] = useState<PreviewedFile | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setMessage(null);
    await work().catch((error: RequestError) => setMessage(describeError(error)));
  };
  const open = (name: string, file: unknown) =>
    run(async () => {
      setPreview(null);
      const { changes } = await client.query('settingsPreview', { file });
      if (changes.length === 0) setMessage(`${name} has the settings in use. Nothing to import.`);
      else setPreview({ name, file, changes });
    });
  const readFile = async (chosen: File): Promise<void> => {
    const file = parseJson(await chosen.text());
    if (file === undefined) {
      setPreview(null);
      setMessage(`${chosen.name} is not JSON. Nothing changed. Choose a settings file.`);
    } else await open(chosen.name, file);
  };
  const importChosen = ({ file, name }: PreviewedFile, paths: readonly string[]) =>
    run(async () => {
      await client.command({ name: 'importSettings', input: { file, only: paths, preview: false } });
      await queryClient.invalidateQueries({ queryKey: ['settings'] });
      setPreview(null);
      setMessage(`Imported ${paths.length} ${paths.length === 1 ? 'setting' : 'settings'} from ${name}.`);
    });
  return (
    <>
      <h2>Export and import</h2>
      <p className="setting-note">
        One readable file, without keys, secrets or tokens. Import shows everything in it first.
      </p>
      <div className="button-row">
        <Button
          disabledReason={null}
          onPress={() => {
            const { version, at, machine, settings } = answer;
            saveFile(
              `${JSON.stringify({ version, at, machine, settings }, null, 2)}\n`,
              'application/json',
              'greenroom-settings',
              'json',
            );
          }}
        >
          Export settings
        </Button>
        <label className="button">
          Import a file
          <input
            type="file"
            accept="application/json,.json"
            className="file-input"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              // The same file can be chosen again after it was corrected.
              if (chosen !== undefined) void readFile(chosen).finally(() => (target.value = ''));
            }}
          />
        </label>
      </div>
      {message !== null && (
        <p className="setting-result" role="status">
          {message}
        </p>
      )}
      {preview !== null && (
        <ImportPreview
          key={preview.name}
          preview={preview}
          onImport={(paths) => void importChosen(preview, paths)}
          onCancel={() => setPreview(null)}
        />
      )}
      <h2>Backups on this machine</h2>
      {backups.length === 0 ? (
        <p className="setting-note">None yet. One is saved before each change.</p>
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th>Saved</th>
              <th>Reason</th>
              <th>Differs from now</th>
              <th>Look</th>
            </tr>
          </thead>
          <tbody>
            {backups.map(({ id, at, why, differs }) => (
              <tr key={id}>
                <th scope="row">
                  <DayTime at={at} />
                </th>
                <td>{why}</td>
                <td>
                  {differs} {differs === 1 ? 'setting' : 'settings'}
                </td>
                <td>
                  <Button
                    disabledReason={disabledReason}
                    onPress={() =>
                      void run(async () =>
                        open(`the backup ${why}`, (await client.query('settingsBackup', { id })).file),
                      )
                    }
                  >
                    View
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
