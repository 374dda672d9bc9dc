/** Finds wording that a native reader would stop at, in prose and in names. The list is the project's style guide in executable form. */
import type { SourceFile } from './rules.ts';

type Phrase = { readonly pattern: RegExp; readonly instead: string };

const phrase = (pattern: RegExp, instead: string): Phrase => ({ pattern, instead });

/** Phrases that are wrong wherever they occur in prose. */
export const bannedPhrases: readonly Phrase[] = [
  phrase(/\banew\b/i, 'again'),
  phrase(/\bwhoever\b/i, 'anyone who'),
  phrase(/\bso many\b/i, 'a number'),
  phrase(/\bthose that\b/i, 'the ones that, or name them'),
  phrase(/\bthat which\b/i, 'name it'),
  phrase(/\bone that\b/i, 'name it'),
  phrase(/\bof which\b/i, 'whose, or a second sentence'),
  phrase(/\bwherein\b/i, 'where, in which'),
  phrase(/\b(?:is|are|was) to be had\b/i, 'is available'),
  phrase(/\bstands\b/i, 'is'),
  phrase(/\btells\b/i, 'says, shows, sends'),
  phrase(/\bask(?:s|ed|ing)\b/i, 'requests, polls'),
  phrase(/\bmend(?:s|ed|ing)?\b/i, 'fix'),
  phrase(/\bdeeds?\b/i, 'action'),
  phrase(/\bsigns\b(?! (?:the|each|every|a|what|its|in|out|your)\b)/i, 'characters, marks'),
  phrase(/\bletters\b/i, 'characters'),
  phrase(/\bfilms?\b/i, 'video'),
  phrase(/\bdear\b/i, 'expensive'),
  phrase(/\bneeds doing\b/i, 'no action needed'),
  phrase(/\bstands? in the way\b/i, 'prevents'),
  phrase(/\bat once\b/i, 'now, immediately, at the same time'),
  phrase(/\b(?:in|without|says|sends|with) a word\b/i, 'briefly, a message'),
  phrase(/\b(?:the|your|a|by|in|operator’s|each) hands?\b(?!-)/i, 'operator, manually'),
  phrase(
    /(?:^|[.:;] )What (?!happens |happened[,.]|to do\b|is this\b)[^.?!:]*[a-z][.!:;]?(?:$| )(?!.*\?)/,
    'name the subject',
  ),
  phrase(/\bkeeps? up with\b|\bkept up with\b/i, 'follows, reads'),
  phrase(/\blets? (?:it |them |one )?(?:go|through)\b/i, 'allows'),
  phrase(/\blift(?:s|ed)? (?:a|the) block\b/i, 'unblock'),
  phrase(/\bhave looked\b/i, 'Got it'),
  phrase(/\bpass(?:es)? over\b/i, 'skips'),
  phrase(/\b(?:not|never|nothing is) touched\b/i, 'not affected'),
  phrase(/\bwas torn\b|\ba torn\b/i, 'incomplete'),
  phrase(/\breading only\b/i, 'read-only'),
  phrase(/\b(?:nobody|somebody) (?:knows|reads|shows|needs|presses)\b/i, 'unknown, no consumer'),
  phrase(/\bneed not be\b/i, 'optional'),
  phrase(/\bwith commas between\b/i, 'separate with commas'),
  phrase(/\bas they were at first\b/i, 'reset to defaults'),
  phrase(/\b(?:air|feed|list) stands still\b|\bair stays\b(?! (?:red|empty)\b)/i, 'air is frozen, air is not affected'),
  phrase(/\bchanged nothing\b.{0,4}$/i, 'nothing happened'),
  phrase(/\bno known way\b/i, 'no known signature format'),
  phrase(/\btrue counts\b/i, 'a summary'),
  phrase(/\bwhether it is so\b/i, 'whether'),
  phrase(/\blest\b/i, 'so that … not'),
  phrase(/\bbeside the\b/i, 'next to, besides'),
  phrase(/\brooms\b/i, 'folders'),
];

/** Names that the code must not use, whole. */
const bannedNames = new Set(
  (
    'Deed deedOf noDeed Hand useHand Told tellEvent tellShow openJson takeOff away openDoor lay layDifference Shelf Rooms Board Lead ' +
    'Memory look Ending Judge isSo beside leaveBehind mayKnock tryAside place places heir loser Way Passage readFilm filmHeader Said said ' +
    'Offer rests Sides Then None Inside Asker Ways spoil struck'
  ).split(' '),
);

/** Parts of a camelCase name that the code must not use. */
const bannedParts = new Set(
  'deed deeds told shelf heir loser knock film films mend spoil struck asker beside anew judge door'.split(' '),
);

/** A place where the wording is right all the same. */
export type Exception = { readonly path: string; readonly text: string; readonly reason: string };

type Passage = { readonly line: number; readonly text: string };

const tokens =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}();=]*[A-Za-z][^<>{}();=]*</g;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Comments, strings and JSX text of a source file; paths and single identifiers are not prose. */
function proseOfCode(text: string): readonly Passage[] {
  return [...text.matchAll(tokens)].flatMap((match) => {
    const bare = match[0]
      .replace(/^\/\*\*?|\*\/$|^\/\/|^['"`>]|['"`<]$/g, '')
      .replace(/\n\s*\*? ?/g, ' ')
      .trim();
    return /\s/.test(bare) || /^[A-Z][a-z]+$/.test(bare) ? [{ line: lineAt(text, match.index), text: bare }] : [];
  });
}

/** A page's sentences, without code blocks and code spans. */
function proseOfPage(text: string): readonly Passage[] {
  const bare = text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''));
  return bare.split('\n').map((line, index) => ({ line: index + 1, text: line.replace(/`[^`]*`/g, '`…`') }));
}

function proseOf({ path, text }: SourceFile): readonly Passage[] {
  return path.endsWith('.md') ? proseOfPage(text) : proseOfCode(text);
}

/** The names of a test file's tests and groups, and its comments; its strings are data. */
export function proseOfTests({ text }: SourceFile): readonly Passage[] {
  const names = [
    ...text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g),
  ];
  const comments = [...text.matchAll(tokens)].filter(([token]) => token.startsWith('/'));
  return [
    ...names.map((match) => ({ line: lineAt(text, match.index), text: match[2] ?? '' })),
    ...comments.map((match) => ({
      line: lineAt(text, match.index),
      text: match[0]
        .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
        .replace(/\n\s*\*? ?/g, ' ')
        .trim(),
    })),
  ];
}

/** Banned phrases as `path:line: "phrase" → what to write`. */
export function bannedProse(
  files: readonly SourceFile[],
  passagesOf: (file: SourceFile) => readonly Passage[] = proseOf,
): readonly string[] {
  return files.flatMap((file) =>
    passagesOf(file).flatMap(({ line, text }) =>
      bannedPhrases.flatMap(({ pattern, instead }) => {
        const found = text.match(pattern)?.[0];
        return found === undefined ? [] : [`${file.path}:${line}: “${found.trim()}” in “${text}” → ${instead}`];
      }),
    ),
  );
}

/** Banned names as `path:line: name`. Comments and strings are left to the prose rule. */
export function bannedIdentifiers(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replace(tokens, (token) => (token.startsWith('>') ? token : token.replace(/[^\n]/g, ' ')));
    return [...code.matchAll(/\b[A-Za-z_$][\w$]*\b/g)].flatMap((match) => {
      const name = match[0];
      const parts = name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase());
      const isBanned = bannedNames.has(name) || parts.some((part) => bannedParts.has(part));
      return isBanned ? [`${path}:${lineAt(code, match.index)}: ${name}`] : [];
    });
  });
}

/** Faults that no exception covers, and exceptions that cover nothing. */
export function withoutExceptions(
  faults: readonly string[],
  exceptions: readonly Exception[],
): { readonly faults: readonly string[]; readonly unused: readonly Exception[] } {
  const covers = ({ path, text }: Exception, fault: string): boolean => fault.startsWith(path) && fault.includes(text);
  return {
    faults: faults.filter((fault) => !exceptions.some((exception) => covers(exception, fault))),
    unused: exceptions.filter((exception) => !faults.some((fault) => covers(exception, fault))),
  };
}
