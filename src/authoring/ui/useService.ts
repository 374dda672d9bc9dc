/** Hooks for the service's data and for changes under way. */
import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { Lists, Organisations } from '../api/client.ts';
import type { Collection } from '../api/shapes.ts';
import { chooseCollectionId, collectionQuery, listQuery, organisationsQuery } from '../state/serviceData.ts';
import { usePage, usePageState } from './usePage.ts';

export function useOrganisations(): Organisations {
  return useQuery(organisationsQuery(usePage().context)).data ?? noOrganisations;
}

const noOrganisations: Organisations = { names: [], hasFaults: false };

/** The chosen organisation, or the first; `null` until it is known. */
export function useOrganisation(): string | null {
  const [first = null] = useOrganisations().names;
  return usePageState((state) => state.organisation) ?? first;
}

/** `undefined` until it has loaded. */
export function useList<Name extends keyof Lists>(name: Name): Lists[Name] | undefined {
  const organisation = useOrganisation();
  return useQuery(listQuery(usePage().context, organisation, name)).data;
}

/** The faults that are on; `null` if the service has no fault switches, or until they have loaded. */
export function useFaults(): Lists['faults'] | null {
  const { hasFaults } = useOrganisations();
  const organisation = useOrganisation();
  // Without the switches, the address does not exist, and a browser would report the request.
  const query = listQuery(usePage().context, hasFaults ? organisation : null, 'faults');
  return useQuery(query).data ?? null;
}

/** The open collection; `null` until it has loaded. */
export function useCollection(): Collection | null {
  const organisation = useOrganisation();
  const chosenId = usePageState((state) => state.collectionId);
  const id = chooseCollectionId(chosenId, useList('collections'));
  return useQuery(collectionQuery(usePage().context, organisation, id)).data ?? null;
}

/** Whether a change of this name is under way. */
export function useIsRunning(name: string): boolean {
  return useIsMutating({ mutationKey: [name] }) > 0;
}
