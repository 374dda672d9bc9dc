/** The state of one connection to a feed, and the reader of the panel object. */
import type { Panel } from '../src/contract/panel.ts';

/** `lost`: no connection. `refused`: the token is wrong or has too few rights. `misconfigured`: no such feed, or an address that can’t be used. */
export type Link = 'connecting' | 'connected' | 'lost' | 'refused' | 'misconfigured';

export type PanelState = {
  readonly link: Link;
  /** Why there is no connection, and what to do; empty while connected. */
  readonly linkMessage: string;
  /** `null` without a connection, because then nothing is known. */
  readonly panel: Panel | null;
  /** The action that waits for its second press. */
  readonly armed: string | null;
  /** Why the last press did nothing; `null` after a few seconds. */
  readonly refusal: string | null;
};

export const unconnected: PanelState = {
  link: 'connecting',
  linkMessage: '',
  panel: null,
  armed: null,
  refusal: null,
};

/** The fields that an older Greenroom does not send. */
const missingFields = {
  itemId: null,
  feed: '',
  pinned: false,
  rotateSeconds: null,
  used: false,
  collectionId: null,
  collectionName: '',
  canBack: false,
  restored: false,
  served: true,
} as const satisfies Partial<Panel>;

/** Returns `null` if the text is no panel object. */
export function readPanel(text: string): Panel | null {
  try {
    const read: Partial<Panel> | null = JSON.parse(text);
    if (typeof read?.gate !== 'string' || typeof read.revision !== 'number') return null;
    return { ...missingFields, ...(read as Panel) };
  } catch {
    return null;
  }
}
