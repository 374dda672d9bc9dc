/** Settings, Backup and import: a preview of what a file would change, and the backups on this machine. */
import { Download, Upload } from 'lucide-react';
import { say } from '../../../core/language/say.ts';
import { parseJson } from '../../../core/parseJson.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';
import { saveFile } from '../log/saveFile.ts';
import { ImportPreview } from './ImportPreview.tsx';
import type { SettingsAnswer } from './SettingRow.tsx';
import { type SettingsImport, useSettingsImport } from './useSettingsImport.ts';

export function BackupPart({ answer }: { readonly answer: SettingsAnswer }) {
  const isDisconnected = useIsDisconnected();
  const backups = useEngineQuery('settingsBackups', {}, null).data?.backups ?? [];
  const settingsImport = useSettingsImport();
  const { preview, message } = settingsImport;
  return (
    <>
      {preview === null && (
        <>
          <h2>{say('Import')}</h2>
          <p className="setting-lead">
            {say('Choose a settings file. Import shows first what each setting in it would change, also on air.')}
          </p>
        </>
      )}
      {preview !== null && (
        <ImportPreview
          key={preview.name}
          schema={answer.schema}
          preview={preview}
          onImport={settingsImport.importChosen}
          onCancel={settingsImport.cancel}
        />
      )}
      {preview === null && <ImportButton settingsImport={settingsImport} />}
      {message !== null && (
        <p className="setting-result" role="status">
          {message}
        </p>
      )}
      <h2>{say('Backups on this machine')}</h2>
      {backups.length === 0 ? (
        <p className="setting-lead">{say('None yet. One is saved before each change.')}</p>
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Saved')}</th>
              <th>{say('Reason')}</th>
              <th>{say('Differs from now')}</th>
              <th>
                <span className="visually-hidden">{say('View')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {backups.map(({ id, at, why, differs }) => (
              <tr key={id}>
                <th scope="row">
                  <DayTime at={at} />
                </th>
                <td>{why}</td>
                <td>{say('{count, plural, one {# setting} other {# settings}}', { count: differs })}</td>
                <td>
                  <Button
                    disabledReason={isDisconnected ? say('not connected') : null}
                    onPress={() => settingsImport.openBackup(id, why)}
                  >
                    {say('View')}
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

function ImportButton({ settingsImport }: { readonly settingsImport: SettingsImport }) {
  const readFile = async (chosen: File): Promise<void> => {
    settingsImport.open(chosen.name, parseJson(await chosen.text()));
  };
  return (
    <div className="button-row is-below">
      <label className="button">
        <Upload />
        {say('Import a file')}
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
  );
}

export function BackupAside({ answer }: { readonly answer: SettingsAnswer }) {
  return (
    <>
      <h2>{say('Export')}</h2>
      <p>{say('One readable file, without keys, secrets or tokens. Import shows everything in it.')}</p>
      <div className="button-row is-below">
        <Button
          disabledReason={null}
          onPress={() => {
            const { version, at, machine, settings } = answer;
            const text = `${JSON.stringify({ version, at, machine, settings }, null, 2)}\n`;
            saveFile(text, 'application/json', 'greenroom-settings', 'json');
          }}
        >
          <Download />
          {say('Export settings')}
        </Button>
      </div>
      <h2>{say('If the file is invalid')}</h2>
      <p>{say('Nothing is imported. Each fault is listed with its path and what is valid:')}</p>
      <p>
        {sayNode('<path>source.poll.intervalSeconds</path> must be a number from 1 to 3600.', {
          path: (children) => <code>{children}</code>,
        })}
      </p>
    </>
  );
}
