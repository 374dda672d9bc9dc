/** The first rows that vMix reads, with the columns that titles use most. */
import { handleOf } from '../../../core/collection.ts';
import type { VmixColumn } from '../../../core/feed/vmix.ts';
import { say } from '../../../core/language/say.ts';
import { removeDirections } from '../../../core/outsideName.ts';
import { sayNode } from '../../../ui/sayNode.ts';
import { useComputed } from '../../stores/useDesk.ts';

const shownRows = 3;
const shownColumns = [
  'index',
  'fullName',
  'handle',
  'source',
  'message',
  'mediaUrl',
] as const satisfies readonly VmixColumn[];

export function VmixColumns() {
  const rows = useComputed(({ state, index: { lists, onAirOnlyItems, liveItems } }) =>
    lists.onAir
      .slice(0, shownRows)
      .flatMap((id) => onAirOnlyItems.get(id) ?? liveItems.get(id) ?? [])
      .map(({ fullName, username, source, message, media }, position) => {
        const url = media[0]?.url ?? null;
        const mediaUrl = url === null || state.feedBase === null ? '' : `${state.feedBase}${url}`;
        const values = [String(position), fullName ?? '', handleOf(username) ?? '', source, message, mediaUrl];
        return values.map(removeDirections);
      }),
  );
  return (
    <>
      <h3 id="vmix-columns">{say('Columns, always in this order')}</h3>
      <table className="data-table recipe-columns" aria-labelledby="vmix-columns">
        <thead>
          <tr>
            {shownColumns.map((column) => (
              <th key={column} className="is-outside" scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values) => (
            <tr key={values[0]}>
              {values.map((value, column) => (
                <td key={shownColumns[column]} className="is-outside" dir="auto" title={value}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="page-note">{say('Nothing on air. vMix reads empty rows.')}</p>}
      <p className="advice">
        {sayNode(
          '<b>Why rows=12.</b> When a list gets shorter, vMix keeps the old row on screen. Twelve rows, padded with empty ones, prevent that.',
          { b: (children) => <b>{children}</b> },
        )}
      </p>
    </>
  );
}
