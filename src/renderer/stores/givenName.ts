/** Keeps the name that the engine gave this desk, so that it has it again after a reload and older actions are not called its own. */
import { create } from 'zustand';
import { parseJson } from '../../core/parseJson.ts';
import { storageOf } from './deskStorage.ts';
import { useDesk } from './useDesk.ts';

type GivenName = {
  readonly name: string;
  /** The operator's name for which it was given; `null` for none. */
  readonly typed: string | null;
  /** The engine's time when this desk first had it (ISO 8601). */
  readonly since: string;
};

const storageKey = 'greenroom.givenName';

const useGivenName = create<{ readonly given: GivenName | null }>()(() => ({ given: null }));

/** The stored name; `null` if there is none, or if the operator has typed another since. */
export function restoreGivenName(page: Window, typed: string | null): string | null {
  const given = readGivenName(parseJson(storageOf(page).getItem(storageKey) ?? ''));
  if (given === null || given.typed !== typed) return null;
  useGivenName.setState({ given });
  return given.name;
}

export function saveGivenName(page: Window, next: GivenName): void {
  const { given } = useGivenName.getState();
  if (given !== null && given.name === next.name && given.typed === next.typed) return;
  useGivenName.setState({ given: next });
  storageOf(page).setItem(storageKey, JSON.stringify(next));
}

/** Whether something in the history was done at this desk: another desk can have had the name that it was given. */
export function useIsYou(): (by: string | null, at: string) => boolean {
  const you = useDesk(({ state }) => state.you);
  const given = useGivenName((store) => store.given);
  const isGiven = given !== null && given.name === you && given.typed !== you;
  return (by, at) => by === you && (!isGiven || Date.parse(at) >= Date.parse(given.since));
}

function readGivenName(stored: unknown): GivenName | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { name, typed, since }: { name?: unknown; typed?: unknown; since?: unknown } = stored;
  const isValid =
    typeof name === 'string' && (typed === null || typeof typed === 'string') && typeof since === 'string';
  return isValid ? { name, typed, since } : null;
}
