/** Which words left a text and which came, for showing one version beside another. */

export type Stretch = { readonly kind: 'same' | 'left' | 'came'; readonly text: string };

/** Beyond this many words on either side the texts are shown whole, as one that left and one that came. */
const mostWords = 1200;

/** The stretches that make `after` of `before`, by whole words; joined, all but what left are `after` exactly. */
export function difference(before: string, after: string): readonly Stretch[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const from = words(before);
  const to = words(after);
  if (from.length > mostWords || to.length > mostWords) return joined([left(before), came(after)]);
  const lengths = commonLengths(from, to);
  const out: Stretch[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const old = from[i];
    const fresh = to[j];
    if (old !== undefined && old === fresh) {
      out.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (fresh === undefined || (old !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      out.push(left(old ?? ''));
      i += 1;
    } else {
      out.push(came(fresh));
      j += 1;
    }
  }
  return joined(out);
}

/** A word with the space after it is one piece, so that the pieces joined are the text. */
function words(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}

/** For each pair of rests, how many words they have in common in order. */
function commonLengths(from: readonly string[], to: readonly string[]): readonly Uint16Array[] {
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

function left(text: string): Stretch {
  return { kind: 'left', text };
}

function came(text: string): Stretch {
  return { kind: 'came', text };
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const out: Stretch[] = [];
  for (const stretch of stretches) {
    const last = out.at(-1);
    if (stretch.text === '') continue;
    if (last?.kind === stretch.kind) out[out.length - 1] = { kind: last.kind, text: last.text + stretch.text };
    else out.push(stretch);
  }
  return out;
}
