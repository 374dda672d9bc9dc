/** The types of the template kit. The build copies this file into `greenroom-feed.d.ts`, so it imports nothing. */

/** A picture or video of a post. */
export type FeedMedia = {
  /** Address at the service. It can expire. */
  readonly mediaUrl: string;
  /** Such as `image/jpeg` or `video/mp4`. */
  readonly mediaType: string;
  /** Address to load. Once `ready`, it does not expire while the post is on air. Empty if the file was refused. */
  readonly url: string;
  readonly posterUrl: string | null;
  /** Pixels; `null` until the file is stored. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether Greenroom has stored the file. */
  readonly ready: boolean;
};

/** A post on air. Its position is its index in `list`. */
export type FeedPost = {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  /** Username with a leading `@`. */
  readonly handle: string | null;
  /** Such as `INSTAGRAM`. The service can add others. */
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  /** Address of the profile picture to load. */
  readonly profileImage: string | null;
  readonly media: readonly FeedMedia[];
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
  /** The service's text of the fields that are not safe to draw as they are. */
  readonly raw?: {
    readonly fullName?: string;
    readonly username?: string;
    readonly source?: string;
    readonly message?: string;
  };
  /** Fields of the post that the service does not document. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** The posts that a feed has on air, and its gate. */
export type FeedState = {
  readonly feed: string;
  /** Counts the lists on air. It never goes down. */
  readonly revision: number;
  /** The current post; `null` when nothing is on air. */
  readonly now: FeedPost | null;
  /** The post that Next would make current; `null` when Next would change nothing. */
  readonly next: FeedPost | null;
  /** Every post on air, in order. Empty: draw nothing. */
  readonly list: readonly FeedPost[];
  readonly gate: 'following' | 'held' | 'cleared';
  readonly freshness: 'fresh' | 'stale' | 'offline' | 'demo';
  /** The service's collection, as it was when the list went on air. */
  readonly collection: { readonly id: string; readonly name: string } | null;
};

export type FeedOptions = {
  /** Name of the feed, such as `main`. */
  readonly feed: string;
  /** Address of the feed server, such as `http://127.0.0.1:7411`. Default: the server of this module, or that address. */
  readonly base?: string;
  /** Read token, if the feed server requires one. */
  readonly token?: string;
  /** The consumer's name on the desk. Default: the program that shows the page. */
  readonly name?: string;
  /** The program that shows the page, if its user agent does not say. */
  readonly program?: string;
  /** For a picture that is not on air: the desk does not count it. */
  readonly isPreview?: boolean;
  /** `current`: `list` has only the current post, and the one before it while that is on air. Default: all posts. */
  readonly list?: 'all' | 'current';
  /** Called with each new state. If it returns a promise, the state counts as painted after that resolves. */
  readonly onState?: (state: FeedState) => unknown;
  /** Called when the current post changes, before `onState`, with the same rule for promises. */
  readonly onNow?: (now: FeedPost | null, state: FeedState) => unknown;
  /** Called when the connection opens or is lost. Keep the picture: the kit reconnects forever. */
  readonly onConnection?: (isConnected: boolean) => void;
  /** `manual`: the page calls `painted` itself. Default: the kit does, in the frame after `onState`. */
  readonly acknowledge?: 'automatic' | 'manual';
};

export type Feed = {
  /** The newest state; `null` before the first. */
  readonly state: () => FeedState | null;
  /** Follows another feed from its first state on. Until then, the old feed stays in control of the picture. */
  readonly changeFeed: (feed: string) => void;
  /** Confirms, after the next painted frame, that this revision is on screen. */
  readonly painted: (revision: number) => void;
  /** Disconnects and says that nothing of the feed is on screen. */
  readonly close: () => void;
};
