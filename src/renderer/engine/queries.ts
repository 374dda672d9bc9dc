/** Sends commands and queries with TanStack Query, without its retries and its pause while the browser is offline. */
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { QueryInput, QueryName } from '../../contract/queries.ts';
import type { CommandCall } from '../model/actionState.ts';
import type { DeskClient } from './client.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        staleTime: 2000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Returns a function that sends a command and resolves with the engine's answer, even a refusal. */
export function useSendCommand(client: DeskClient) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ name, input }: CommandCall) => client.command(name, input as never),
  });
  return mutateAsync;
}

/** Fetches once per input, then every `everyMs` while mounted; `null` fetches only once. */
export function useEngineQuery<Name extends QueryName>(
  client: DeskClient,
  name: Name,
  input: QueryInput<Name>,
  everyMs: number | null,
) {
  return useQuery({
    queryKey: [name, input],
    queryFn: () => client.query(name, input),
    refetchInterval: everyMs ?? false,
    placeholderData: (previous) => previous,
  });
}
