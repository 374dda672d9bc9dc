/** Keeps words on one line that are read together. Only for what is shown: programs and tooltips get plain spaces. */

const noBreakSpace = '\u00a0';

function keepTogether(text: string): string {
  return text.replaceAll(' ', noBreakSpace);
}

/** For example `3 min 10 s` and `84 ms` in a longer text. */
export function keepDurationsTogether(text: string): string {
  return text.replace(/\d+ (?:h|min|s|ms)\b(?: \d+ (?:min|s)\b)?/g, keepTogether);
}
