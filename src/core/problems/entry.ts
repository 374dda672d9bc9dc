/** The severity of a problem and its entry in the catalogue. */

/**
 * Answers one question: is on air affected? `notice`: no. `warning`: not now, but soon if nothing changes. `onAir`: yes, and it
 * recovers without help. `needsOperator`: someone has to act.
 */
export type Severity = 'notice' | 'warning' | 'onAir' | 'needsOperator';

/** Sentences may contain `{placeholders}`, filled in when the problem occurs. */
export type CatalogueEntry = { readonly severity: Severity; readonly message: string; readonly nextStep: string };

export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>;
