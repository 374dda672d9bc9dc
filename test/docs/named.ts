/** Collects what a documentation page names: commands, flags, links, ports, addresses, settings, keys. Pure, so each can be shown to catch a fault. */

const codeSpans = (page: string): readonly string[] =>
  [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');

const withoutBlocks = (page: string): string => page.replace(/```[\s\S]*?```/g, '');

const unique = (found: readonly string[]): readonly string[] => [...new Set(found)];

/** Fenced blocks of one language, in order. */
export function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(/^[ \t]*```(\w*)\n([\s\S]*?)^[ \t]*```/gm)]
    .filter(([, named]) => named === language)
    .map(([, , text]) => (text ?? '').replace(/^ {3}/gm, ''));
}

/** Every place where a page writes code: spans and shell blocks. */
const codeOf = (page: string): readonly string[] => [...codeSpans(page), ...blocksOf(page, 'sh')];

/** Names of npm scripts: `start` for `npm start`, `docs` for `npm run docs`. */
export function npmScripts(page: string): readonly string[] {
  return unique(
    codeOf(page).flatMap((code) =>
      [...code.matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? ''),
    ),
  );
}

/** Long flags with their dashes. */
export function flags(page: string): readonly string[] {
  return unique(codeOf(page).flatMap((code) => code.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []));
}

/** Targets of relative links, with their anchors. */
export function links(page: string): readonly string[] {
  const targets = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return unique(targets.filter((target) => !/^[a-z]+:/.test(target)));
}

/** Anchors that a page’s headings make, as GitHub writes them. */
export function anchors(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Numbers in the range that Greenroom’s own ports are in. */
export function ports(page: string): readonly number[] {
  return [...new Set((page.match(/\b74\d\d\b/g) ?? []).map(Number))];
}

/** Environment variables of ours. */
export function variables(page: string): readonly string[] {
  return unique(page.match(/\bGREENROOM_[A-Z_]+\b/g) ?? []);
}

/** JSON paths of settings: dotted code spans that begin with a group of the configuration. */
export function settingPaths(page: string, groups: readonly string[]): readonly string[] {
  return unique(
    codeSpans(page).filter((span) => /^\w+(\.\w+)+$/.test(span) && groups.includes(span.split('.')[0] ?? '')),
  );
}

/** Keys of the desk in bold: `H`, `⇧T`, `F7`, `C C`; also `N` in **N** next. */
export function boldKeys(page: string): readonly string[] {
  const bold = [...withoutBlocks(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text ?? '');
  return unique(bold.flatMap((text) => /^(⇧?[A-Z]|\?|F\d)(?: \1)?(?=$|,| [A-Z][a-z])/.exec(text)?.slice(1, 2) ?? []));
}

/** Paths on the feed’s port that a page gives in full, for the feed `main`. */
export function feedPaths(page: string): readonly string[] {
  const found = codeOf(page).flatMap(
    (code) =>
      code.match(
        /(?:\b(?:http|ws):\/\/127\.0\.0\.1:7411|(?<![\w}.]))\/(?:feeds|overlay|healthz|metrics)\b[^\s"'`|,)]*/g,
      ) ?? [],
  );
  return unique(
    found.map((address) => address.replace(/^\w+:\/\/127\.0\.0\.1:7411/, '')).filter((path) => !/[{…]/.test(path)),
  );
}

/** Paths of the control API with the methods before them, if any: `GET /api/state`. */
export function apiPaths(page: string): readonly { readonly methods: readonly string[]; readonly path: string }[] {
  return codeOf(page).flatMap((code) =>
    [
      ...code.matchAll(/((?:(?:GET|POST|PUT|PATCH|DELETE) )*)(?:http:\/\/127\.0\.0\.1:7413)?(\/api\/[\w/{}.-]*\w\}?)/g),
    ].map(([, methods, path]) => ({
      methods: (methods ?? '').split(' ').filter((name) => name !== ''),
      path: path ?? '',
    })),
  );
}
