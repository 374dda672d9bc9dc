/** Says a message with elements in it: as values, or around the text between tags. */
import { createElement, Fragment, type ReactNode } from 'react';
import { type PartValues, sayParts } from '../core/language/say.ts';

/** In `Press <key>{name}</key> again`, `key` is a function that returns an element with the children that it is given. */
export type NodeValues = Readonly<Record<string, ReactNode | ((children: ReactNode) => ReactNode)>>;

/** Returns the message in the current language as one node. */
export function sayNode(message: string, values: NodeValues): ReactNode {
  const parts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (inner: readonly ReactNode[]) => value(toNode(inner)) : value,
  ]);
  return toNode(sayParts<ReactNode>(message, Object.fromEntries(parts) as PartValues<ReactNode>));
}

/** Without an array, whose elements would need keys. */
function toNode(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
