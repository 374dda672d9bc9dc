/** Finds the name that a person probably meant by a mistyped one. */

/** Returns `null` if no name is close: at most two mistakes, and at most one in three characters. */
export function findClosestName(typed: string, names: readonly string[]): string | null {
  const most = Math.min(2, Math.floor(typed.length / 3));
  const close = names.flatMap((name) => {
    const mistakes = countMistakes(typed.toLowerCase(), name.toLowerCase(), most);
    return mistakes <= most ? [{ name, mistakes }] : [];
  });
  return close.toSorted((a, b) => a.mistakes - b.mistakes)[0]?.name ?? null;
}

/** Counts characters that are missing, added, wrong or swapped with their neighbour; more than `most` is not exact. */
function countMistakes(typed: string, name: string, most: number): number {
  if (typed === name) return 0;
  if (Math.abs(typed.length - name.length) > most || most === 0) return most + 1;
  let start = 0;
  while (start < typed.length && typed[start] === name[start]) start += 1;
  const [typedRest, nameRest] = [typed.slice(start), name.slice(start)];
  const isSwapped = typedRest[0] === nameRest[1] && typedRest[1] === nameRest[0] && typedRest.length > 1;
  const ways = [
    countMistakes(typedRest.slice(1), nameRest.slice(1), most - 1),
    countMistakes(typedRest.slice(1), nameRest, most - 1),
    countMistakes(typedRest, nameRest.slice(1), most - 1),
    ...(isSwapped ? [countMistakes(typedRest.slice(2), nameRest.slice(2), most - 1)] : []),
  ];
  return 1 + Math.min(...ways);
}
