/** The name that a row or heading shows for a post’s author. */
import { say } from './language/say.ts';
import { removeDirections } from './outsideName.ts';

type Named = { readonly fullName: string | null };

/** `null` without a name, or with one of spaces alone. */
export function givenNameOf(post: Named | null | undefined): string | null {
  const name = removeDirections(post?.fullName ?? '');
  return name.trim() === '' ? null : name;
}

export function shownNameOf(post: Named | null | undefined): string {
  return givenNameOf(post) ?? say('No name given');
}
