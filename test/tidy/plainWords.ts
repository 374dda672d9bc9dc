/** Finds banned phrases in prose and banned names in code: the project's style guide in executable form. */
import type { SourceFile } from './rules.ts';

type Ban = { readonly pattern: RegExp; readonly replacement: string };

const ban = (pattern: RegExp, replacement: string): Ban => ({ pattern, replacement });

/** Phrases that are wrong wherever they occur in prose. */
export const bannedPhrases: readonly Ban[] = [
  ban(/\banew\b/i, 'again'),
  ban(/\bwhoever\b/i, 'anyone who'),
  ban(/\bso many\b/i, 'a number'),
  ban(/\bthose that\b/i, 'the ones that, or name them'),
  ban(/\bthat which\b/i, 'name it'),
  ban(/\bone that\b/i, 'name it'),
  ban(/\bof which\b/i, 'whose, or a second sentence'),
  ban(/\bwherein\b/i, 'where, in which'),
  ban(/\b(?:is|are|was) to be had\b/i, 'is available'),
  ban(/\bstands\b/i, 'is'),
  ban(/\btells\b/i, 'says, shows, sends'),
  ban(/\bask(?:s|ed|ing)\b/i, 'requests, polls'),
  ban(/\bmend(?:s|ed|ing)?\b/i, 'fix'),
  ban(/\bdeeds?\b/i, 'action'),
  ban(/\bsigns\b(?! (?:the|each|every|a|what|its|in|out|your)\b)/i, 'characters, marks'),
  ban(/\bletters\b/i, 'characters'),
  ban(/\bfilms?\b/i, 'video'),
  ban(/\bdear\b/i, 'expensive'),
  ban(/\bneeds doing\b/i, 'no action needed'),
  ban(/\bstands? in the way\b/i, 'prevents'),
  ban(/\bat once\b/i, 'now, immediately, at the same time'),
  ban(/\b(?:in|without|says|sends|with) a word\b/i, 'briefly, a message'),
  ban(/\b(?:the|your|a|by|in|operator’s|each) hands?\b(?!-)/i, 'operator, manually'),
  ban(
    /(?:^|[.:;] )What (?!happens |happened[,.]|to do\b|is this\b)[^.?!:]*[a-z][.!:;]?(?:$| )(?!.*\?)/,
    'name the subject',
  ),
  ban(/\bkeeps? up with\b|\bkept up with\b/i, 'follows, reads'),
  ban(/\blets? (?:it |them |one )?(?:go|through)\b/i, 'allows'),
  ban(/\blift(?:s|ed)? (?:a|the) block\b/i, 'unblock'),
  ban(/\bhave looked\b/i, 'Got it'),
  ban(/\bpass(?:es)? over\b/i, 'skips'),
  ban(/\b(?:not|never|nothing is) touched\b/i, 'not affected'),
  ban(/\bwas torn\b|\ba torn\b/i, 'incomplete'),
  ban(/\breading only\b/i, 'read-only'),
  ban(/\b(?:nobody|somebody) (?:knows|reads|shows|needs|presses)\b/i, 'unknown, no consumer'),
  ban(/\bneed not be\b/i, 'optional'),
  ban(/\bwith commas between\b/i, 'separate with commas'),
  ban(/\bas they were at first\b/i, 'reset to defaults'),
  ban(/\b(?:air|feed|list) stands still\b|\bair stays\b(?! (?:red|empty)\b)/i, 'air is frozen, air is not affected'),
  ban(/\bchanged nothing\b.{0,4}$/i, 'nothing happened'),
  ban(/\bno known way\b/i, 'no known signature format'),
  ban(/\btrue counts\b/i, 'a summary'),
  ban(/\bwhether it is so\b/i, 'whether'),
  ban(/\blest\b/i, 'so that … not'),
  ban(/\bbeside the\b/i, 'next to, besides'),
  ban(/\brooms\b/i, 'folders'),
];

/** Whole names that the code must not use. */
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

/** A path where a banned phrase or name is allowed. */
export type Exception = { readonly path: string; readonly text: string; readonly reason: string };

type Excerpt = { readonly line: number; readonly text: string };

const tokenPattern =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}();=]*[A-Za-z][^<>{}();=]*</g;

const findLine = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Returns a source file's comments, strings and JSX text, without paths and single identifiers. */
function extractCodeProse(text: string): readonly Excerpt[] {
  return [...text.matchAll(tokenPattern)].flatMap((match) => {
    const bare = match[0]
      .replace(/^\/\*\*?|\*\/$|^\/\/|^['"`>]|['"`<]$/g, '')
      .replace(/\n\s*\*? ?/g, ' ')
      .trim();
    return /\s/.test(bare) || /^[A-Z][a-z]+$/.test(bare) ? [{ line: findLine(text, match.index), text: bare }] : [];
  });
}

/** Returns a page's lines, without code blocks and code spans. */
function extractPageProse(text: string): readonly Excerpt[] {
  const bare = text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''));
  return bare.split('\n').map((line, index) => ({ line: index + 1, text: line.replace(/`[^`]*`/g, '`…`') }));
}

function extractProse({ path, text }: SourceFile): readonly Excerpt[] {
  return path.endsWith('.md') ? extractPageProse(text) : extractCodeProse(text);
}

/** Returns the names of a test file's tests and groups, and its comments; other strings are data. */
export function extractTestProse({ text }: SourceFile): readonly Excerpt[] {
  const names = [
    ...text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g),
  ];
  const comments = [...text.matchAll(tokenPattern)].filter(([token]) => token.startsWith('/'));
  return [
    ...names.map((match) => ({ line: findLine(text, match.index), text: match[2] ?? '' })),
    ...comments.map((match) => ({
      line: findLine(text, match.index),
      text: match[0]
        .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
        .replace(/\n\s*\*? ?/g, ' ')
        .trim(),
    })),
  ];
}

/** Returns banned phrases as `path:line: “phrase” in “text” → replacement`. */
export function findBannedProse(
  files: readonly SourceFile[],
  extract: (file: SourceFile) => readonly Excerpt[] = extractProse,
): readonly string[] {
  return files.flatMap((file) =>
    extract(file).flatMap(({ line, text }) =>
      bannedPhrases.flatMap(({ pattern, replacement }) => {
        const found = text.match(pattern)?.[0];
        return found === undefined ? [] : [`${file.path}:${line}: “${found.trim()}” in “${text}” → ${replacement}`];
      }),
    ),
  );
}

/** Returns banned names as `path:line: name`; the prose rule checks comments and strings. */
export function findBannedNames(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replace(tokenPattern, (token) => token.replace(/[^\n]/g, ' '));
    return [...code.matchAll(/\b[A-Za-z_$][\w$]*\b/g)].flatMap((match) => {
      const name = match[0];
      const parts = name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase());
      const isBanned = bannedNames.has(name) || parts.some((part) => bannedParts.has(part));
      return isBanned ? [`${path}:${findLine(code, match.index)}: ${name}`] : [];
    });
  });
}

/** Returns the faults that no exception covers, and the exceptions that cover nothing. */
export function applyExceptions(
  faults: readonly string[],
  exceptions: readonly Exception[],
): { readonly faults: readonly string[]; readonly unused: readonly Exception[] } {
  const covers = ({ path, text }: Exception, fault: string): boolean => fault.startsWith(path) && fault.includes(text);
  return {
    faults: faults.filter((fault) => !exceptions.some((exception) => covers(exception, fault))),
    unused: exceptions.filter((exception) => !faults.some((fault) => covers(exception, fault))),
  };
}
