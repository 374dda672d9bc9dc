/** Finds the names on a documentation page: npm scripts, flags, links, ports, addresses, variables, settings and keys. */

const findCodeSpans = (page: string): readonly string[] =>
  [...removeBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');

const removeBlocks = (page: string): string => page.replace(/```[\s\S]*?```/g, '');

const unique = (found: readonly string[]): readonly string[] => [...new Set(found)];

/** Returns the fenced blocks of one language, in order. */
export function findBlocks(page: string, language: string): readonly string[] {
  return [...page.matchAll(/^[ \t]*```(\w*)\n([\s\S]*?)^[ \t]*```/gm)]
    .filter(([, blockLanguage]) => blockLanguage === language)
    .map(([, , text]) => (text ?? '').replace(/^ {3}/gm, ''));
}

/** Returns the code on a page: spans and shell blocks. */
const findCode = (page: string): readonly string[] => [...findCodeSpans(page), ...findBlocks(page, 'sh')];

/** Returns the names of npm scripts: `start` for `npm start`, `docs` for `npm run docs`. */
export function findNpmScripts(page: string): readonly string[] {
  return unique(
    findCode(page).flatMap((code) =>
      [...code.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, lifecycle]) => run ?? lifecycle ?? ''),
    ),
  );
}

/** Returns the long flags with their dashes. */
export function findFlags(page: string): readonly string[] {
  return unique(findCode(page).flatMap((code) => code.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []));
}

/** Returns the targets of relative links, with their anchors. */
export function findLinks(page: string): readonly string[] {
  const targets = [...removeBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return unique(targets.filter((target) => !/^[a-z]+:/.test(target)));
}

/** Returns the anchors that GitHub generates for a page’s headings. */
export function findAnchors(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the numbers from 7400 to 7499, the range of Greenroom’s ports. */
export function findPorts(page: string): readonly number[] {
  return [...new Set((page.match(/\b74\d\d\b/g) ?? []).map(Number))];
}

/** Returns Greenroom’s own environment variables. */
export function findVariables(page: string): readonly string[] {
  return unique(page.match(/\bGREENROOM_[A-Z_]+\b/g) ?? []);
}

/** Returns the JSON paths of settings: dotted code spans that begin with a group of the configuration. */
export function findSettingPaths(page: string, groups: readonly string[]): readonly string[] {
  return unique(
    findCodeSpans(page).filter((span) => /^\w+(\.\w+)+$/.test(span) && groups.includes(span.split('.')[0] ?? '')),
  );
}

/** Returns the desk’s keys in bold, each once: `C` for **C C**, `F7` for **F7, History**, `H` for **H Hold**. */
export function findBoldKeys(page: string): readonly string[] {
  const bold = [...removeBlocks(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text ?? '');
  return unique(bold.flatMap((text) => /^(⇧?[A-Z]|\?|F\d)(?: \1)?(?=$|,| [A-Z][a-z])/.exec(text)?.slice(1, 2) ?? []));
}

/** Returns the paths on the feed’s port that a page gives in full, for the feed `main`. */
export function findFeedPaths(page: string): readonly string[] {
  const found = findCode(page).flatMap(
    (code) =>
      code.match(
        /(?:\b(?:http|ws):\/\/127\.0\.0\.1:7411|(?<![\w}.]))\/(?:feeds|overlay|healthz|metrics)\b[^\s"'`|,)]*/g,
      ) ?? [],
  );
  return unique(
    found.map((address) => address.replace(/^\w+:\/\/127\.0\.0\.1:7411/, '')).filter((path) => !/[{…]/.test(path)),
  );
}

/** Returns the paths of the control API with the methods before them, if any: `GET /api/state`. */
export function findApiPaths(page: string): readonly { readonly methods: readonly string[]; readonly path: string }[] {
  return findCode(page).flatMap((code) =>
    [
      ...code.matchAll(/((?:(?:GET|POST|PUT|PATCH|DELETE) )*)(?:http:\/\/127\.0\.0\.1:7413)?(\/api\/[\w/{}.-]*\w\}?)/g),
    ].map(([, methods, path]) => ({
      methods: (methods ?? '').split(' ').filter((name) => name !== ''),
      path: path ?? '',
    })),
  );
}
