/** The severity of a problem and its entry in the catalogue. */
import { markMessage } from '../language/say.ts';

/**
 * Whether air is affected and who must act. `notice`: not affected. `warning`: not affected now, but it could be soon.
 * `onAir`: affected. `needsOperator`: an operator must act, and the message says whether air is affected.
 */
export type Severity = 'notice' | 'warning' | 'onAir' | 'needsOperator';

/** The sentences that can end a message, and say what happens to on air. */
export const airSentences = {
  notAffected: markMessage('On air is not affected.'),
  lastGoodList: markMessage('On air is not affected: the last good list stays.'),
  /** Instead of `lastGoodList` where deliveries go on. */
  deliveries: markMessage('On air changes only with deliveries, and may be out of date.'),
};

export type AirSentence = keyof typeof airSentences;

/** The sentences are ICU messages, filled in when the problem occurs. */
export type CatalogueEntry = {
  readonly severity: Severity;
  /** Set if the message says that on air is affected, whatever the severity. */
  readonly isAirAffected?: true;
  /** Set if the next press depends on it, so that it precedes older problems of its severity. */
  readonly isUrgent?: true;
  /** Set if it concerns the posts of a collection also on a feed that uses another one by now. */
  readonly isOfPosts?: true;
  readonly message: string;
  /** Ends the message, except where nothing is in use yet. */
  readonly air?: Exclude<AirSentence, 'deliveries'>;
  readonly nextStep: string;
};

export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>;
