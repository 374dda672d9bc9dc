/** Lists the changes that a settings file or a backup would make, as they are now; settings that change air start unselected. */
import { TriangleAlert, Upload } from 'lucide-react';
import { useState } from 'react';
import type { SettingChange } from '../../../contract/settings.ts';
import { say } from '../../../core/language/say.ts';
import { nameSetting } from '../../../core/settingNames.ts';
import { formatChangedValue } from '../../../core/settingValues.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { usePreviewedChanges } from './usePreviewedChanges.ts';

export type PreviewedFile = {
  /** The file’s name, or when the backup was saved. */
  readonly name: string;
  readonly file: unknown;
  /** When it was opened. */
  readonly changes: readonly SettingChange[];
};

/** A change to import, with the effect on air that was shown. */
export type Chosen = Pick<SettingChange, 'path' | 'effect'>;

type ImportPreviewProps = {
  readonly schema: unknown;
  readonly preview: PreviewedFile;
  readonly onImport: (chosen: readonly Chosen[]) => void;
  readonly onCancel: () => void;
};

export function ImportPreview({ schema, preview, onImport, onCancel }: ImportPreviewProps) {
  const isDisconnected = useIsDisconnected();
  const names = useDesk(({ state }) => state.collectionNames);
  const origin = readOrigin(preview.file);
  const savedAt = useComputed((_, nowMs) => (origin.at === null ? '' : formatDayTime(origin.at, nowMs)));
  const [accepted, setAccepted] = useState<ReadonlyMap<string, string>>(
    () => new Map(preview.changes.filter(({ changesAir }) => !changesAir).map(({ path, effect }) => [path, effect])),
  );
  // Another service gives the feeds other posts, so their effects on air depend on whether it is selected.
  const changes = usePreviewedChanges(preview.file, preview.changes, accepted.has('source.baseUrl') ? null : []);
  // A choice counts only for the effect on air with which it was made.
  const isChosen = ({ path, effect }: Chosen): boolean => accepted.get(path) === effect;
  const chosen = changes.filter(isChosen);
  const toggle = (change: Chosen): void => {
    const next = new Map(accepted);
    if (isChosen(change)) next.delete(change.path);
    else next.set(change.path, change.effect);
    setAccepted(next);
  };
  return (
    <section aria-label={say('Import preview')}>
      <h2>{say('Import preview')}</h2>
      <p className="setting-lead">
        {sayNode(
          'From <b>{name}</b>{hasTime, select, yes {, saved {savedAt}} other {}}{hasMachine, select, yes { on {machine}} other {}}{hasVersion, select, yes {, version {version}} other {}}. {count, plural, one {# change} other {# changes}}; nothing is imported yet.',
          {
            ...{ b: (children) => <b>{children}</b>, name: preview.name, count: changes.length },
            ...{ hasTime: origin.at === null ? 'no' : 'yes', savedAt },
            ...{ hasMachine: origin.machine === null ? 'no' : 'yes', machine: origin.machine },
            ...{ hasVersion: origin.version === null ? 'no' : 'yes', version: origin.version },
          },
        )}
      </p>
      <table className="data-table import-preview">
        <thead>
          <tr>
            <th>{say('Setting')}</th>
            <th>{say('Now')}</th>
            <th>{say('After import')}</th>
            <th>{say('Effect on air')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, from, to, onAir, changesAir, effect }) => {
            const now = from === null ? formatMissing(path) : formatChangedValue(path, from, names);
            const imported = describeNew(path, from, to, names);
            return (
              <tr key={path}>
                <th scope="row">
                  <label title={path}>
                    <input
                      type="checkbox"
                      checked={isChosen({ path, effect })}
                      onChange={() => toggle({ path, effect })}
                    />
                    {nameSetting(schema, path)}
                  </label>
                </th>
                <td className="setting-name is-outside" title={now}>
                  {from === null ? now : <del>{now}</del>}
                </td>
                <td className="setting-name is-outside" title={imported}>
                  <ins>{imported}</ins>
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
            );
          })}
          <tr>
            <th scope="row">{say('API key, secrets, tokens')}</th>
            <td>{say('yours')}</td>
            <td>{say('not in the file')}</td>
            <td>{say('none; yours are kept')}</td>
          </tr>
        </tbody>
      </table>
      <div className="button-row is-below">
        <Button
          className="button is-primary"
          disabledReason={
            isDisconnected ? say('not connected') : chosen.length === 0 ? say('nothing is selected') : null
          }
          onPress={() => onImport(chosen)}
        >
          <Upload />
          {say('{count, plural, one {Import # selected} other {Import # selected}}', { count: chosen.length })}
        </Button>
        <Button disabledReason={null} onPress={onCancel}>
          {say('Cancel')}
        </Button>
        <span className="setting-note">
          {say('You can undo the whole import for 10 seconds. Settings that change air start unselected.')}
        </span>
      </div>
    </section>
  );
}

type Origin = { readonly at: string | null; readonly machine: string | null; readonly version: string | null };

/** When, where and by which version an export was made; it says so itself. */
function readOrigin(file: unknown): Origin {
  const { at, machine, version } = (file ?? {}) as Readonly<Record<string, unknown>>;
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { at: textOf(at), machine: textOf(machine), version: textOf(version) };
}

const isFeed = (path: string): boolean => path.startsWith('feeds.');

function formatMissing(path: string): string {
  return isFeed(path) ? say('doesn’t exist') : say('none');
}

type CollectionNames = Readonly<Record<string, string>>;

function describeNew(path: string, from: unknown, to: unknown, names: CollectionNames): string {
  if (to === null && isFeed(path)) return say('deleted');
  const value = formatChangedValue(path, to, names);
  return from === null && isFeed(path) ? say('added, starts held; {value}', { value }) : value;
}
