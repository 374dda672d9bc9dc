/** Settings, Media: what is stored on this machine, what may be fetched, and which media needs attention. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { StoredMedia } from '../../../contract/queries.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { findSettingField } from '../../model/settingFields.ts';
import { formatBytes } from '../../model/settingPresets.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { FactTable, SettingLine } from './SettingLine.tsx';
import { SettingRow, type SettingsAnswer, settingInUse } from './SettingRow.tsx';

export function MediaPart({ answer }: { readonly answer: SettingsAnswer }) {
  const { data: stored } = useEngineQuery('storedMedia', {}, null);
  const row = (name: string, note: string | null) => (
    <SettingRow field={findSettingField(answer.schema, `media.${name}`)} answer={answer} note={note} />
  );
  const free = stored?.freeBytes ?? null;
  const quotaBytes = Number(settingInUse(answer, 'media.quotaMegabytes').value) * 1024 ** 2;
  return (
    <>
      <h2>Stored on this machine</h2>
      {stored !== undefined && <Gauge stored={stored} quotaBytes={quotaBytes} />}
      {row(
        'quotaMegabytes',
        free === null ? null : `${formatBytes(free)} free on this disk. Media on air is never deleted`,
      )}
      {stored !== undefined && <UnusedMedia unused={stored.unused} />}
      <h2>Allowed media sources</h2>
      {row('allowHttp', 'Off: https only. Http pictures could be altered in transit')}
      {row('allowPrivateHosts', 'List each by name. Other private addresses are refused')}
      <h2>Health</h2>
      <Health />
    </>
  );
}

function Gauge({ stored, quotaBytes }: { readonly stored: StoredMedia; readonly quotaBytes: number }) {
  const { all, onAir } = stored;
  const used = `${formatBytes(all.bytes)} of ${formatBytes(quotaBytes)}`;
  const share = Math.min(100, (100 * all.bytes) / quotaBytes);
  return (
    <>
      <div className="gauge" role="img" aria-label={`${used} used`}>
        <span style={{ width: `${share}%` }} />
      </div>
      <FactTable
        facts={[
          [
            'Used',
            `${used}. On air: ${formatCount(onAir.files, 'file', 'files')}, ${formatBytes(onAir.bytes)}, never deleted`,
          ],
        ]}
      />
    </>
  );
}

function UnusedMedia({ unused }: { readonly unused: StoredMedia['unused'] }) {
  const client = useClient();
  const isDisconnected = useIsDisconnected();
  const [result, setResult] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    const text = await client.command({ name: 'deleteUnusedMedia', input: {} }).then(
      (value) => `Deleted ${formatCount((value as CommandResults['deleteUnusedMedia']).files, 'file', 'files')}.`,
      (error: RequestError) => describeError(error),
    );
    setResult(text);
  };
  return (
    <SettingLine
      {...{ setting: null, secret: null, label: 'Unused media', labelId: null }}
      note="On no list. Fetched again if a post returns"
      below={<span role="status">{result}</span>}
    >
      <Button
        disabledReason={isDisconnected ? 'not connected' : unused.files === 0 ? 'every file is in use' : null}
        onPress={() => void remove()}
      >
        <Trash2 />
        Delete {formatCount(unused.files, 'file', 'files')}, {formatBytes(unused.bytes)}
      </Button>
    </SettingLine>
  );
}

type HealthRow = {
  readonly kind: string;
  readonly count: number;
  readonly lamp: LampKind;
  readonly state: string;
  readonly next: string;
};

/** The media of the selected feed’s lists. */
function Health() {
  const index = useDesk((desk) => desk.index);
  const problems = useDesk(({ state }) => state.problems);
  const items = [...index.lists.live, ...index.lists.staging];
  const failed = problems.filter(({ code }) => code.startsWith('MEDIA_') && code !== 'MEDIA_DISK_LOW');
  const rows: readonly HealthRow[] = [
    ...countKind(items, 'Pictures', ({ mediaType }) => !mediaType.startsWith('video/')),
    ...countKind(items, 'Videos', ({ mediaType }) => mediaType.startsWith('video/')),
    ...failed.map(({ message, nextStep, code }) => ({
      kind: code === 'MEDIA_UNREACHABLE' ? 'Unreachable' : 'Refused',
      ...{ count: 1, lamp: 'bad' as const, state: message, next: nextStep },
    })),
  ];
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th>Media</th>
          <th>Count</th>
          <th>State</th>
          <th>Next step</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, count, lamp, state, next }, position) => (
          <tr key={`${kind} ${position}`}>
            <th scope="row">{kind}</th>
            <td>{count}</td>
            <td>
              <Lamp kind={lamp} text={state} />
            </td>
            <td>{next}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ItemMedia = DeskItem['media'][number];

function countKind(
  items: readonly DeskItem[],
  kind: string,
  isOfKind: (media: ItemMedia) => boolean,
): readonly HealthRow[] {
  const media = items.flatMap((item) => item.media.filter(isOfKind).map((each) => ({ item, each })));
  const [waiting, ...others] = media.filter(({ each }) => !each.isBroken && each.progress < 1);
  const broken = media.filter(({ each }) => each.isBroken);
  const name = (waiting?.item.fullName ?? null) === null ? 'A post' : removeDirections(waiting?.item.fullName ?? '');
  if (waiting !== undefined)
    return [
      {
        kind,
        ...{ count: media.length, lamp: 'warn' },
        state: `${others.length + 1} being prepared, ${Math.floor(waiting.each.progress * 100)} %`,
        next: `${name}. Its post is shown without it until then`,
      },
    ];
  if (broken.length > 0)
    return [
      { kind, count: media.length, lamp: 'bad', state: `${broken.length} not available`, next: 'See below or Log' },
    ];
  return [{ kind, count: media.length, lamp: 'good', state: 'All stored, all readable', next: '' }];
}

export function MediaAside() {
  return (
    <>
      <h2>Sizes</h2>
      <p>
        Pictures over 15 MB and videos over 200 MB are refused and listed here. Greenroom checks a file’s size before
        opening it.
      </p>
      <h2>Blocked posts</h2>
      <p>Blocking a post deletes its media within a second. Unblocking it fetches the media again.</p>
    </>
  );
}
