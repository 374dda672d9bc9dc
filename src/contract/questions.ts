/** What a desk may ask the engine: one map, each with its input and its answer. Asking changes nothing. */

export type CollectionRow = {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly stagingCount: number;
  readonly liveCount: number;
  readonly lastModifiedDate: string;
};

export type LogEntry = {
  readonly at: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly code: string;
  readonly message: string;
};

export type Questions = {
  readonly collections: {
    readonly input: { readonly search: string; readonly page: number };
    readonly answer: { readonly rows: readonly CollectionRow[]; readonly page: number; readonly totalPages: number };
  };
  /** The newest events first, for the desk's log. */
  readonly events: {
    readonly input: { readonly limit: number };
    readonly answer: { readonly entries: readonly LogEntry[] };
  };
};

export type QuestionName = keyof Questions;
export type QuestionInput<Name extends QuestionName> = Questions[Name]['input'];
export type QuestionAnswer<Name extends QuestionName> = Questions[Name]['answer'];
