/** Lists the changes that a settings file or a backup would make; settings that change air start unselected. */
import { TriangleAlert, Upload } from 'lucide-react';
import { useState } from 'react';
import type { SettingChange } from '../../../contract/settings.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { nameSetting } from '../../model/settingFields.ts';
import { formatSettingValue } from '../../model/settingPresets.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';

export type PreviewedFile = {
  /** The file’s name, or when the backup was saved. */
  readonly name: string;
  readonly file: unknown;
  readonly changes: readonly SettingChange[];
};

type ImportPreviewProps = {
  readonly schema: unknown;
  readonly preview: PreviewedFile;
  readonly onImport: (paths: readonly string[]) => void;
  readonly onCancel: () => void;
};

export function ImportPreview({ schema, preview, onImport, onCancel }: ImportPreviewProps) {
  const isDisconnected = useIsDisconnected();
  const names = useDesk(({ state }) => state.collectionNames);
  const origin = useComputed((_, nowMs) => describeOrigin(preview.file, nowMs));
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
      <p className="setting-lead">
        From <b>{preview.name}</b>
        {origin}. {formatCount(preview.changes.length, 'change', 'changes')}; nothing is imported yet.
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
                <label title={path}>
                  <input type="checkbox" checked={chosen.has(path)} onChange={() => toggle(path)} />
                  {nameSetting(schema, path)}
                </label>
              </th>
              <td className="setting-name">
                {from === null ? formatMissing(path) : <del>{formatValue(path, from, names)}</del>}
              </td>
              <td className="setting-name">
                <ins>
                  {to === null && isFeed(path)
                    ? 'deleted'
                    : `${from === null && isFeed(path) ? 'added, starts held; ' : ''}${formatValue(path, to, names)}`}
                </ins>
              </td>
              <td>
                {changesAir ? (
                  <span className="badge is-warning">
                    <TriangleAlert />
                    {onAir}
                  </span>
                ) : (
                  onAir
                )}
              </td>
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
      <div className="button-row is-below">
        <Button
          className="button is-primary"
          disabledReason={isDisconnected ? 'not connected' : chosen.size === 0 ? 'nothing is selected' : null}
          onPress={() => onImport([...chosen])}
        >
          <Upload />
          Import {chosen.size} selected
        </Button>
        <Button disabledReason={null} onPress={onCancel}>
          Cancel
        </Button>
        <span className="setting-note">
          You can undo the whole import for 10 seconds. Settings that change air start unselected.
        </span>
      </div>
    </section>
  );
}

/** For example `, saved 18 November 18:20 on gallery-1, version 0.1.0`; an export says so itself. */
function describeOrigin(file: unknown, nowMs: number): string {
  if (typeof file !== 'object' || file === null) return '';
  const { at, machine, version } = file as Readonly<Record<string, unknown>>;
  return [
    typeof at === 'string' ? `, saved ${formatDayTime(at, nowMs)}` : '',
    typeof machine === 'string' ? ` on ${machine}` : '',
    typeof version === 'string' ? `, version ${version}` : '',
  ].join('');
}

const isFeed = (path: string): boolean => path.startsWith('feeds.');

function formatMissing(path: string): string {
  return isFeed(path) ? 'doesn’t exist' : 'none';
}

function formatValue(path: string, value: unknown, collections: Readonly<Record<string, string>>): string {
  if (typeof value !== 'object' || value === null || !('collectionId' in value)) return formatSettingValue(path, value);
  const id = value.collectionId;
  return typeof id === 'string' ? (collections[id] ?? id) : 'no collection';
}
