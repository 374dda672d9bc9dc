/** Problems reported to people: each has a code, a severity, a message and a next step. */
import { type LaterValues, type Say, say, sayInEnglish, speakPhrases } from './language/say.ts';
import { isolateName } from './outsideName.ts';
import { catalogue } from './problemCatalogue.ts';
import { type AirSentence, airSentences, type CatalogueEntry, type Severity } from './problems/entry.ts';

export type ProblemCode = keyof typeof catalogue;

/** A problem as shown. There is no free-form cause field, because one could leak a key. */
export type Problem = {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly nextStep: string;
  /** When it began, ISO 8601. */
  readonly since: string;
  /** Its subject: `source`, `webhook`, `feed:main`, `collection:ID`, `post:ID`, `disk` or a file name. */
  readonly about: string;
};

/** Values for the arguments of a catalogue entry. Never a secret. */
export type Facts = LaterValues;

/** Describes each problem again, in the current language and with another beginning. Kept apart, because a problem is plain data without its facts. */
const describers = new WeakMap<Problem, (since: string) => Problem>();

/** Creates a problem in the current language and fills in its facts. A missing fact is shown as `?`. */
export function describeProblem(
  code: ProblemCode,
  about: string,
  since: string,
  facts: Facts,
  air: AirWords = 'whole',
): Problem {
  const entry: CatalogueEntry = catalogue[code];
  const values = isolateFacts(facts);
  const problem = {
    code,
    severity: entry.severity,
    message: withAir(say(entry.message, values), airSentenceOf(entry, air), say),
    nextStep: say(entry.nextStep, values),
    since,
    about,
  };
  describers.set(problem, (newSince) => describeProblem(code, about, newSince, facts, air));
  return problem;
}

/** Returns the problem in the current language, also if it was found before the language was known. Unchanged if another process described it. */
export function describeAgain(problem: Problem): Problem {
  return describers.get(problem)?.(problem.since) ?? problem;
}

/** Returns the problem with another beginning. */
export function withSince(problem: Problem, since: string): Problem {
  const changed = { ...problem, since };
  const describer = describers.get(problem);
  if (describer !== undefined) describers.set(changed, describer);
  return changed;
}

/**
 * `withoutList`: there is no last good list. `withDeliveries`: the webhook can change it without a poll. `none`: nothing is in use yet, so nothing is
 * said of air.
 */
export type AirWords = 'whole' | 'withoutList' | 'withDeliveries' | 'none';

export function airSentenceOf({ air }: Pick<CatalogueEntry, 'air'>, words: AirWords): AirSentence | null {
  if (air === undefined || words === 'none') return null;
  if (words === 'withDeliveries' && air === 'lastGoodList') return 'deliveries';
  return words === 'withoutList' ? 'notAffected' : air;
}

export function withAir(message: string, air: AirSentence | null, sayIt: Say): string {
  return air === null ? message : `${message} ${sayIt(airSentences[air])}`;
}

/** The message and the next step in English, for programs. */
export function describeInEnglish(code: ProblemCode, facts: Facts): Pick<Problem, 'code' | 'message' | 'nextStep'> {
  const entry: CatalogueEntry = catalogue[code];
  const values = isolateFacts(facts);
  const message = withAir(sayInEnglish(entry.message, values), airSentenceOf(entry, 'whole'), sayInEnglish);
  return { code, message, nextStep: sayInEnglish(entry.nextStep, values) };
}

function isolateFacts(facts: Facts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(speakPhrases(facts)).map(([name, fact]) => [name, isolateName(String(fact))]),
  );
}

const collectionPrefix = 'collection:';

export function aboutCollection(id: string): string {
  return `${collectionPrefix}${id}`;
}

/** The id of the collection that a problem concerns, or null. */
export function collectionIdOf({ about }: Pick<Problem, 'about'>): string | null {
  return about.startsWith(collectionPrefix) ? about.slice(collectionPrefix.length) : null;
}

const postPrefix = 'post:';

/** The prefix keeps an id such as `source` or `feed:main` apart from the other subjects. */
export function aboutPost(itemId: string): string {
  return `${postPrefix}${itemId}`;
}

/** The id of the post that a problem concerns, or null. */
export function postIdOf({ about }: Pick<Problem, 'about'>): string | null {
  return about.startsWith(postPrefix) ? about.slice(postPrefix.length) : null;
}

/** Whether code and subject are the same; the sentences may differ. */
export function isSameProblem(a: Problem, b: Pick<Problem, 'code' | 'about'>): boolean {
  return a.code === b.code && a.about === b.about;
}

/** Whether it says that on air is affected now; a problem that only could affect air does not. */
export function saysAirIsAffected({ severity, code }: Pick<Problem, 'severity' | 'code'>): boolean {
  // A desk that stays open over an update can get a code that it does not know yet.
  const entry: CatalogueEntry | undefined = catalogue[code];
  return severity === 'onAir' || entry?.isAirAffected === true;
}

/** Whether it concerns the posts of a collection also where another one is used by now. */
export function isOfPosts({ code }: Problem): boolean {
  const entry: CatalogueEntry | undefined = catalogue[code];
  return entry?.isOfPosts === true;
}

const rank: Readonly<Record<Severity, number>> = { onAir: 0, needsOperator: 1, warning: 2, notice: 3 };

function isUrgent({ code }: Problem): boolean {
  const entry: CatalogueEntry | undefined = catalogue[code];
  return entry?.isUrgent === true;
}

/** Sorts the worst first, then the urgent, then the oldest. */
export function compareProblems(a: Problem, b: Problem): number {
  const order = rank[a.severity] - rank[b.severity] || Number(isUrgent(b)) - Number(isUrgent(a));
  return order || (a.since < b.since ? -1 : a.since > b.since ? 1 : 0);
}
