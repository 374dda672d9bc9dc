/** Keeps the effect on air of a choice of service up to date while it is shown, because others work meanwhile. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { QueryInput, QueryResult } from '../../../contract/queries.ts';
import type { SettingChange } from '../../../contract/settings.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';

export type ServiceChoice = QueryInput<'servicePreview'>;

export type ServicePreview = {
  /** `null` while the effect of this choice is not known. */
  readonly changes: readonly SettingChange[] | null;
  /** Why it is not known. */
  readonly fault: string | null;
};

/** `null` requests nothing. */
export function useServicePreview(choice: ServiceChoice | null): ServicePreview {
  const client = useClient();
  const { data, error } = useQuery<QueryResult<'servicePreview'>, RequestError>({
    queryKey: ['servicePreview', choice],
    queryFn: choice === null ? skipToken : () => client.query('servicePreview', choice),
    // Neither an effect that may be out of date nor a key is kept.
    gcTime: 0,
  });
  return { changes: error === null ? (data?.changes ?? null) : null, fault: describeError(error) };
}
