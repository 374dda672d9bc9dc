/** Finds texts that people read and that no `say` translates. */
import { sayers } from './extract.ts';
import { calleeOf, isNode, lineAt, parseFile, type SyntaxNode, textOf, walk } from './syntax.ts';
import { tables } from './tables.ts';

export type Unsaid = { readonly line: number; readonly text: string };

/** Attributes and fields that hold words for people, even a single word. */
const readNames: readonly string[] = [
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder'],
  ...['label', 'note', 'lead', 'advice', 'text', 'disabledReason', 'message', 'nextStep', 'sentence', 'reason'],
];

/** Attributes whose words a program reads. */
const codeNames: readonly string[] = [
  ...['className', 'class', 'id', 'key', 'name', 'type', 'role', 'href', 'src', 'd', 'points', 'viewBox', 'style'],
  ...['htmlFor', 'autoComplete', 'inputMode', 'lang', 'rel', 'accept', 'transform', 'preserveAspectRatio', 'sandbox'],
];

/** Variables and fields whose words a program reads. */
const codeFields: readonly string[] = ['className', 'key', 'rowSelector', 'font'];

/** Functions whose texts are for logs, developers or programs. */
const codeFunctions: readonly string[] = [
  ...['log', 'logFault', 'Error', 'TypeError', 'RegExp', 'URL', 'NumberFormat', 'DateTimeFormat', 'querySelector'],
  ...['querySelectorAll', 'closest', 'matches', 'matchMedia', 'getElementById', 'addEventListener'],
  ...['removeEventListener', 'setAttribute', 'removeAttribute', 'toggleAttribute', 'createElement'],
  ...['import', 'describe', 'meta', 'regex', 'includes', 'startsWith', 'endsWith', 'has', 'get'],
  ...['close', 'split', 'join', 'replaceAll', 'localeCompare', 'Headers', 'setRequestHeader'],
];

/** Properties with the value of an HTTP header. */
const headerNames: readonly string[] = [
  ...['accept', 'authorization', 'cache-control', 'connection', 'content-range', 'content-security-policy'],
  ...['content-type', 'proxy-authorization', 'range', 'user-agent', 'vary', 'www-authenticate'],
];

const codeNodes: readonly string[] = [
  ...['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'],
  ...['TSTypeAnnotation', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'TSTypeParameterInstantiation'],
  ...['TSLiteralType', 'TSUnionType'],
];

/** `tableMessages` are the messages of tables, which code also uses as ids and never shows itself. */
export function findUnsaid(path: string, text: string, tableMessages: ReadonlySet<string>): readonly Unsaid[] {
  const found: Unsaid[] = [];
  const isTable = tables.some((table) => table.path === path);
  const add = (node: SyntaxNode, words: string): void => {
    found.push({ line: lineAt(text, node.start), text: words.replace(/\s+/g, ' ').trim() });
  };
  walk(parseFile(path, text), [], (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (codeNodes.includes(node.type) && !isDeclaringExport(node)) return false;
    if ([...sayers, ...codeFunctions].includes(calleeOf(node))) {
      // The values of a message can hold texts of their own.
      const values = sayers.includes(calleeOf(node)) ? (node['arguments'] as readonly SyntaxNode[]).slice(1) : [];
      for (const value of values) found.push(...findIn(value, text, tableMessages));
      return false;
    }
    if (node.type === 'JSXAttribute' && codeNames.includes(nameOf(node['name']))) return false;
    if (node.type === 'Property' && headerNames.includes(nameOf(node['key']).toLowerCase())) return false;
    if (node.type === 'VariableDeclarator' && codeFields.includes(nameOf(node['id']))) return false;
    if (node.type === 'Property' && codeFields.includes(nameOf(node['key']))) return false;
    if (isNode(parent) && isKeyOrComparison(node, parent)) return false;
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value'])) && !isInCode(parent))
      add(node, String(node['value']));
    const words = wordsOf(node);
    if (words === null || !/\p{L}/u.test(words.replaceAll(untranslated, '')) || isIdentifier(words)) return true;
    const isMessage = tableMessages.has(words);
    if ((isRead(ancestors) && !(isMessage && isTable)) || (isProse(words) && !isMessage)) add(node, words);
    return true;
  });
  return found;
}

function findIn(node: SyntaxNode, text: string, tableMessages: ReadonlySet<string>): readonly Unsaid[] {
  const source = `(${text.slice(node.start, node.end)})`;
  const lines = lineAt(text, node.start) - 1;
  return findUnsaid('value.tsx', source, tableMessages).map((unsaid) => ({ ...unsaid, line: unsaid.line + lines }));
}

/** A code such as `LIST_FULL`, or an address. */
function isIdentifier(words: string): boolean {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(words) || /^https?:\/\/\S*$/.test(words);
}

/** The text of a command or an identifier. */
function isInCode(parent: SyntaxNode | undefined): boolean {
  const opening = parent?.type === 'JSXElement' ? parent['openingElement'] : null;
  return isNode(opening) && ['code', 'pre'].includes(nameOf(opening['name']));
}

/** `export const …` has texts, `export … from` only a path. */
function isDeclaringExport(node: SyntaxNode): boolean {
  return node.type === 'ExportNamedDeclaration' && isNode(node['declaration']);
}

/** The text, with each value of a template as `{}`; `null` for a node without text. */
function wordsOf(node: SyntaxNode): string | null {
  if (node.type !== 'TemplateLiteral') return node.type === 'Literal' ? textOf(node) : null;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

/** Units and names that are the same in every language. */
const untranslated =
  /\b(?:ms|s|min|h|px|Alt|fps|kB|KB|MB|GB|KiB|MiB|GiB|Greenroom|Companion|OBS|vMix|CasparCG|SPX|OGraf|Facebook|Instagram)\b/g;

/** Values of `KeyboardEvent.key`. */
const keyNames: readonly string[] = ['Enter', 'Escape', 'Home', 'End', 'Shift', 'Control', 'Alt', 'Meta'];

/** Two words, or one with a capital as in a sentence. */
function isProse(text: string): boolean {
  // Tags of HTML, with their attributes.
  const words = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(untranslated, '')
    .trim();
  if (!/\p{L}/u.test(words) || keyNames.includes(text)) return false;
  if (/^[\w-]+(?: (?:is|has|no|on)-[\w{}-]+)+$/.test(words)) return false;
  // Selectors, header values, media types and code.
  if (/^(?:[#.[]|(?:Bearer|Basic|default-src|base-uri) |\w+\/[\w.+-]+;|`[^`]*`$)/.test(words)) return false;
  return /[\p{L}…)}’.,:;]\s+[\p{L}\d{(]/u.test(words)
    ? /\p{L}{2}/u.test(words.replaceAll('{}', ''))
    : /^\p{Lu}\p{Ll}+[\p{Ll}.…:]*$/u.test(words);
}

function isRead(ancestors: readonly SyntaxNode[]): boolean {
  const holder = ancestors.findLast(({ type }) =>
    ['JSXAttribute', 'Property', 'JSXElement', 'CallExpression', 'ArrowFunctionExpression'].includes(type),
  );
  if (holder?.type === 'JSXAttribute') return readNames.includes(nameOf(holder['name']));
  return holder?.type === 'Property' && readNames.includes(nameOf(holder['key']));
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'JSXNamespacedName') return '';
  return String(node['name'] ?? node['value'] ?? '');
}

/** The key of a property, or a value that a program compares or looks up. */
function isKeyOrComparison(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === 'Property') return parent['key'] === node;
  if (parent.type === 'MemberExpression') return parent['property'] === node;
  if (parent.type === 'SwitchCase') return parent['test'] === node;
  return parent.type === 'BinaryExpression' && parent['operator'] !== '+';
}
