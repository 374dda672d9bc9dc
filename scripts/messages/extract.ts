/** Finds the messages of a source file, and the calls that no list of messages could know. */
import { readArgumentNames } from './icu.ts';
import { calleeOf, isNode, lineAt, parseFile, type SyntaxNode, textOf, walk } from './syntax.ts';

/** Functions whose first argument is a message. */
export const sayers: readonly string[] = ['say', 'sayLater', 'sayNode', 'sayParts', 'sayStrong', 'markMessage'];

/** The tag that this function fills in itself. */
const strongTag = 'b';

export type Extracted = {
  readonly messages: readonly string[];
  /** Such as `src/a.ts:12: needs {who}`. */
  readonly faults: readonly string[];
};

export function extractMessages(path: string, text: string): Extracted {
  const messages: string[] = [];
  const faults: string[] = [];
  walk(parseFile(path, text), [], (node) => {
    const callee = calleeOf(node);
    if (!sayers.includes(callee)) return true;
    const [message, values] = node['arguments'] as readonly SyntaxNode[];
    const where = `${path}:${lineAt(text, node.start)}`;
    const literal = textOf(message);
    if (literal !== null) {
      messages.push(literal);
      if (callee !== 'markMessage')
        faults.push(
          ...listValueFaults(literal, values, callee === 'sayStrong' ? [strongTag] : []).map(
            (fault) => `${where}: ${fault}`,
          ),
        );
    } else if (!isNamed(message)) {
      faults.push(`${where}: the message must be one text; write a call for each`);
    }
    return true;
  });
  return { messages, faults };
}

/** A message from a table, by its name. The table marks it or is in `tables.ts`. */
function isNamed(node: SyntaxNode | undefined): boolean {
  return node?.type === 'Identifier' || node?.type === 'MemberExpression';
}

function listValueFaults(
  message: string,
  values: SyntaxNode | undefined,
  filled: readonly string[],
): readonly string[] {
  let names: readonly string[];
  try {
    names = readArgumentNames(message).filter((name) => !filled.includes(name));
  } catch (error) {
    return [`is not a valid ICU message: ${error instanceof Error ? error.message : String(error)}`];
  }
  if (values === undefined) return names.map((name) => `needs {${name}}`);
  if (values.type !== 'ObjectExpression') return [];
  const properties = values['properties'] as readonly SyntaxNode[];
  if (properties.some(({ type }) => type === 'SpreadElement')) return [];
  const given = properties.flatMap(({ key }) => (isNode(key) ? String(key['name'] ?? key['value']) : []));
  return [
    ...names.filter((name) => !given.includes(name)).map((name) => `needs {${name}}`),
    ...given.filter((name) => !names.includes(name)).map((name) => `has no {${name}}`),
  ];
}
