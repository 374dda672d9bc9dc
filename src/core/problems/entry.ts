/** The severity of a problem and its entry in the catalogue. */

/**
 * Whether air is affected and who must act. `notice`: not affected. `warning`: not affected now, but it could be soon.
 * `onAir`: affected. `needsOperator`: an operator must act, and the message says whether air is affected.
 */
export type Severity = 'notice' | 'warning' | 'onAir' | 'needsOperator';

/** The sentences are ICU messages, filled in when the problem occurs. */
export type CatalogueEntry = {
  readonly severity: Severity;
  /** Set if the message says that on air is affected, whatever the severity. */
  readonly isAirAffected?: true;
  readonly message: string;
  readonly nextStep: string;
};

export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>;
