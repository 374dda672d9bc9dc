/** Keeps a preview of settings changes up to date while it is shown, because others work meanwhile. */
import { useQuery } from '@tanstack/react-query';
import type { QueryResult } from '../../../contract/queries.ts';
import type { SettingChange } from '../../../contract/settings.ts';
import type { RequestError } from '../../engine/client.ts';
import { useClient } from '../../engine/queries.ts';

/** `first` are the changes as they were when the preview was opened, and `only` the paths with which each would be applied; `null` is all. */
export function usePreviewedChanges(
  file: unknown,
  first: readonly SettingChange[],
  only: readonly string[] | null,
): readonly SettingChange[] {
  const client = useClient();
  return useQuery<QueryResult<'settingsPreview'>, RequestError>({
    queryKey: ['settingsPreview', { file, only }],
    queryFn: () => client.query('settingsPreview', { file, only }),
    initialData: { changes: first },
    // The effects of an earlier preview of the same file are out of date.
    gcTime: 0,
  }).data.changes;
}
