/** The program that shows the page, and what follows from it. */

export type Host = {
  /** How the desk calls this reader unless the address names it. */
  readonly name: string;
  /** Shows itself at once; else it waits for `play()`. */
  readonly playsByItself: boolean;
  /** Reads the feed at once; else only from `play()` on. SPX runs the page once at import and never ends it. */
  readonly readsByItself: boolean;
};

/** The part of `window` by which a program can be told. */
export type HostSigns = {
  readonly obsstudio?: unknown;
  readonly caspar?: unknown;
  readonly casparcg?: unknown;
  readonly navigator: { readonly userAgent: string };
};

/** Tells the program by its globals, then by the address (`?host=`), then by its browser. */
export function detectHost(signs: HostSigns, named: string | null): Host {
  const agent = signs.navigator.userAgent;
  if (signs.obsstudio !== undefined) {
    const version = /OBS\/([\d.]+)/.exec(agent);
    return { name: version === null ? 'OBS' : `OBS ${version[1]}`, playsByItself: true, readsByItself: true };
  }
  if (signs.caspar !== undefined || signs.casparcg !== undefined || named === 'casparcg') {
    return { name: 'CasparCG', playsByItself: false, readsByItself: true };
  }
  if (named === 'spx' || /jsdom/i.test(agent)) return { name: 'SPX', playsByItself: false, readsByItself: false };
  if (named === 'vmix') return { name: 'vMix', playsByItself: true, readsByItself: true };
  return { name: 'Browser', playsByItself: true, readsByItself: true };
}
