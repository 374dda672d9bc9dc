/** Every command that a desk or the control API can send to the engine, with its input. Every field is present, with `null` for no value. */
import type { Gate } from '../core/feedState.ts';
import type { SourceMode } from '../core/source.ts';

type OnFeed = { readonly feed: string };

export type Commands = {
  readonly hold: OnFeed;
  readonly release: OnFeed & { readonly liveVersion: number | null };
  readonly take: OnFeed & { readonly liveVersion: number | null; readonly only: 'removals' | null };
  readonly clear: OnFeed;
  readonly back: OnFeed;
  readonly block: OnFeed & { readonly itemId: string; readonly reason: string | null };
  readonly unblock: OnFeed & { readonly itemId: string };
  readonly guards: OnFeed & { readonly words: readonly string[]; readonly authors: readonly string[] };
  readonly allow: OnFeed & { readonly itemId: string };
  readonly rollback: OnFeed & { readonly revision: number };
  readonly next: OnFeed;
  readonly previous: OnFeed;
  /** Exactly one of `itemId` and `index` is set. */
  readonly cue: OnFeed & { readonly itemId: string | null; readonly index: number | null };
  readonly pin: OnFeed;
  readonly unpin: OnFeed;
  /** `null` in `seconds` stops the rotation, and `same` keeps it. `null` in another field keeps its value. */
  readonly rotate: OnFeed & {
    readonly seconds: number | 'same' | null;
    readonly byLength: boolean | null;
    readonly loop: boolean | null;
    readonly skipUsed: boolean | null;
  };
  readonly used: OnFeed & { readonly itemId: string; readonly used: boolean };
  readonly point: OnFeed & { readonly collectionId: string; readonly hold: boolean };
  readonly seen: OnFeed;
  readonly setMode: { readonly mode: SourceMode };
  readonly checkNow: Record<string, never>;
  /** Plays a recorded show on the rehearsal port, never on a feed of this engine. */
  readonly rehearse: { readonly recording: string; readonly speed: 1 | 10 | 'step' };
  readonly endRehearsal: Record<string, never>;
  readonly pauseRehearsal: { readonly isPaused: boolean };
  readonly stepRehearsal: Record<string, never>;
  /** Continues from the current position; `step` pauses. */
  readonly speedRehearsal: { readonly speed: 1 | 10 | 'step' };
  /** Goes to the last step at or before this time, ISO 8601. */
  readonly seekRehearsal: { readonly at: string };
};

export type CommandName = keyof Commands;

/** Why a command was refused and what to do next. Nothing changed. */
export type Refusal = {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly nextStep: string;
};

export type CommandResult =
  | {
      readonly ok: true;
      /** `null` for commands that do not concern a feed. */
      readonly feed: {
        readonly revision: number;
        readonly gate: Gate;
        readonly playHead: { readonly index: number | null; readonly itemId: string | null; readonly pinned: boolean };
      } | null;
    }
  | Refusal;
