/** Requests answers from the engine with TanStack Query; a refusal is the query’s error. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { QueryInput, QueryName, QueryResult } from '../../contract/queries.ts';
import type { DeskClient, RequestError } from './client.ts';

/** Without retries, and without the pause while the browser believes that it is offline. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export const ClientContext = createContext<DeskClient | null>(null);

export function useClient(): DeskClient {
  const client = use(ClientContext);
  if (client === null) throw new Error('useClient must be used inside ClientContext');
  return client;
}

/**
 * Requests once per input and again whenever the engine pushes a change that touches the answer. The previous answer
 * stays until the next arrives. `version` is `null`, or changes when the answer of this input has changed otherwise.
 */
export function useEngineQuery<Name extends QueryName>(name: Name, input: QueryInput<Name>, version: string | null) {
  const client = useClient();
  return useQuery<QueryResult<Name>, RequestError>({
    queryKey: [name, input, version],
    queryFn: () => client.query(name, input),
    placeholderData: (previous) => previous,
  });
}

/** Requests again after each interval, for an answer that changes without a push. */
export function useRepeatedQuery<Name extends QueryName>(name: Name, input: QueryInput<Name>, everyMs: number) {
  const client = useClient();
  return useQuery<QueryResult<Name>, RequestError>({
    queryKey: [name, input],
    queryFn: () => client.query(name, input),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
  });
}

export function describeError(error: RequestError | null): string | null {
  return error === null ? null : `${error.message} ${error.nextStep}`;
}
