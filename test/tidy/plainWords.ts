/** Finds banned phrases in prose and banned names in code: the project's style guide in executable form. */
import type { SourceFile } from './rules.ts';

type Ban = { readonly pattern: RegExp; readonly replacement: string; readonly example: string };

const ban = (pattern: RegExp, replacement: string, example: string): Ban => ({ pattern, replacement, example });

/** Phrases that are wrong wherever they occur in prose, each with an example that it must find. */
export const bannedPhrases: readonly Ban[] = [
  ban(/\banew\b/i, 'again', 'set it anew'),
  ban(/\bwhoever\b/i, 'anyone who', 'whoever reads it'),
  ban(/\bso many\b/i, 'a number', 'so many seconds'),
  ban(/\bthose that\b/i, 'the ones that, or name them', 'those that wait'),
  ban(/\bthat which\b/i, 'name it', 'that which waits'),
  ban(/\bone that\b/i, 'name it', 'one that reads'),
  ban(/\bof which\b/i, 'whose, or a second sentence', 'a list of which none is left'),
  ban(/\bwherein\b/i, 'where, in which', 'the list wherein it was'),
  ban(/\b(?:is|are|was) to be had\b/i, 'is available', 'nothing is to be had'),
  ban(/\bstands\b/i, 'is', 'the gate stands open'),
  ban(/\btells\b/i, 'says, shows, sends', 'it tells the desk'),
  ban(/\bask(?:s|ed|ing)\b/i, 'requests, polls', 'it asks the service'),
  ban(/\bmend(?:s|ed|ing)?\b/i, 'fix', 'mend the file'),
  ban(/\bdeeds?\b/i, 'action', 'the last deed'),
  ban(
    /\bsigns\b(?! (?:the|each|every|a|what|its|in|out|your)\b)|\ba sign\b(?! in\b)/i,
    'characters, marks',
    'letters and signs',
  ),
  ban(/\bletters\b/i, 'characters', '80 letters'),
  ban(/\bfilms?\b/i, 'video', 'a picture or film'),
  ban(/\bdear\b/i, 'expensive', 'the dear part'),
  ban(/\bneeds doing\b/i, 'no action needed', 'nothing needs doing'),
  ban(/\bstands? in the way\b/i, 'prevents', 'nothing may stand in the way'),
  ban(/\bat once\b/i, 'now, immediately, at the same time', 'it leaves at once'),
  ban(/\b(?:in|without|says|sends|with|as) a word\b/i, 'briefly, a message', 'why, in a word'),
  ban(
    /\b(?:the|your|a|by|in|operator’s|each|no|own|same|other|two|any) hands?\b(?!-)/i,
    'operator, manually',
    'moved by hand',
  ),
  ban(
    /(?:^|[.:;] )What (?!happens |happened[,.]|to do\b|is this\b)[^.?!:]*[a-z][.!:;]?(?:$| )(?!.*\?)/,
    'name the subject',
    'What leaves air leaves.',
  ),
  ban(/\bkeeps? up with\b|\bkept up with\b/i, 'follows, reads', 'keeps up with the service'),
  ban(/\blets? (?:it |them |one )?(?:go|through)\b/i, 'allows', 'lets it through'),
  ban(/\blift(?:s|ed)? (?:a|the) block\b/i, 'unblock', 'lift a block'),
  ban(/\bhave looked\b/i, 'Got it', 'I have looked'),
  ban(/\bpass(?:es)? over\b/i, 'skips', 'Pass over used'),
  ban(/\b(?:not|never|nothing is) touched\b/i, 'not affected', 'live is not touched'),
  ban(/\bwas torn\b|\ba torn\b|\btorn and dropped\b/i, 'incomplete', 'the record was torn'),
  ban(/\breading only\b/i, 'read-only', 'the feed is reading only'),
  ban(
    /\b(?:nobody|somebody) (?:knows|reads|shows|showed|needs|presses)\b/i,
    'unknown, no consumer',
    'nobody reads this feed',
  ),
  ban(/\bneed not be\b/i, 'optional', 'it need not be'),
  ban(/\bwith commas between\b/i, 'separate with commas', 'with commas between'),
  ban(/\bas they were at first\b/i, 'reset to defaults', 'as they were at first'),
  ban(
    /\b(?:air|feed|list) stands still\b|\bair stays\b(?! (?:red|empty)\b)|\bstanding still\b/i,
    'air is frozen, air is not affected',
    'on air stands still',
  ),
  ban(/\bchanged nothing\b.{0,4}$|\bNothing was done\b/i, 'nothing happened', 'you changed nothing.'),
  ban(/\bno known way\b/i, 'no known signature format', 'no known way fits'),
  ban(/\bfits what you\b/i, 'no matches', 'nothing here fits what you look for'),
  ban(/\btrue counts\b/i, 'a summary', 'it closes with true counts'),
  ban(/\bwhether it is so\b/i, 'whether', 'whether it is so'),
  ban(/\blest\b/i, 'so that … not', 'lest it be lost'),
  ban(/\bbeside the\b/i, 'next to, besides', 'beside the clock'),
  ban(/\brooms\b/i, 'folders', 'the rooms of the code'),
  ban(/\bpainted in \d/i, 'on screen in', 'painted in 41 ms'),
  ban(/\bis still on \d/i, 'still shows revision', 'it is still on 128'),
  ban(/\bno jump\b/i, 'to avoid a sudden change', 'hold if you want no jump'),
  ban(
    /\blost the engine\b|\bkeys rest\b/i,
    'no connection to Greenroom, keys are off',
    'this desk has lost the engine',
  ),
  ban(
    /\bwas refused: live moved on\b/i,
    'did nothing: live changed as you pressed',
    'Take all was refused: live moved on',
  ),
  ban(
    /\bor waiting, leaves everything\b/i,
    'any other key cancels',
    'any other key, or waiting, leaves everything as it is',
  ),
  ban(/\bstarted again at\b/i, 'restarted at', 'Greenroom started again at 20:42'),
  ban(/\bon air is as it was\b/i, 'on air is unchanged', 'on air is as it was'),
  ban(/\blonger texts longer\b|\blonger for longer\b/i, 'more time for long posts', 'longer texts longer'),
  ban(/\blarge or small letters\b/i, 'not case-sensitive', 'large or small letters'),
  ban(
    /\b(?:asking the engine|answers without looking)\b/i,
    'connecting, ignores the API key',
    'a cache answers without looking at the key',
  ),
  ban(
    /\bcannot be sent\b.{0,3}\bsigns\b|\bsigns that\b/i,
    'characters that can’t be sent',
    'signs that cannot be sent',
  ),
  ban(/\bmust have at least 1\b/i, 'must not be empty', 'must have at least 1 letters'),
  ban(/\bdid not let the settings\b/i, 'the settings could not be applied', 'it did not let the settings work'),
  ban(
    /\bend the program\b|\bprogram that has the port\b/i,
    'quit the program using this port',
    'end the program that has the port',
  ),
  ban(/\bpicture gone\b/i, 'picture unavailable', 'picture gone'),
  ban(/\bwebhooks? told\b/i, 'webhooks notified', 'two webhooks told'),
  ban(/\bstruck \d/i, 'hits', 'struck 3'),
  ban(/\bon disk before you\b/i, 'saved', 'on disk before you saw it'),
  ban(/\bhow it is well\b/i, 'health check', 'how it is well'),
  ban(/\bwritten before it is told\b/i, 'persist, then acknowledge', 'written before it is told'),
  ban(/\bnull: (?:none|no)\b/i, 'say when it is null', 'null: none'),
  ban(/\brolls? back\b|\brolled back\b/i, 'restore', 'rolled back to 41'),
  ban(/\bpoint(?:s|ed)? (?:a|the|that|this) feed\b/i, 'use the collection for the feed', 'point a feed at it'),
  ban(/\bset aside\b/i, 'kept, quarantined', 'the file was set aside'),
];

/** Whole names that the code must not use. */
const bannedNames = new Set(
  (
    'Deed deedOf noDeed Hand useHand Told tellEvent tellShow openJson takeOff away openDoor lay layDifference Shelf Rooms Board Lead ' +
    'Memory look Ending Judge isSo beside leaveBehind mayKnock tryAside place places heir loser Way Passage readFilm filmHeader Said said ' +
    'Offer rests Sides Then None Inside Asker Ways spoil struck Contact Behind lookAt letGo layOut'
  ).split(' '),
);

/** Parts of a camelCase name that the code must not use. */
const bannedParts = new Set(
  'deed deeds told shelf heir loser knock film films mend spoil struck asker beside anew judge door book place places'.split(
    ' ',
  ),
);

/** A path where a banned phrase or name is allowed. */
export type Exception = { readonly path: string; readonly text: string; readonly reason: string };

type Excerpt = { readonly line: number; readonly text: string };

const tokenPattern =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}();=]*[A-Za-z][^<>{}();=]*</g;

const findLine = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Code that a comparison or a type argument could make look like JSX text. */
const codePattern = /^\s*[([.,;)=:|&?]|=>|&&|\|\||[=!]==|\b(?:return|const|export|function|import)\b/;

/** Returns JSX text with its embedded expressions replaced by `…`. */
function extractJsxText(text: string): readonly Excerpt[] {
  const masked = text.replace(tokenPattern, (token) => (token.startsWith('>') ? token : token.replace(/[^\n]/g, '_')));
  const withoutExpressions = masked.replace(/\{[^{}]*\}/g, (expression) => expression.replace(/[^\n]/g, '…'));
  return [...withoutExpressions.matchAll(/(?<![=\s-])>(?=([^<>]+)<)/g)].flatMap((match) => {
    const bare = (match[1] ?? '').replace(/…+/g, '…').replace(/\s+/g, ' ').trim();
    return codePattern.test(bare) || !/[A-Za-z]{2}/.test(bare)
      ? []
      : [{ line: findLine(text, match.index), text: bare }];
  });
}

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
  if (path.endsWith('.md')) return extractPageProse(text);
  const jsx = path.endsWith('.tsx') ? extractJsxText(text) : [];
  return [...extractCodeProse(text), ...jsx];
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
