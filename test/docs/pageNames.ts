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

/** Returns port numbers: after a local host name, after the word port, and every number from 7400 to 7499. */
export function findPorts(page: string): readonly number[] {
  const found = page.matchAll(/(?:(?:127\.0\.0\.1|localhost):|\b[Pp]ort )(\d{2,5})\b|\b(74\d\d)\b/g);
  return [...new Set([...found].map(([, addressed, own]) => Number(addressed ?? own)))];
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

/** Returns the keys in bold, each once: `C` for **C C**, `F7` for **F7, History**, `H` for **H Hold**, `Ctrl+Z` for **Ctrl Z**. */
export function findBoldKeys(page: string): readonly string[] {
  const bold = [...removeBlocks(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text ?? '');
  const key = /^((?:(?:Ctrl|Alt|Shift|Cmd)[ +])?(?:⇧?[A-Z]|\?|F\d+|[←→↑↓]))(?: \1)?(?=$|,| [A-Z][a-z])/;
  return unique(bold.flatMap((text) => key.exec(text)?.slice(1, 2) ?? [])).map((name) => name.replace(' ', '+'));
}

/** Returns each key with the action that a table or a list names next to it: `H` and `Hold` for `| **H** | Hold |`. */
export function findKeyActions(page: string): readonly { readonly key: string; readonly action: string }[] {
  return [...page.matchAll(/^\| \*\*(⇧?[A-Z?]|F\d)(?: \1)?\*\* \| ([^|]+?) \|/gm)].map(([, key, action]) => ({
    key: key ?? '',
    action: action ?? '',
  }));
}

/** Returns paths of files and folders of the project in code spans. */
export function findFilePaths(page: string): readonly string[] {
  return unique(
    findCode(page).flatMap((code) => code.match(/(?<![\w./-])(?:src|test|scripts|docs|resources)\/[\w./-]*\w/g) ?? []),
  );
}

/** Returns what `npx` runs. */
export function findNpxCommands(page: string): readonly string[] {
  return unique(
    findCode(page).flatMap((code) => [...code.matchAll(/\bnpx ([\w@/-]+)/g)].map(([, name]) => name ?? '')),
  );
}

/** Returns the paths in service.md with the methods before them. Most are relative to `/authoring/v1/{organisation}`. */
export function findServicePaths(
  page: string,
): readonly { readonly methods: readonly string[]; readonly path: string }[] {
  return findCodeSpans(page).flatMap((code) =>
    [...code.matchAll(/^((?:(?:GET|POST|PUT|PATCH|DELETE) )+)(\/[\w/{}.-]*)/g)].map(([, methods, path]) => ({
      methods: (methods ?? '').trim().split(' '),
      path: path ?? '',
    })),
  );
}

/** Returns codes in capitals, such as `SOURCE_OFFLINE` or `INVALID_API_KEY`, in code spans. */
export function findCapitalCodes(page: string): readonly string[] {
  return unique(findCodeSpans(page).filter((span) => /^[A-Z]{2,}(?:_[A-Z0-9]+)+$/.test(span)));
}

/** Returns the names of the headers that the feed and webhook deliveries add. */
export function findHeaders(page: string): readonly string[] {
  return unique(page.match(/\bX-(?:Feed|Webhook)-[A-Za-z-]*\w/g) ?? []);
}

/** Returns the names of files and feed formats in code spans that contain nothing else: `live.csv`. */
export function findFileNames(page: string): readonly string[] {
  return unique(
    findCodeSpans(page).filter((span) => /^[a-z][\w-]*\.(?:json|xml|csv|txt|atom|rss|log|journal|ts)$/.test(span)),
  );
}

/** Returns the HTTP statuses in the first column of a table. */
export function findStatuses(page: string): readonly string[] {
  return unique([...page.matchAll(/^\| ((?:\d{3})(?:, \d{3})*) \|/gm)].flatMap(([, cell]) => (cell ?? '').split(', ')));
}

/** Returns the exit codes of a table that begins with that heading. */
export function findExitCodes(page: string): readonly string[] {
  const table = /^\| exit code \|.*\n\|.*\n((?:\|.*\n?)*)/m.exec(page)?.[1] ?? '';
  return [...table.matchAll(/^\| (\d+) \|/gm)].map(([, exitCode]) => exitCode ?? '');
}

/** Returns OSC addresses with their argument. */
export function findOscMessages(page: string): readonly string[] {
  return unique(findCode(page).flatMap((code) => code.match(/(?<![\w/])\/greenroom\/\w+\/\w+(?: \w+)?/g) ?? []));
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
