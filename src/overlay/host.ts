/** Detects the program that shows the page, and its playback behaviour. */

export type Host = {
  /** The consumer name on the desk, unless the address sets one. */
  readonly name: string;
  /** Shows the card immediately; otherwise waits for `play()`. */
  readonly autoPlays: boolean;
  /** Connects immediately; otherwise on `play()`. SPX runs the page at import and never closes it. */
  readonly autoConnects: boolean;
};

/** The parts of `window` that identify a program. */
export type HostWindow = {
  readonly obsstudio?: unknown;
  readonly caspar?: unknown;
  readonly casparcg?: unknown;
  readonly navigator: { readonly userAgent: string };
};

/** Detects the program by its globals, then by `?host=` in the address, then by its user agent. */
export function detectHost(hostWindow: HostWindow, hostParameter: string | null): Host {
  const userAgent = hostWindow.navigator.userAgent;
  if (hostWindow.obsstudio !== undefined) {
    const version = /OBS\/([\d.]+)/.exec(userAgent);
    return { name: version === null ? 'OBS' : `OBS ${version[1]}`, autoPlays: true, autoConnects: true };
  }
  if (hostWindow.caspar !== undefined || hostWindow.casparcg !== undefined || hostParameter === 'casparcg') {
    return { name: 'CasparCG', autoPlays: false, autoConnects: true };
  }
  if (hostParameter === 'spx' || /jsdom/i.test(userAgent))
    return { name: 'SPX', autoPlays: false, autoConnects: false };
  if (hostParameter === 'vmix') return { name: 'vMix', autoPlays: true, autoConnects: true };
  return { name: 'Browser', autoPlays: true, autoConnects: true };
}
