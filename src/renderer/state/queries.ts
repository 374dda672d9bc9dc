/** Commands and questions through TanStack Query: never paused by the browser's idea of being offline, never repeated by themselves. */
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { QuestionInput, QuestionName } from '../../contract/questions.ts';
import type { DeskClient } from '../control/client.ts';
import type { Sending } from '../show/offer.ts';

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

/** Sends commands; the answer says only that it was accepted, the mirror says what is so. */
export function useSend(client: DeskClient) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ name, input }: Sending) => client.command(name, input as never),
  });
  return mutateAsync;
}

/** Asks once for each input, and again each `everyMs` while it is shown (null: once). */
export function useQuestion<Name extends QuestionName>(
  client: DeskClient,
  name: Name,
  input: QuestionInput<Name>,
  everyMs: number | null,
) {
  return useQuery({
    queryKey: [name, input],
    queryFn: () => client.ask(name, input),
    refetchInterval: everyMs ?? false,
    placeholderData: (previous) => previous,
  });
}
