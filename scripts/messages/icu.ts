/** Reads the arguments and tags of an ICU message. */
import { IntlMessageFormat } from 'intl-messageformat';

type Part = {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
  readonly children?: readonly Part[];
};

/** The parser’s names of types, in order; the library does not export them. */
const kinds = ['text', 'text', 'number', 'date', 'time', 'select', 'plural', 'text', 'tag'] as const;
const argumentType = 1;

/** Returns each argument with its kind, such as `who: text`, sorted. Throws if the message is not valid. */
export function readArguments(message: string): readonly string[] {
  const found = new Set<string>();
  collect(parse(message), found);
  return [...found].sort();
}

/** Returns the names that a call must pass. */
export function readArgumentNames(message: string): readonly string[] {
  return [...new Set(readArguments(message).map((argument) => argument.split(':')[0] ?? ''))];
}

function parse(message: string): readonly Part[] {
  const [text = ''] = message.split('||');
  return new IntlMessageFormat(text.replaceAll('`', ''), 'en').getAst() as readonly Part[];
}

function collect(parts: readonly Part[], found: Set<string>): void {
  for (const { type, value, options, children } of parts) {
    const kind = kinds[type] ?? 'text';
    if (kind !== 'text' || type === argumentType) found.add(`${String(value)}: ${kind}`);
    for (const option of Object.values(options ?? {})) collect(option.value, found);
    if (children !== undefined) collect(children, found);
  }
}
