/** A post as a desk shows it, with its pictures served from the desk's own origin. */
import type { Mark } from '../core/snapshot.ts';

export type DeskMedia = {
  readonly mediaType: string;
  /** Path on the desk's own origin; `null` until it has been fetched. */
  readonly url: string | null;
  readonly posterUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly isBroken: boolean;
};

export type DeskItem = {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  readonly source: string;
  readonly message: string;
  /** Path on the desk's own origin; `null` if there is none or it has not been fetched yet. */
  readonly avatarUrl: string | null;
  readonly media: readonly DeskMedia[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
  readonly mark: Mark | null;
};
