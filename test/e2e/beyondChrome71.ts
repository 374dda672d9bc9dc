/** Finds syntax, interfaces and style in built files that Chrome 71 does not have. */
import { type AnyNode, parse } from 'acorn';

/** Methods, constructors and properties by name, each with the version of Chrome that brought it. Names that older interfaces also have are left out. */
const laterNames: Readonly<Record<string, number>> = {
  ...{ fromEntries: 73, matchAll: 73, allSettled: 76, replaceAll: 85, any: 85, hasOwn: 93, structuredClone: 98 },
  ...{ at: 92, findLast: 97, findLastIndex: 97, toSorted: 110, toReversed: 110, toSpliced: 110, groupBy: 117 },
  ...{ isWellFormed: 111, toWellFormed: 111, withResolvers: 119, Segmenter: 87, ListFormat: 72 },
  ...{ WeakRef: 84, FinalizationRegistry: 84, AggregateError: 85, randomUUID: 92, replaceChildren: 86 },
  ...{
    adoptedStyleSheets: 73,
    replaceSync: 73,
    getAnimations: 84,
    checkVisibility: 105,
    requestVideoFrameCallback: 83,
  },
  ...{ showPopover: 114, attachInternals: 77, userAgentData: 90, startViewTransition: 111 },
};

/** CSS by pattern, on style without text and comments. */
const laterStyle: readonly (readonly [RegExp, string])[] = [
  [/[{;\s]inset(-inline|-block)?:/, 'inset (87)'],
  [/aspect-ratio:/, 'aspect-ratio (88)'],
  [/[:\s,(](clamp|min|max)\(/, 'clamp, min and max (79)'],
  [/:(is|where|has|focus-visible|not\([^)]*,)/, 'a later selector'],
  [/@(layer|container|property|scope|starting-style)/, 'a later rule'],
  [/overflow-wrap:anywhere/, 'overflow-wrap: anywhere (80)'],
  [/backdrop-filter:/, 'backdrop-filter (76)'],
  [/(margin|padding)-(inline|block):/, 'a later logical property (87)'],
  [/color-mix\(|oklch\(|rgb\([^),]* [^),]*\)/, 'a later colour'],
  [/[:\s](\d|\.)+(d|s|l)v[wh]\b/, 'a later unit'],
  [/[{;]\s*(translate|rotate|scale):/, 'a transform as a property (104)'],
];

/** One line for each fault of a script; empty if Chrome 71 runs it. */
export function findLaterScript(script: string): readonly string[] {
  const faults: string[] = [];
  let tree: AnyNode;
  try {
    // Chrome 71 has ES2019 and dynamic import, import.meta and BigInt of ES2020.
    tree = parse(script, { ecmaVersion: 2020, sourceType: 'module' });
  } catch (error) {
    return [String(error)];
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const found = node as AnyNode;
    if (found.type === 'ChainExpression') faults.push('optional chaining (80)');
    if (found.type === 'LogicalExpression' && found.operator === '??') faults.push('?? (80)');
    if (found.type === 'ExportAllDeclaration' && found.exported) faults.push('export * as (72)');
    if (found.type === 'MemberExpression' && !found.computed && found.property.type === 'Identifier')
      checkName(found.property.name);
    if (found.type === 'CallExpression' && found.callee.type === 'Identifier') checkName(found.callee.name);
    for (const value of Object.values(node)) visit(value);
  };
  const checkName = (name: string): void => {
    const version = Object.hasOwn(laterNames, name) ? laterNames[name] : undefined;
    if (version !== undefined && version > 71) faults.push(`${name} (${version})`);
  };
  visit(tree);
  return [...new Set(faults)];
}

/** One line for each fault of a style sheet. */
export function findLaterStyle(style: string): readonly string[] {
  const code = style.replace(/\/\*.*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/gs, '');
  const faults = laterStyle.filter(([pattern]) => pattern.test(code)).map(([, name]) => name);
  for (const [, body = ''] of code.matchAll(/\{([^{}]*)\}/g)) {
    if (/display:(inline-)?flex/.test(body) && /[;{\s]?(row-|column-)?gap:/.test(body))
      faults.push('gap with flex (84)');
  }
  return [...new Set(faults)];
}
