/** Settings, Media: what is stored on this machine, what may be fetched, and which media needs attention. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CommandResults } from '../../../contract/commands.ts';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { StoredMedia } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { givenNameOf } from '../../../core/shownName.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient, useEngineQuery } from '../../engine/queries.ts';
import { formatBytes } from '../../model/formatBytes.ts';
import { findSettingField } from '../../model/settingFields.ts';
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
      <h2>{say('Stored on this machine')}</h2>
      {stored !== undefined && <Gauge stored={stored} quotaBytes={quotaBytes} />}
      {row(
        'quotaMegabytes',
        free === null
          ? null
          : say('{size} free on this disk. Media on air is never deleted', { size: formatBytes(free) }),
      )}
      {stored !== undefined && <UnusedMedia unused={stored.unused} />}
      <h2>{say('Allowed media sources')}</h2>
      {row('allowHttp', say('Off: https only. Http pictures could be altered in transit'))}
      {row('allowPrivateHosts', say('List each by name, separated by commas. Other private addresses are refused'))}
      <h2>{say('Health')}</h2>
      <Health />
    </>
  );
}

function Gauge({ stored, quotaBytes }: { readonly stored: StoredMedia; readonly quotaBytes: number }) {
  const { all, onAir } = stored;
  const sizes = { used: formatBytes(all.bytes), quota: formatBytes(quotaBytes) };
  const share = Math.min(100, (100 * all.bytes) / quotaBytes);
  return (
    <>
      <div className="gauge" role="img" aria-label={say('{used} of {quota} used', sizes)}>
        <span style={{ width: `${share}%` }} />
      </div>
      <FactTable
        facts={[
          [
            say('Used||disk space'),
            say('{used} of {quota}. On air: {files, plural, one {# file} other {# files}}, {onAir}, never deleted', {
              ...sizes,
              files: onAir.files,
              onAir: formatBytes(onAir.bytes),
            }),
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
      (value) =>
        say('{count, plural, one {Deleted # file.} other {Deleted # files.}}', {
          count: (value as CommandResults['deleteUnusedMedia']).files,
        }),
      (error: RequestError) => describeError(error),
    );
    setResult(text);
  };
  return (
    <SettingLine
      {...{ setting: null, secret: null, label: say('Unused media') }}
      note={say('On no list. Fetched again if a post returns')}
      below={<span role="status">{result}</span>}
    >
      <Button
        disabledReason={isDisconnected ? say('not connected') : unused.files === 0 ? say('every file is in use') : null}
        onPress={() => void remove()}
      >
        <Trash2 />
        {say('{count, plural, one {Delete # file, {size}} other {Delete # files, {size}}}', {
          count: unused.files,
          size: formatBytes(unused.bytes),
        })}
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
    ...countKind(items, say('Pictures'), ({ mediaType }) => !mediaType.startsWith('video/')),
    ...countKind(items, say('Videos'), ({ mediaType }) => mediaType.startsWith('video/')),
    ...failed.map(({ message, nextStep, code }) => ({
      kind: code === 'MEDIA_UNREACHABLE' ? say('Unreachable') : say('Refused'),
      ...{ count: 1, lamp: 'bad' as const, state: message, next: nextStep },
    })),
  ];
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th>{say('Media')}</th>
          <th>{say('Count')}</th>
          <th>{say('State')}</th>
          <th>{say('Next step')}</th>
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
  const name = givenNameOf(waiting?.item) ?? say('A post');
  if (waiting !== undefined)
    return [
      {
        kind,
        ...{ count: media.length, lamp: 'warn' },
        state: say('{count} being prepared, {percent} %', {
          count: others.length + 1,
          percent: Math.floor(waiting.each.progress * 100),
        }),
        next: say('{name}. Its post is shown without it until then', { name }),
      },
    ];
  if (broken.length > 0)
    return [
      {
        kind,
        count: media.length,
        lamp: 'bad',
        state: say('{count, plural, one {# not available} other {# not available}}', { count: broken.length }),
        next: say('See below or Log'),
      },
    ];
  return [{ kind, count: media.length, lamp: 'good', state: say('All stored, all readable'), next: '' }];
}

export function MediaAside() {
  return (
    <>
      <h2>{say('Sizes')}</h2>
      <p>
        {say(
          'Pictures over 15 MB and videos over 200 MB are refused and listed here. Greenroom checks a file’s size before opening it.',
        )}
      </p>
      <h2>{say('Blocked posts')}</h2>
      <p>{say('Blocking a post deletes its media within a second. Unblocking it fetches the media again.')}</p>
    </>
  );
}
