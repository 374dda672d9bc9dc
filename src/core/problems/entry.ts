/** The severity of a problem and its entry in the catalogue. */

/**
 * Whether air is affected and who must act. `notice`: not affected. `warning`: not affected now, but it could be soon.
 * `onAir`: affected. `needsOperator`: an operator must act, and the message says whether air is affected.
 */
export type Severity = 'notice' | 'warning' | 'onAir' | 'needsOperator';

/** Sentences may contain `{placeholders}`, filled in when the problem occurs. */
export type CatalogueEntry = { readonly severity: Severity; readonly message: string; readonly nextStep: string };

export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>;
