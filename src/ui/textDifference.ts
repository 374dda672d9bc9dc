/** Word-by-word difference between two texts. */

export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Longer texts become one removed and one added part, because the table's size is the product of both lengths. */
const maxWords = 1200;

/** Returns parts of whole words. Joined without the removed parts, they are exactly `after`. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const from = splitWords(before);
  const to = splitWords(after);
  if (from.length > maxWords || to.length > maxWords) return mergeAdjacent([removed(before), added(after)]);
  const lengths = computeCommonLengths(from, to);
  const out: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const oldWord = from[i];
    const newWord = to[j];
    if (oldWord !== undefined && oldWord === newWord) {
      out.push({ kind: 'same', text: oldWord });
      i += 1;
      j += 1;
    } else if (newWord === undefined || (oldWord !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      out.push(removed(oldWord ?? ''));
      i += 1;
    } else {
      out.push(added(newWord));
      j += 1;
    }
  }
  return mergeAdjacent(out);
}

/** Each word keeps the space before it, so that the parts join to the original text. */
function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}

/** Returns the longest common subsequence's length for every pair of suffixes. */
function computeCommonLengths(from: readonly string[], to: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const row = rows[i];
      if (row === undefined) continue;
      row[j] = from[i] === to[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function removed(text: string): DiffPart {
  return { kind: 'removed', text };
}

function added(text: string): DiffPart {
  return { kind: 'added', text };
}

function mergeAdjacent(parts: readonly DiffPart[]): readonly DiffPart[] {
  const out: DiffPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) out[out.length - 1] = { kind: last.kind, text: last.text + part.text };
    else out.push(part);
  }
  return out;
}

/** Words of unchanged text that stay on each side of a change in a shortened difference. */
const contextWords = 3;

/** Shortens the unchanged text to a few words around each change. */
export function shortenContext(parts: readonly DiffPart[]): readonly DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same') return part;
    const words = splitWords(part.text);
    const before = index === 0 ? [] : words.slice(0, contextWords);
    const after = index === parts.length - 1 ? [] : words.slice(-contextWords);
    if (before.length + after.length >= words.length) return part;
    const tail = after.join('');
    return { kind: 'same', text: `${before.join('')}…${index === 0 ? tail.trimStart() : tail}` };
  });
}
