/** Why the list that a feed started with may not be what was on air before, although its saved show is complete. */

/**
 * `unsure`: it is not known whether its last change was announced. `older`: a consumer or a desk (`name`) had the revision `known` before, and
 * the feed started with the lower `revision`.
 */
export type StartDoubt =
  | { readonly kind: 'unsure' }
  | { readonly kind: 'older'; readonly name: string; readonly known: number; readonly revision: number };

export type StartedOlder = Extract<StartDoubt, { kind: 'older' }>;
