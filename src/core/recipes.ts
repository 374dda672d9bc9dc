/** How to set up each program that reads a feed: its addresses, and the steps in that program’s own words. */
import { say } from './language/say.ts';

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
    const hint = facts.requiresToken && facts.token === null ? sayTokenStep(target) : null;
    return { target, title, steps: hint === null ? steps : [...steps, hint], addresses };
  });
}

/** Also the setup’s steps for OBS. */
export function listObsBrowserSteps(): readonly string[] {
  return [
    say('In OBS, under **Sources**, press **+** and choose **Browser**. Press **OK**.'),
    say('Paste the address into **URL**. Set **Width** 1920 and **Height** 1080.'),
    say('Leave **Shutdown source when not visible** off. Press **OK**.'),
  ];
}

/**
 * The name lights the lamp of the recipe, because nothing else in the request shows that vMix sent it. Each address has its own, so that a read of
 * one confirms nothing for the other.
 */
export function vmixRowsPath(slug: string): string {
  return `/feeds/${slug}/vmix.json?rows=12&name=vMix`;
}

export function vmixCurrentPath(slug: string): string {
  return `/feeds/${slug}/vmix-current.json?name=vMix-current`;
}

type RecipeParts = Omit<Recipe, 'target'>;

/** Typed texts are values, because messages have no backquotes. */
const firstParameter = '`?token=`';
const furtherParameter = '`&token=`';

/** Says how the read token is added to the target’s address; `null` where it needs none. */
function sayTokenStep(target: RecipeTarget): string | null {
  const both = { first: firstParameter, further: furtherParameter };
  const further = { further: furtherParameter };
  switch (target) {
    case 'obs':
      return say(
        'Add {further} and the read token to the address of the browser source, or {first} to that of the text source.',
        both,
      );
    case 'vmix-data':
    case 'vmix-browser':
      return say('Add {further} and the read token to the address.', further);
    case 'casparcg':
      return say(
        'Add {further} and the read token to the address in **Load**, before the closing quotation mark.',
        further,
      );
    case 'spx':
      return say(
        'Add {further} and the read token to the address before you open it. The saved file contains the token.',
        further,
      );
    case 'ograf':
      return say('Add {further} and the read token to the address of the manifest.', further);
    case 'companion':
      return null;
    case 'http':
      return say('Add {first} and the read token to the address, or send the header {header} with the token.', {
        first: firstParameter,
        header: '`Authorization: Bearer`',
      });
    default:
      return target satisfies never;
  }
}

const recipes: Readonly<Record<RecipeTarget, (facts: RecipeFacts) => RecipeParts>> = {
  obs: (facts) => ({
    title: 'OBS',
    steps: [
      ...listObsBrowserSteps(),
      say(
        'For plain text instead, add a text source. Under **Tools**, **Scripts**, press **+** and open {script}. Paste the text source’s address into **URL**, and choose the text source.',
        { script: '`url-text.py`' },
      ),
    ],
    addresses: feedAddresses(facts, [
      [say('Browser source'), `/overlay/card?feed=${facts.feed}`],
      [say('Text source'), `/feeds/${facts.feed}/text/message`],
    ]),
  }),
  'vmix-data': (facts) => ({
    title: say('vMix, data source'),
    steps: [
      say('In vMix press **Settings**, **Data Sources**, **Add**, and choose **JSON**.'),
      say('Paste the address into **URL**. Set the interval to **1000** milliseconds. Press **OK**.'),
      say(
        'In your title press the gear, **Data Source**, and map **Headline.Text** to **message**, **Name.Text** to **fullName**.',
      ),
    ],
    addresses: feedAddresses(facts, [
      [say('All rows'), vmixRowsPath(facts.feed)],
      [say('Current post'), vmixCurrentPath(facts.feed)],
    ]),
  }),
  'vmix-browser': (facts) => ({
    title: say('vMix, browser'),
    steps: [
      say('In vMix press **Add Input** and choose **Web Browser**.'),
      say('Paste the address into **URL**. Set **Width** 1920 and **Height** 1080. Press **OK**.'),
    ],
    addresses: feedAddresses(facts, [[say('Web browser'), `/overlay/card?feed=${facts.feed}&host=vmix`]]),
  }),
  casparcg: (facts) => {
    const [overlay] = feedAddresses(facts, [[say('Overlay'), `/overlay/card?feed=${facts.feed}`]]);
    return {
      title: 'CasparCG',
      steps: [
        say('Send **Load** to the server’s AMCP port, usually 5250. The overlay connects to the feed and stays blank.'),
        say('Send **Show**. The overlay shows the current post and follows the feed.'),
        say('Send **Hide** to fade it out.'),
      ],
      addresses:
        overlay === undefined
          ? []
          : [
              { label: say('Load||the overlay'), value: formatAmcp('ADD', '0', `"${overlay.value}"`, '0') },
              { label: say('Show||the overlay'), value: formatAmcp('PLAY', '0') },
              { label: say('Hide'), value: formatAmcp('STOP', '0') },
              overlay,
            ],
    };
  },
  spx: (facts) => ({
    title: 'SPX',
    steps: [
      say(
        'Open the address in a browser, and save the file in the folder **ASSETS/templates/greenroom** of the SPX server.',
      ),
      say(
        'In the project’s settings, under **Templates assigned to this project**, press **+** and choose **greenroom-card.html**.',
      ),
      say('In the rundown press **+**, and press **+** again next to **Greenroom card**.'),
      say('Press **Play**. It reads this feed automatically; **Stop** hides it.'),
    ],
    addresses: feedAddresses(facts, [[say('Template file'), `/overlay/card.spx.html?feed=${facts.feed}`]]),
  }),
  ograf: (facts) => ({
    title: 'OGraf',
    steps: [
      say('Give the renderer the address of the manifest.'),
      say('Set the field **Feed** to **{feed}**.', { feed: facts.feed }),
      say('Play the graphic in the renderer (method **playAction**). It reads this feed automatically.'),
    ],
    addresses: feedAddresses(facts, [[say('Manifest'), `/overlay/card.ograf.json?feed=${facts.feed}`]]),
  }),
  companion: ({ feed, controlBase }) => ({
    title: 'Companion',
    steps: [
      ...(controlBase === null
        ? [say('Open the port: **Settings**, **Control and tokens**, **Open in the desktop app**.')]
        : []),
      say('Under **Settings**, **Control and tokens**, create a token with the right **Operate**.'),
      say(
        'In Companion press **Modules**, **Import module package**, and choose the package of this release, {file}.',
        { file: '`greenroom-companion-VERSION.tgz`' },
      ),
      say(
        'Press **Connections**. Under **Add New Connection**, search for **Greenroom**. Press **Add**, and **Add** again.',
      ),
      say(
        'Paste the address into **Address of the desk**, and the token into **Token**. Set **Feed** to **{feed}**. Press **Save**.',
        { feed },
      ),
      say('Press **Buttons**, **Presets**, **greenroom**. Open a group, and drag its keys to your page.'),
    ],
    addresses: controlBase === null ? [] : [{ label: say('Address of the desk'), value: controlBase }],
  }),
  http: (facts) => ({
    title: say('Plain HTTP'),
    steps: [
      say(
        'Read an address as often as you like. Send the last {tag} as {header}: 304 means that nothing has changed.',
        { tag: '`ETag`', header: '`If-None-Match`' },
      ),
      say('Or add {after} with the last revision and {wait}: the response comes with the next change.', {
        after: '`?after=`',
        wait: '`&wait=30`',
      }),
      say('Or stay connected to the events or the socket: each change is sent immediately.'),
    ],
    addresses: feedAddresses(facts, [
      [say('Complete list'), `/feeds/${facts.feed}/live.json`],
      [say('Current post'), `/feeds/${facts.feed}/current.json`],
      [say('Events'), `/feeds/${facts.feed}/events`],
      [say('Socket'), `/feeds/${facts.feed}/socket`],
    ]),
  }),
};

/** A command for the template on layer 20 of channel 1. */
function formatAmcp(...words: readonly string[]): string {
  return ['CG', '1-20', ...words].join(' ');
}

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
