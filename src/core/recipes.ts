/** How to set up each program that reads a feed: its addresses, and the steps in that program’s own words. */

export const recipeTargets = [
  'obs',
  'vmix-data',
  'vmix-browser',
  'casparcg',
  'spx',
  'ograf',
  'companion',
  'http',
] as const;

export type RecipeTarget = (typeof recipeTargets)[number];

export type RecipeAddress = {
  readonly label: string;
  /** An address, or a command that contains one. */
  readonly value: string;
};

export type Recipe = {
  readonly target: RecipeTarget;
  readonly title: string;
  /** Sentences with the program’s own words in `**`, and what is typed in backquotes. */
  readonly steps: readonly string[];
  readonly addresses: readonly RecipeAddress[];
};

export type RecipeFacts = {
  readonly feed: string;
  /** Base address of the feed, such as `http://127.0.0.1:7411`; `null` while its port is closed. */
  readonly feedBase: string | null;
  /** Base address of the control API; `null` while its port is closed. */
  readonly controlBase: string | null;
  /** Added to the addresses; `null` without one. */
  readonly token: string | null;
  /** True when readers of the feed must send a token. */
  readonly requiresToken: boolean;
};

export function listRecipes(facts: RecipeFacts): readonly Recipe[] {
  return recipeTargets.map((target) => {
    const { title, steps, addresses } = recipes[target](facts);
    const hint = facts.requiresToken && facts.token === null ? tokenSteps[target] : null;
    return { target, title, steps: hint === null ? steps : [...steps, hint], addresses };
  });
}

/** Also the setup’s steps for OBS. */
export const obsBrowserSteps: readonly string[] = [
  'In OBS, under **Sources**, press **+** and choose **Browser**. Press **OK**.',
  'Paste the address into **URL**. Set **Width** 1920 and **Height** 1080.',
  'Leave **Shutdown source when not visible** off. Press **OK**.',
];

type RecipeParts = Omit<Recipe, 'target'>;

/** How the read token is added to each target’s address; `null` where it needs none. */
const tokenSteps: Readonly<Record<RecipeTarget, string | null>> = {
  obs: 'Add `&token=` and the read token to the address of the browser source, or `?token=` to that of the text source.',
  'vmix-data': 'Add `&token=` and the read token to the address of all rows, or `?token=` to that of the current post.',
  'vmix-browser': 'Add `&token=` and the read token to the address.',
  casparcg: 'Add `&token=` and the read token to the address in **Load**, before the closing quotation mark.',
  spx: 'Add `&token=` and the read token to the address before you open it. The saved file contains the token.',
  ograf: 'Add `&token=` and the read token to the address of the manifest.',
  companion: null,
  http: 'Add `?token=` and the read token to the address, or send the header `Authorization: Bearer` with the token.',
};

const recipes: Readonly<Record<RecipeTarget, (facts: RecipeFacts) => RecipeParts>> = {
  obs: (facts) => ({
    title: 'OBS',
    steps: [
      ...obsBrowserSteps,
      'For plain text instead, add a text source. Under **Tools**, **Scripts**, press **+** and open `url-text.py`. Paste the text source’s address into **URL**, and choose the text source.',
    ],
    addresses: feedAddresses(facts, [
      ['Browser source', `/overlay/card?feed=${facts.feed}`],
      ['Text source', `/feeds/${facts.feed}/text/message`],
    ]),
  }),
  'vmix-data': (facts) => ({
    title: 'vMix, data source',
    steps: [
      'In vMix press **Settings**, **Data Sources**, **Add**, and choose **JSON**.',
      'Paste the address into **URL**. Set the interval to **1000** milliseconds. Press **OK**.',
      'In your title press the gear, **Data Source**, and map **Headline.Text** to **message**, **Name.Text** to **fullName**.',
    ],
    addresses: feedAddresses(facts, [
      ['All rows', `/feeds/${facts.feed}/vmix.json?rows=12`],
      ['Current post', `/feeds/${facts.feed}/vmix-current.json`],
    ]),
  }),
  'vmix-browser': (facts) => ({
    title: 'vMix, browser',
    steps: [
      'In vMix press **Add Input** and choose **Web Browser**.',
      'Paste the address into **URL**. Set **Width** 1920 and **Height** 1080. Press **OK**.',
    ],
    addresses: feedAddresses(facts, [['Web browser', `/overlay/card?feed=${facts.feed}&host=vmix`]]),
  }),
  casparcg: (facts) => {
    const [overlay] = feedAddresses(facts, [['Overlay', `/overlay/card?feed=${facts.feed}`]]);
    return {
      title: 'CasparCG',
      steps: [
        'Send **Load** to the server’s AMCP port, usually 5250. The overlay connects to the feed and stays blank.',
        'Send **Show**. The overlay shows the current post and follows the feed.',
        'Send **Hide** to fade it out.',
      ],
      addresses:
        overlay === undefined
          ? []
          : [
              { label: 'Load', value: `CG 1-20 ADD 0 "${overlay.value}" 0` },
              { label: 'Show', value: 'CG 1-20 PLAY 0' },
              { label: 'Hide', value: 'CG 1-20 STOP 0' },
              overlay,
            ],
    };
  },
  spx: (facts) => ({
    title: 'SPX',
    steps: [
      'Open the address in a browser, and save the file in the folder **ASSETS/templates/greenroom** of the SPX server.',
      'In the rundown press **Add template** and choose **greenroom-card.html**.',
      'Press **Play**. It reads this feed automatically; **Stop** hides it.',
    ],
    addresses: feedAddresses(facts, [['Template file', `/overlay/card.spx.html?feed=${facts.feed}`]]),
  }),
  ograf: (facts) => ({
    title: 'OGraf',
    steps: [
      'Give the renderer the address of the manifest.',
      `Set the field **Feed** to **${facts.feed}**.`,
      'Press **playAction**. It reads this feed automatically.',
    ],
    addresses: feedAddresses(facts, [['Manifest', `/overlay/card.ograf.json?feed=${facts.feed}`]]),
  }),
  companion: ({ feed, controlBase }) => ({
    title: 'Companion',
    steps: [
      ...(controlBase === null
        ? ['Open the port: **Settings**, **Control and tokens**, **Open in the desktop app**.']
        : []),
      'Under **Settings**, **Control and tokens**, create a token with the right **operate**.',
      'In Companion press **Modules**, **Import module package**, and choose the package of this release, `greenroom-companion-VERSION.tgz`.',
      'Press **Connections**, **Add New Connection**, and search for **Greenroom**.',
      `Paste the address into **Address of the desk**, and the token into **Token**. Set **Feed** to **${feed}**.`,
      'Under **Buttons**, **Presets**, **Greenroom**, drag the keys to your page.',
    ],
    addresses: controlBase === null ? [] : [{ label: 'Address of the desk', value: controlBase }],
  }),
  http: (facts) => ({
    title: 'Plain HTTP',
    steps: [
      'Read an address as often as you like. Send the last `ETag` as `If-None-Match`: 304 means that nothing has changed.',
      'Or add `?after=` with the last revision and `&wait=30`: the response comes with the next change.',
      'Or stay connected to the events or the socket: each change is sent immediately.',
    ],
    addresses: feedAddresses(facts, [
      ['Complete list', `/feeds/${facts.feed}/live.json`],
      ['Current post', `/feeds/${facts.feed}/current.json`],
      ['Events', `/feeds/${facts.feed}/events`],
      ['Socket', `/feeds/${facts.feed}/socket`],
    ]),
  }),
};

function feedAddresses(
  { feedBase, token }: RecipeFacts,
  rows: readonly (readonly [label: string, path: string])[],
): readonly RecipeAddress[] {
  if (feedBase === null) return [];
  return rows.map(([label, path]) => {
    const base = path.endsWith('/socket') ? feedBase.replace(/^http/, 'ws') : feedBase;
    const query = token === null ? '' : `${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
    return { label, value: `${base}${path}${query}` };
  });
}

export type StepPart = { readonly kind: 'text' | 'name' | 'typed'; readonly text: string };

/** Splits a step into plain text, words of the program (`**`), and what is typed (backquotes). */
export function splitStep(step: string): readonly StepPart[] {
  return step
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'name', text: part.slice(2, -2) };
      return part.startsWith('`') ? { kind: 'typed', text: part.slice(1, -1) } : { kind: 'text', text: part };
    });
}
