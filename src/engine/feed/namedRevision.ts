/** Writes and reads a revision with the run of Greenroom that counted it. */

/** A revision and the run of Greenroom that the client read it from; `run` is `null` if the client does not say. */
export type NamedRevision = { readonly revision: number; readonly run: string | null };

/** The id of an event. */
export function formatNamedRevision(revision: number, run: string): string {
  return `${revision}-${run}`;
}

/** Returns `null` for anything but a revision, with or without its run. */
export function readNamedRevision(text: unknown): NamedRevision | null {
  const [, revision, run = null] = /^(\d{1,15})(?:-([\w-]{1,64}))?$/.exec(String(text)) ?? [];
  return revision === undefined ? null : { revision: Number(revision), run };
}
