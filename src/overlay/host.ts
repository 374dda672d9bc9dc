/** Detects the program that shows the page, and its playback behaviour. */

export type Host = {
  /** The consumer name on the desk, unless the address sets one. */
  readonly name: string;
  /** True if the card shows immediately; otherwise it waits for `play()`. */
  readonly isAutoPlay: boolean;
  /** True if the page connects immediately; otherwise on `play()`. SPX runs the page at import and never closes it. */
  readonly isAutoConnect: boolean;
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
    return { name: version === null ? 'OBS' : `OBS ${version[1]}`, isAutoPlay: true, isAutoConnect: true };
  }
  if (hostWindow.caspar !== undefined || hostWindow.casparcg !== undefined || hostParameter === 'casparcg') {
    return { name: 'CasparCG', isAutoPlay: false, isAutoConnect: true };
  }
  if (hostParameter === 'spx' || /jsdom/i.test(userAgent))
    return { name: 'SPX', isAutoPlay: false, isAutoConnect: false };
  // Pages of our own show the overlay in a frame, and take the frame away to stop it.
  if (hostParameter === 'spx-frame') return { name: 'SPX', isAutoPlay: true, isAutoConnect: true };
  if (hostParameter === 'ograf-frame') return { name: 'OGraf', isAutoPlay: true, isAutoConnect: true };
  if (hostParameter === 'vmix') return { name: 'vMix', isAutoPlay: true, isAutoConnect: true };
  return { name: 'Browser', isAutoPlay: true, isAutoConnect: true };
}
