/** Lists the changes that a settings file or a backup would make; settings that change air start unselected. */
import { useState } from 'react';
import type { SettingChange } from '../../../contract/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { useIsDisconnected } from '../../stores/useDesk.ts';

export type PreviewedFile = {
  /** The file’s name, or when the backup was saved. */
  readonly name: string;
  readonly file: unknown;
  readonly changes: readonly SettingChange[];
};

type ImportPreviewProps = {
  readonly preview: PreviewedFile;
  readonly onImport: (paths: readonly string[]) => void;
  readonly onCancel: () => void;
};

export function ImportPreview({ preview, onImport, onCancel }: ImportPreviewProps) {
  const isDisconnected = useIsDisconnected();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(preview.changes.filter(({ changesAir }) => !changesAir).map(({ path }) => path)),
  );
  const toggle = (path: string): void => {
    const next = new Set(chosen);
    if (!next.delete(path)) next.add(path);
    setChosen(next);
  };
  return (
    <section aria-label="Import preview">
      <h2>Import preview</h2>
      <p className="setting-note">
        From <b>{preview.name}</b>. {preview.changes.length} {preview.changes.length === 1 ? 'change' : 'changes'}.
        Nothing is imported yet.
      </p>
      <table className="data-table import-preview">
        <thead>
          <tr>
            <th>Setting</th>
            <th>Now</th>
            <th>After import</th>
            <th>Effect on air</th>
          </tr>
        </thead>
        <tbody>
          {preview.changes.map(({ path, from, to, onAir, changesAir }) => (
            <tr key={path}>
              <th scope="row">
                <label>
                  <input type="checkbox" checked={chosen.has(path)} onChange={() => toggle(path)} /> {path}
                </label>
              </th>
              <td className="setting-name">{format(from)}</td>
              <td className="setting-name">{format(to)}</td>
              <td className={changesAir ? 'is-held' : ''}>{onAir}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">API key, secrets, tokens</th>
            <td>yours</td>
            <td>not in the file</td>
            <td>none; yours are kept</td>
          </tr>
        </tbody>
      </table>
      <div className="button-row">
        <Button
          disabledReason={isDisconnected ? 'not connected' : chosen.size === 0 ? 'nothing is selected' : null}
          onPress={() => onImport([...chosen])}
        >
          Import {chosen.size} selected
        </Button>
        <Button disabledReason={null} onPress={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="setting-note">
        You can undo the whole import for 10 seconds. Settings that change air start unselected.
      </p>
    </section>
  );
}

function format(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
