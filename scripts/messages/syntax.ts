/** Walks the syntax tree of a TypeScript file. */
import { parseSync } from 'vite';

/** Any node; its other fields depend on its type. */
export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

/** Throws if the file can’t be parsed. */
export function parseFile(path: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program as unknown as SyntaxNode;
}

/** Visits a node and then those in it. `visit` returns false to leave out what is in a node. */
export function walk(
  node: SyntaxNode,
  ancestors: readonly SyntaxNode[],
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => boolean,
): void {
  if (!visit(node, ancestors)) return;
  const inner = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, inner, visit);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The text of a string or of a template without values; `null` for anything else. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
}

/** The called function’s name without its object; empty for any other expression. */
export function calleeOf(node: SyntaxNode): string {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return '';
  const { callee } = node;
  if (!isNode(callee)) return '';
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : '';
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
